"""Write summaries for TensorBoard, then read them back."""
from __future__ import print_function

import os
import shutil
import tempfile

import tensorflow as tf

logs = tempfile.mkdtemp()
with tf.name_scope("model"):
    w = tf.Variable(tf.constant([3.0, -1.0]), name="w")
    loss = tf.reduce_mean(tf.square(w), name="loss")
train = tf.train.AdagradOptimizer(0.5).minimize(loss)
tf.summary.scalar("loss", loss)
tf.summary.histogram("weights", w)
merged = tf.summary.merge_all()

with tf.Session() as sess:
    writer = tf.summary.FileWriter(logs, sess.graph)
    tf.global_variables_initializer().run()
    for i in range(20):
        writer.add_summary(merged.eval(), i)
        sess.run(train)
    writer.close()

events = os.path.join(logs, os.listdir(logs)[0])
for event in tf.train.summary_iterator(events):
    for value in event.summary.value:
        if value.tag == "loss" and event.step % 5 == 0:
            print("step", event.step, "loss %.5f" % value.simple_value)
        elif value.tag == "weights" and event.step == 19:
            print("histogram: %d values, sum %.4f" % (value.histo.num, value.histo.sum))
shutil.rmtree(logs)
