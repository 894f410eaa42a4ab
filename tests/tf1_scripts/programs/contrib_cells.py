"""Which of two waves is it: contrib's LSTM cells, unrolled and in a loop; the graph has the seed."""
from __future__ import print_function

import numpy as np
import tensorflow as tf
from tensorflow.contrib import rnn

tf.set_random_seed(3)
rng = np.random.RandomState(3)
kinds = rng.randint(0, 2, 50)
times = np.arange(8) + rng.uniform(0, 6, (50, 1))
waves = np.where(kinds[:, None], np.sin(times), np.sign(np.sin(times))).astype(np.float32)

x = tf.placeholder(tf.float32, [None, 8, 1])
y = tf.placeholder(tf.int64, [None])
xavier = tf.contrib.layers.xavier_initializer()

with tf.variable_scope("unrolled"):
    steps = tf.unstack(x, 8, 1)
    cell = rnn.DropoutWrapper(rnn.BasicLSTMCell(6, forget_bias=1.0), output_keep_prob=0.9)
    outputs, _ = rnn.static_rnn(cell, steps, dtype=tf.float32)
with tf.variable_scope("loop"):
    stack = tf.contrib.rnn.MultiRNNCell([tf.contrib.rnn.BasicLSTMCell(5) for _ in range(2)])
    looped, state = tf.nn.dynamic_rnn(stack, x, dtype=tf.float32)

both = tf.concat([outputs[-1], looped[:, -1]], 1)
w = tf.get_variable("w", [11, 2], initializer=xavier)
b = tf.get_variable("b", [2], initializer=tf.zeros_initializer())
decay = tf.contrib.layers.l2_regularizer(0.001)(w)
logits = tf.matmul(both, w) + b
loss = decay + tf.reduce_mean(
    tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=y))
train = tf.train.RMSPropOptimizer(0.01).minimize(loss)
right = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), y), tf.float32))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    feed = {x: waves[:, :, None], y: kinds}
    for step in range(31):
        _, value = sess.run([train, loss], feed)
        if step % 10 == 0:
            print("step %d loss %.4f" % (step, value))
    print("right %.1f" % sess.run(right, feed), [v.name for v in tf.trainable_variables()][:2])
