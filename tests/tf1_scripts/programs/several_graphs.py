"""Two graphs, a session each, and one carried over as a GraphDef."""
from __future__ import print_function

import tensorflow as tf

g1, g2 = tf.Graph(), tf.Graph()
with g1.as_default():
    tf.set_random_seed(1)
    a = tf.random_uniform([2], name="a", seed=2)
    v1 = tf.get_variable("v", initializer=tf.constant(1.0))
    init1 = tf.global_variables_initializer()
with g2.as_default():
    x = tf.placeholder(tf.float32, [], name="x")
    v2 = tf.get_variable("v", initializer=tf.constant(2.0))
    out = tf.multiply(x, v2, name="out")
    init2 = tf.global_variables_initializer()

s1, s2 = tf.Session(graph=g1), tf.Session(graph=g2)
s1.run(init1)
s2.run(init2)
print("a", " ".join("%.6f" % n for n in s1.run(a)))
print("carried", "%.4f" % s2.run(out, {x: s1.run(v1) + 4.0}))

frozen = tf.graph_util.convert_variables_to_constants(s2, g2.as_graph_def(), ["out"])
print("frozen ops", sorted(node.op for node in frozen.node if node.op != "Identity"
                          and not node.op.startswith("ReadVariable")))
with tf.Graph().as_default() as g3:
    y, = tf.import_graph_def(frozen, {"x": tf.constant(8.0)}, return_elements=["out:0"])
    with tf.Session() as sess:
        print("imported", sess.run(y), y.graph is g3)
try:
    s1.run(out)
except ValueError:
    print("a fetch from another graph is refused")
