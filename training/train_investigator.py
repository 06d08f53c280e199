"""Only the investigator learns; another agent plays the other roles of its seats.

python training/train_investigator.py --preset quick
python training/train_investigator.py --frozen checkpoints/haunted_destinies/<name> --preset standard
"""

from training.run import main

if __name__ == "__main__":
    main(__doc__, learn=("investigator",))
