"""Experiments: one short script each, on the parts of `haunted_env.learning`."""
