"""Train the opener of Haunted Destinies; `--instead` plays its seat in other roles, `--opponents` the other seats.

python training/train_opener.py --preset standard --opponents heuristic=1 --instead heuristic
"""

from haunted_env.learning.run import main

if __name__ == "__main__":
    main(__doc__, roles=("opener",))
