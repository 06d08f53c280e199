"""The machinery every game shares: compiling, randomness, layouts, batches, replays. Knows no game."""
