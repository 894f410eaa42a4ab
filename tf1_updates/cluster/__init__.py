"""A cluster on TensorFlow's own distributed runtime: server processes, and sessions that use them.

`shape` says how many servers of which job, `private_network` keeps them unreachable from outside,
`servers` starts, watches and ends their processes (`server_process` is the other end), `running`
puts these together, and `replica` is what each worker of a training runs. How a session is told
where to work is `tf1_updates.placement`, which has nothing to do with processes.
"""
