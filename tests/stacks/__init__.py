"""Other libraries, each in an environment of its own: `python -m tests.stacks` (`make stacks`)."""
