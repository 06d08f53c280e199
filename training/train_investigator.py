"""Train the investigator of Haunted Destinies; `--instead` plays its seat in other roles, `--opponents` other seats.

python training/train_investigator.py --preset standard --opponents heuristic=1 --instead heuristic
"""

from haunted_env.learning.run import main

if __name__ == "__main__":
    main(__doc__, roles=("investigator",))
