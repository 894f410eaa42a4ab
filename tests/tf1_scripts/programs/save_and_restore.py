"""Save while training, then restore into a new session and go on."""
from __future__ import print_function

import os
import shutil
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
global_step = tf.Variable(0, trainable=False, name="global_step")
w = tf.Variable([4.0, -2.0], name="w")
rate = tf.train.exponential_decay(0.1, global_step, 10, 0.9, staircase=True)
loss = tf.reduce_sum(tf.square(w - 1.0))
train = tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=global_step)
saver = tf.train.Saver(max_to_keep=2)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(30):
        sess.run(train)
        if tf.train.global_step(sess, global_step) % 10 == 0:
            path = saver.save(sess, os.path.join(folder, "model.ckpt"), global_step=global_step)
            print("saved", os.path.basename(path), "w = %.5f %.5f" % tuple(sess.run(w)))

with tf.Session() as sess:
    checkpoint = tf.train.get_checkpoint_state(folder)
    print("kept", len(checkpoint.all_model_checkpoint_paths))
    saver.restore(sess, checkpoint.model_checkpoint_path)
    print("restored step", sess.run(global_step), "loss %.6f" % sess.run(loss))
    sess.run(train)
    print("then w = %.5f %.5f" % tuple(sess.run(w)), "rate %.4f" % sess.run(rate))

reader = tf.train.NewCheckpointReader(tf.train.latest_checkpoint(folder))
print(sorted(reader.get_variable_to_shape_map()))
shutil.rmtree(folder)
