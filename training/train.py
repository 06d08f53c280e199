"""Train a policy for all roles of a game by self-play, then among other players.

python training/train.py --preset quick                  # Haunted Destinies: investigator, ghost and Opener
python training/train.py --preset standard --players 3 4 5 6 --name mine
python training/train.py --game ghosts_in_the_graveyard --preset quick
python training/train.py --resume runs/<run>             # after Ctrl-C, a crash or a power cut
"""

from haunted_env.learning.run import main

if __name__ == "__main__":
    main(__doc__)
