"""Two hidden layers on the digits, weights in dictionaries."""
from __future__ import print_function

import tensorflow as tf
from tensorflow.examples.tutorials.mnist import input_data

tf.set_random_seed(42)
mnist = input_data.read_data_sets("MNIST_data/", one_hot=True, validation_size=500)

learning_rate = 0.001
batch_size = 100
display_step = 1
n_hidden_1, n_hidden_2, n_input, n_classes = 64, 32, 784, 10

X = tf.placeholder("float", [None, n_input])
Y = tf.placeholder("float", [None, n_classes])

weights = {
    'h1': tf.Variable(tf.random_normal([n_input, n_hidden_1], stddev=0.1, seed=1)),
    'h2': tf.Variable(tf.random_normal([n_hidden_1, n_hidden_2], stddev=0.1, seed=2)),
    'out': tf.Variable(tf.random_normal([n_hidden_2, n_classes], stddev=0.1, seed=3))
}
biases = {
    'b1': tf.Variable(tf.random_normal([n_hidden_1], seed=4)),
    'b2': tf.Variable(tf.random_normal([n_hidden_2], seed=5)),
    'out': tf.Variable(tf.random_normal([n_classes], seed=6))
}


def multilayer_perceptron(x):
    layer_1 = tf.nn.relu(tf.add(tf.matmul(x, weights['h1']), biases['b1']))
    layer_2 = tf.nn.relu(tf.add(tf.matmul(layer_1, weights['h2']), biases['b2']))
    return tf.matmul(layer_2, weights['out']) + biases['out']


logits = multilayer_perceptron(X)
loss_op = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=Y))
train_op = tf.train.AdamOptimizer(learning_rate=learning_rate).minimize(loss_op)
init = tf.global_variables_initializer()

with tf.Session() as sess:
    sess.run(init)
    for epoch in range(4):
        avg_cost = 0.
        total_batch = int(mnist.train.num_examples / batch_size)
        for i in range(total_batch):
            batch_x, batch_y = mnist.train.next_batch(batch_size)
            _, c = sess.run([train_op, loss_op], feed_dict={X: batch_x, Y: batch_y})
            avg_cost += c / total_batch
        if epoch % display_step == 0:
            print("Epoch:", '%04d' % (epoch + 1), "cost={:.5f}".format(avg_cost))
    pred = tf.nn.softmax(logits)
    correct_prediction = tf.equal(tf.argmax(pred, 1), tf.argmax(Y, 1))
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, "float"))
    print("Accuracy:", "%.3f" % accuracy.eval({X: mnist.test.images, Y: mnist.test.labels}))
