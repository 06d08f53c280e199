"""Learning by self-play: the parts of a learner, to be used as they are or with a learner of one's own.

streams.py      every decision of the learning seats, with its reward and its successor: what `make_vec` cannot tell
opponents.py    who else sits at the table
policy.py       networks for stable-baselines3, with pointers
ppo.py          SelfPlayPPO: sb3-contrib's MaskablePPO on these streams
checkpoints.py  trained policies in a folder, with their card
run.py          a whole run: settings (config.py), evaluations (evaluation.py), progress (journal.py,
                curves.py), resuming (saving.py)
"""
