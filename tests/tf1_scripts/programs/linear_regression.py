"""Fit a line to noisy points, one point at a time."""
from __future__ import print_function

import numpy
import tensorflow as tf

rng = numpy.random.RandomState(0)
train_X = rng.uniform(0., 10., 40).astype("float32")
train_Y = (0.25 * train_X + 0.8 + rng.normal(0., 0.1, 40)).astype("float32")
n_samples = train_X.shape[0]

X = tf.placeholder("float")
Y = tf.placeholder("float")
W = tf.Variable(0.5, name="weight")
b = tf.Variable(0.0, name="bias")

pred = tf.add(tf.multiply(X, W), b)
cost = tf.reduce_sum(tf.pow(pred - Y, 2)) / (2 * n_samples)
optimizer = tf.train.GradientDescentOptimizer(0.1).minimize(cost)
init = tf.global_variables_initializer()

with tf.Session() as sess:
    sess.run(init)
    for epoch in range(50):
        for (x, y) in zip(train_X, train_Y):
            sess.run(optimizer, feed_dict={X: x, Y: y})
        if (epoch + 1) % 10 == 0:
            c = sess.run(cost, feed_dict={X: train_X, Y: train_Y})
            print("Epoch:", "%04d" % (epoch + 1), "cost=", "{:.6f}".format(c),
                  "W=", "%.6f" % sess.run(W), "b=", "%.6f" % sess.run(b))
