"""Own updates: new values from tf.gradients, one assign each, all in one group."""
from __future__ import print_function

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

mnist = input_data.read_data_sets("MNIST_data/", one_hot=True, validation_size=500, seed=1)

x = tf.placeholder(tf.float32, [None, 784])
y_ = tf.placeholder(tf.float32, [None, 10])
W = tf.Variable(tf.zeros([784, 10]))
y = tf.nn.softmax(tf.matmul(x, W))
cross_entropy = tf.reduce_mean(-tf.reduce_sum(
    y_ * tf.log(tf.clip_by_value(y, 1e-10, 1.0)), reduction_indices=[1]))

B = 20.0
learning_rate = tf.Variable(0.1, trainable=False)
updates = []
variables = tf.trainable_variables()
for variable, gradient in zip(variables, tf.gradients(cross_entropy, variables)):
    noise = tf.random_normal(variable.get_shape(), 0.0, 0.01, seed=1)
    updates.append(tf.assign(variable, tf.mod(variable - learning_rate * gradient + noise, B)))
train_step = tf.group(*updates)

correct = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

sess = tf.InteractiveSession()
tf.global_variables_initializer().run()
for i in range(51):
    batch_xs, batch_ys = mnist.train.next_batch(100)
    sess.run(train_step, feed_dict={x: batch_xs, y_: batch_ys})
    if i % 25 == 0:
        w = sess.run(W)
        print("step", i, "in the domain:", bool((w >= 0).all() and (w <= B).all()),
              "share above B/2: %.3f" % (w > B / 2).mean())
print("accuracy %.3f" % sess.run(accuracy, {x: mnist.test.images, y_: mnist.test.labels}))
