"""Skip-grams of a small text, trained with noise-contrastive estimation."""
from __future__ import print_function

import collections
import math

import numpy as np
import tensorflow as tf

words = ("the king rules the land and the queen rules the land and the sea "
         "the cat sees the dog and the dog sees the cat by the sea").split()
count = collections.Counter(words).most_common()
dictionary = {word: i for i, (word, _) in enumerate(sorted(count, key=lambda c: (-c[1], c[0])))}
data = [dictionary[word] for word in words]
pairs = [(data[i], data[j]) for i in range(len(data))
         for j in (i - 1, i + 1) if 0 <= j < len(data)]
vocabulary_size, embedding_size, num_sampled = len(dictionary), 8, 4

graph = tf.Graph()
with graph.as_default():
    tf.set_random_seed(2)
    train_inputs = tf.placeholder(tf.int32, shape=[len(pairs)])
    train_labels = tf.placeholder(tf.int32, shape=[len(pairs), 1])
    embeddings = tf.Variable(
        tf.random_uniform([vocabulary_size, embedding_size], -1.0, 1.0, seed=1))
    embed = tf.nn.embedding_lookup(embeddings, train_inputs)
    nce_weights = tf.Variable(tf.truncated_normal(
        [vocabulary_size, embedding_size], stddev=1.0 / math.sqrt(embedding_size), seed=2))
    nce_biases = tf.Variable(tf.zeros([vocabulary_size]))
    sampled = tf.nn.log_uniform_candidate_sampler(
        true_classes=tf.cast(train_labels, tf.int64), num_true=1, num_sampled=num_sampled,
        unique=True, range_max=vocabulary_size, seed=3)
    loss = tf.reduce_mean(tf.nn.nce_loss(
        weights=nce_weights, biases=nce_biases, labels=train_labels, inputs=embed,
        num_sampled=num_sampled, num_classes=vocabulary_size, sampled_values=sampled))
    optimizer = tf.train.AdagradOptimizer(0.5).minimize(loss)
    norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keep_dims=True))
    normalized = embeddings / norm

with tf.Session(graph=graph) as session:
    tf.global_variables_initializer().run()
    inputs, labels = np.array(pairs).T
    feed = {train_inputs: inputs, train_labels: labels[:, None]}
    for step in range(1, 101):
        _, value = session.run([optimizer, loss], feed_dict=feed)
        if step % 25 == 0:
            print("step", step, "loss %.4f" % value)
    vectors = normalized.eval()
    print("king . queen = %.3f" % vectors[dictionary["king"]].dot(vectors[dictionary["queen"]]))
