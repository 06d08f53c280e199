"""Positions with few unseen cards, so that everything hidden can be gone through one by one."""

import numpy as np

from tests.games.ghosts_in_the_graveyard.table import G3_CHOICES, G3_DECK, SPEC, Table, deck, g2, g3, haunt_only

# Four seats: as G3, and a fourth one.
G4_DECK = [*G3_DECK[:15], 2, 13, 22, 34, 49, *G3_DECK[15:18], 6]
G4_CHOICES = [*G3_CHOICES, "TOMB 34", "TOMB 2", "TOMB 49"]
G4_LIGHTS = ["LIGHT 2", "LIGHT 1", "LIGHT 5", "LIGHT 0"]


def g4() -> Table:
    """Four seats after setup: seat 1 begins."""
    return Table(deck(G4_DECK, 4)).do(*G4_CHOICES, *G4_LIGHTS)


def thin(table: Table, left: int) -> Table:
    """The same game with few cards in the draw pile; the others were played by seat 0."""
    position = SPEC.positions.write(table.game)
    pile = position["draw_pile"]
    position["marks"] |= {str(number): "played 0" for number in pile[left:]}
    position["turn"] += len(pile) - left
    return Table(position | {"draw_pile": pile[:left]})


def asked() -> Table:
    """G2: the target has a Secret in {28, 29, 30, 38, 39}, and seat 0 none in the west."""
    return g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5", "SEARCH", "TOMB 23", "FLOOD", "DIR W")


SCENES = {
    "nothing known": lambda: thin(g2(), 6),
    "a Yes": lambda: thin(asked(), 6),
    "a Yes and a No": lambda: thin(asked().do("SEARCH", "TOMB 4", "FLOOD", "DIR W"), 6),
    "a miss": lambda: thin(asked().do("GUESS", "TOMB 45", "TOMB 13"), 6),
    # 30 was among the Secrets when the light shone on it, so the Yes says nothing about the others.
    "a Decoy found after the Yes": lambda: thin(asked().do("GUESS", "TOMB 30"), 8),
    # 2 was not any more: the Yes is about the others.
    "a Decoy found before the Yes": lambda: thin(g2().do("GUESS", "TOMB 2", *ASK_FROM_48), 8),
    "a penalty paid after the Yes": lambda: thin(g2().do(*ASK_FROM_48, "GUESS", "TOMB 6", "TOMB 30"), 8),
    "Vanish": lambda: thin(g2().do(*ASK_FROM_48, "VANISH", "TOMB 30", "GUESS", "TOMB 6", "TOMB 39"), 8),
    "three seats": lambda: thin(g3(), 0),
    "three seats, answers": lambda: thin(g3().do(*THREE_ASK), 2),
    "four seats, Haunts only": lambda: thin(haunt_only(g4(), 1, 2, 3), 2),
    "four seats, two with all Secrets": lambda: thin(haunt_only(g4(), 1), 0),
}
ASK_FROM_48 = ["SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5"]
# Seats 1, 2 and 0 in turn.
THREE_ASK = ["SEARCH", "TOMB 5", "FLOOD", "DIR W", "SEARCH", "TOMB 48", "FLOOD", "DIR N"]
THREE_ASK += ["SEARCH", "TOMB 23", "FLOOD", "DIR E"]


def scene(name: str) -> np.ndarray:
    return SCENES[name]().game
