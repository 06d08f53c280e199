"""Adapters: one per library, each for every game."""
