"""`python -m haunted_env` is the command line."""

from haunted_env.cli import app

app(prog_name="haunted-env")
