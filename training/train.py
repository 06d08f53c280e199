"""All roles of a game learn together by self-play.

python training/train.py --preset quick
python training/train.py --preset standard --players 3,4,5,6 --name mine
python training/train.py --resume runs/haunted_destinies-quick-0-...
"""

from training.run import main

if __name__ == "__main__":
    main(__doc__)
