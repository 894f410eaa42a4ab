"""Input by queues: a producer with a coordinator, a queue runner, and a bare FIFOQueue."""
from __future__ import print_function

import tensorflow as tf

numbers = tf.train.range_input_producer(6, num_epochs=2, shuffle=False).dequeue()
batch = tf.train.batch([numbers, numbers * numbers], batch_size=4)
words = tf.train.string_input_producer(["a", "b", "c"], shuffle=False).dequeue()

queue = tf.FIFOQueue(10, tf.float32, shapes=[[2]])
counter = tf.Variable(0.0)
enqueue = queue.enqueue([tf.stack([counter.assign_add(1.0), 0.5])])
tf.train.add_queue_runner(tf.train.QueueRunner(queue, [enqueue]))
pair = queue.dequeue()

with tf.Session() as sess:
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    try:
        while not coord.should_stop():
            n, squares = sess.run(batch)
            print("batch", n.tolist(), squares.tolist())
    except tf.errors.OutOfRangeError:
        print("done")
    print("words", [sess.run(words).decode() for _ in range(5)])
    print("halves:", [float(sess.run(pair)[1]) for _ in range(3)])
    coord.request_stop()
    sess.run(queue.close(cancel_pending_enqueues=True))
    coord.join(threads, stop_grace_period_secs=10)
    print("threads", sum(thread.is_alive() for thread in threads))
