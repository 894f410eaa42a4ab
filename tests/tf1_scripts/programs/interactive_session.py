"""At the prompt: no session is passed anywhere."""
from __future__ import print_function

import tensorflow as tf

sess = tf.InteractiveSession()
tf.set_random_seed(7)
x = tf.Variable(tf.random_normal([3], seed=1))
a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
x.initializer.run()
print("x", " ".join("%.5f" % v for v in x.eval()))
print("inverse", tf.matrix_inverse(a).eval().round(4).tolist())
print("determinant %.4f" % tf.matrix_determinant(a).eval())
print("int / int:", (tf.constant(7) / 2).eval(), "div:", tf.div(7, 2).eval())
print("mod", tf.mod([-7, 7], 3).eval().tolist())
increment = tf.assign_add(x, tf.ones([3]))
for _ in range(3):
    increment.op.run()
print("x", " ".join("%.5f" % v for v in x.eval()))
print("all below 6:", tf.reduce_all(x < 6.0).eval())
print("to_float", tf.to_float(tf.constant([1, 2])).eval().tolist())
sess.close()
