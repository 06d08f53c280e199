"""Only the ghost learns; another agent plays the other roles of its seats.

python training/train_ghost.py --preset quick
python training/train_ghost.py --frozen checkpoints/haunted_destinies/<name> --preset standard
"""

from training.run import main

if __name__ == "__main__":
    main(__doc__, learn=("ghost",))
