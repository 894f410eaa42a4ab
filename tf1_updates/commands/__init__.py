"""The subcommands: each file adds its options to a parser and runs; TensorFlow loads only then."""
