"""`python -m tf1_updates` is the command `tf1-updates`."""

from tf1_updates.cli import program

if __name__ == "__main__":
    program()
