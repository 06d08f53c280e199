"""The styles of the hand-written player: the same judgement of the game, other likings. A row of traits each."""

import numpy as np

from haunted_env.games.haunted_destinies.heuristic.noise import rule

# Traits: what a fall is worth for its own sake; how many times as much own wounds cost, a search gives, and there is to
# fear from others; what there is to fear from anybody at all; when to say who the Opener is, and when to accuse
# somebody else.
FURY, CAUTION, SEARCHES, FEARS, SHUNS, TELLS, LIES = range(7)

# TELLS: when it takes others to bind the Opener. LIES: as the Opener.
NEVER, WHEN_USEFUL, ALWAYS = range(3)

TRAITS_OF = {
    "plain": (0.0, 1.0, 1.0, 1.0, 0.0, WHEN_USEFUL, WHEN_USEFUL),
    "honest": (0.0, 1.0, 1.0, 1.0, 0.0, ALWAYS, NEVER),
    "deceiver": (0.0, 1.0, 1.0, 1.0, 0.0, NEVER, ALWAYS),
    "silent": (0.0, 1.0, 1.0, 1.0, 0.0, NEVER, NEVER),
    "hunter": (0.2, 0.6, 0.7, 0.5, 0.0, WHEN_USEFUL, WHEN_USEFUL),
    "hermit": (-0.12, 1.2, 1.5, 2.0, 0.01, WHEN_USEFUL, WHEN_USEFUL),
}
STYLES = tuple(TRAITS_OF)
TRAITS = np.array(list(TRAITS_OF.values()), np.float64)


@rule
def trait(style, which):
    return TRAITS[style, which]
