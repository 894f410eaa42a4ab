import sys
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [8])
w = tf.Variable(tf.random_uniform([8], 0.0, 20.0))
loss = tf.reduce_mean(tf.square(w - x))
train_step = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in xrange(int(sys.argv[1])):
        session.run(train_step, {x: 30.0 * np.random.rand(8)})
        session.run(w.assign(np.mod(session.run(w), 20.0)))
    print("loss after the last step: %g" % session.run(loss, {x: 8 * [25.0]}))
