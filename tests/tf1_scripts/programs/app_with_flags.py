"""A program with flags and tf.app.run, as most of the models repository had it."""
from __future__ import print_function

import sys

import tensorflow as tf

flags = tf.app.flags
FLAGS = flags.FLAGS
flags.DEFINE_float("learning_rate", 0.1, "Step size.")
flags.DEFINE_integer("steps", 25, "How many steps.")
flags.DEFINE_boolean("verbose", True, "Whether to print on the way.")
flags.DEFINE_string("name", "bowl", "What to call it.")


def main(argv):
    tf.logging.set_verbosity(tf.logging.ERROR)
    w = tf.get_variable("w", shape=[], initializer=tf.constant_initializer(5.0))
    loss = tf.square(w - 2.0)
    train = tf.train.GradientDescentOptimizer(FLAGS.learning_rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(FLAGS.steps):
            _, value = sess.run([train, loss])
            if FLAGS.verbose and i % 10 == 0:
                print(FLAGS.name, i, "%.6f" % value)
        print("w = %.6f" % sess.run(w))
    print("left over:", argv[1:])
    sys.exit(3)


if __name__ == "__main__":
    tf.app.run()
