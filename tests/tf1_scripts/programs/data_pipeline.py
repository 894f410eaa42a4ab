"""tf.data as it was in 1.x: one-shot, initializable and feedable iterators."""
from __future__ import print_function

import numpy as np
import tensorflow as tf

features = np.arange(12, dtype=np.float32).reshape(6, 2)
labels = features.sum(axis=1) * 0.1

dataset = tf.data.Dataset.from_tensor_slices((features / 10, labels))
dataset = dataset.shuffle(6, seed=1).repeat(20).batch(3)
x, y = dataset.make_one_shot_iterator().get_next()
w = tf.Variable(tf.zeros([2, 1]))
loss = tf.reduce_mean((tf.squeeze(tf.matmul(x, w), 1) - y) ** 2)
train = tf.train.GradientDescentOptimizer(0.3).minimize(loss)

top = tf.placeholder(tf.int64)
squares = tf.data.Dataset.range(top).map(lambda n: n * n).filter(lambda n: tf.equal(n % 2, 0))
iterator = squares.make_initializable_iterator()
square = iterator.get_next()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    steps = 0
    while True:
        try:
            sess.run(train)
            steps += 1
        except tf.errors.OutOfRangeError:
            break
    print("steps", steps, "w %.2f %.2f" % tuple(sess.run(w)[:, 0]))
    for n in (5, 8):
        sess.run(iterator.initializer, {top: n})
        found = []
        try:
            while True:
                found.append(int(sess.run(square)))
        except tf.errors.OutOfRangeError:
            print("even squares below %d squared:" % n, found)
