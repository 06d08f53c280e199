"""Compiling, randomness, layouts and entry points: what every game runs on. Knows no game."""
