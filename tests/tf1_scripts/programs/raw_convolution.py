"""Tell bars that lie from bars that stand with one convolution, pooling and dropout."""
from __future__ import print_function

import numpy as np
import tensorflow as tf

tf.set_random_seed(1)
rng = np.random.RandomState(1)


def bars(n):
    images, labels = rng.uniform(0, 0.3, (n, 8, 8, 1)), rng.randint(0, 2, n)
    for image, label in zip(images, labels):
        place = rng.randint(0, 8)
        if label:
            image[place] = 1
        else:
            image[:, place] = 1
    return images, labels


def weight_variable(shape):
    return tf.Variable(tf.truncated_normal(shape, stddev=0.1, seed=1))


def conv2d(x, W):
    return tf.nn.conv2d(x, W, strides=[1, 1, 1, 1], padding='SAME')


def max_pool_2x2(x):
    return tf.nn.max_pool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='SAME')


x = tf.placeholder(tf.float32, [None, 8, 8, 1])
y_ = tf.placeholder(tf.int64, [None])
keep_prob = tf.placeholder(tf.float32)

h = max_pool_2x2(tf.nn.relu(tf.nn.bias_add(conv2d(x, weight_variable([3, 3, 1, 4])),
                                           tf.Variable(tf.constant(0.1, shape=[4])))))
flat = tf.nn.dropout(tf.reshape(h, [-1, 4 * 4 * 4]), keep_prob)
logits = tf.matmul(flat, weight_variable([64, 2]))
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y_, logits=logits))
step = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)

with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(1, 61):
        images, labels = bars(50)
        sess.run(step, {x: images, y_: labels, keep_prob: 1.0})
        if i % 20 == 0:
            print("step %d loss %.4f" % (i, loss.eval({x: images, y_: labels, keep_prob: 1.0})))
    images, labels = bars(200)
    right = np.argmax(sess.run(logits, {x: images, y_: labels, keep_prob: 1.0}), 1) == labels
    print("right: %.2f" % right.mean())
