"""A seed for the graph and none for the ops: initializers, dropout, shuffles, two models in turn."""
from __future__ import print_function

import numpy as np
import tensorflow as tf

np.random.seed(1)
points = np.random.randn(60, 16).astype(np.float32)
labels = (points[:, 0] * points[:, 1] > 0).astype(np.int64)


def dense(x, name, size):
    with tf.variable_scope(name):
        w = tf.get_variable("w", [x.shape[1], size])
        b = tf.get_variable("b", [size], initializer=tf.random_normal_initializer(stddev=0.1))
        return tf.matmul(x, w) + b


for optimizer in (tf.train.AdamOptimizer(0.02), tf.train.MomentumOptimizer(0.1, 0.9)):
    tf.reset_default_graph()
    tf.set_random_seed(1234)
    data = tf.data.Dataset.from_tensor_slices((points, labels)).repeat().batch(20)
    x, y = data.make_one_shot_iterator().get_next()
    keep_prob = tf.placeholder_with_default(1.0, [])
    image = tf.reshape(x + tf.random_uniform(tf.shape(x)) * 0.01, [-1, 4, 4, 1])
    kernel = tf.Variable(tf.truncated_normal([2, 2, 1, 3], stddev=0.5))
    hidden = tf.nn.relu(tf.nn.conv2d(image, kernel, [1, 1, 1, 1], "SAME"))
    hidden = tf.nn.dropout(tf.reshape(hidden, [-1, 48]), keep_prob)
    hidden = tf.nn.dropout(tf.nn.relu(dense(hidden, "hidden", 12)), rate=0.2)
    logits = dense(hidden, "out", 2)
    loss = tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=y))
    order = tf.random_shuffle(tf.range(8))
    draw = tf.multinomial(tf.log([[0.2, 0.3, 0.5]]), 6)
    train = optimizer.minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(optimizer.get_name(), "order", sess.run(order).tolist(), sess.run(draw)[0].tolist())
        for step in range(1, 31):
            _, value = sess.run([train, loss], {keep_prob: 0.7})
            if step % 10 == 0:
                print("step", step, "loss %.4f" % value)
