"""Count the ones in a row of bits: an LSTM unrolled by hand, and a GRU in a loop."""
from __future__ import print_function

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
bits = rng.randint(0, 2, (64, 6, 1)).astype(np.float32)
counts = bits.sum(axis=1)

x = tf.placeholder(tf.float32, [None, 6, 1])
y = tf.placeholder(tf.float32, [None, 1])
start = tf.random_uniform_initializer(-0.3, 0.3, seed=6)

with tf.variable_scope("lstm", initializer=start):
    cell = tf.nn.rnn_cell.BasicLSTMCell(8, forget_bias=1.0)
    outputs, state = tf.nn.static_rnn(cell, tf.unstack(x, axis=1), dtype=tf.float32)
with tf.variable_scope("gru", initializer=start):
    cells = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(4), tf.nn.rnn_cell.GRUCell(4)])
    gru_outputs, gru_state = tf.nn.dynamic_rnn(cells, x, dtype=tf.float32)

with tf.variable_scope("out", initializer=start):
    joined = tf.concat([outputs[-1], gru_outputs[:, -1]], 1)
    w = tf.get_variable("w", [12, 1])
    b = tf.get_variable("b", [1], initializer=tf.zeros_initializer())
loss = tf.losses.mean_squared_error(y, tf.matmul(joined, w) + b)

optimizer = tf.train.AdamOptimizer(0.02)
grads, variables = zip(*optimizer.compute_gradients(loss))
grads, total = tf.clip_by_global_norm(grads, 5.0)
train = optimizer.apply_gradients(zip(grads, variables))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(61):
        _, value, norm = sess.run([train, loss, total], {x: bits, y: counts})
        if i % 20 == 0:
            print("step %d loss %.4f norm %.4f" % (i, value, norm))
    print("variables:", len(variables), "kernel", variables[0].name)
