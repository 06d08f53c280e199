"""Games being played: batches of them, the one loop, what an agent sees, replays, imagined worlds, search."""
