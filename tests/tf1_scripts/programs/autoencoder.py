"""Squeeze points of a plane in ten dimensions through two units."""
from __future__ import print_function

import numpy as np
import tensorflow as tf

np.random.seed(4)
data = np.random.randn(200, 2).dot(np.random.randn(2, 10)) * 0.3

X = tf.placeholder(tf.float32, [None, 10])
with tf.variable_scope("encoder"):
    w = tf.get_variable("w", [10, 2], initializer=tf.random_normal_initializer(stddev=0.3, seed=1))
    b = tf.get_variable("b", [2], initializer=tf.constant_initializer(0.0))
    code = tf.nn.tanh(tf.matmul(X, w) + b)
with tf.variable_scope("decoder"):
    w = tf.get_variable("w", [2, 10], initializer=tf.random_normal_initializer(stddev=0.3, seed=2))
    b = tf.get_variable("b", [10], initializer=tf.zeros_initializer())
    decoded = tf.matmul(code, w) + b

cost = tf.reduce_mean(tf.squared_difference(X, decoded))
optimizer = tf.train.RMSPropOptimizer(0.01).minimize(cost)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(101):
        _, value = sess.run([optimizer, cost], feed_dict={X: data})
        if epoch % 25 == 0:
            print("epoch", epoch, "cost %.5f" % value)
    print([v.name for v in tf.trainable_variables()])
    print("code of the first point:", " ".join("%.3f" % c for c in sess.run(code, {X: data})[0]))
