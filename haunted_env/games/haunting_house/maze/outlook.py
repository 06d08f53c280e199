"""Where a pawn can get with cards that are known, and what that is worth, in units of distance.

Rotating and switching tiles comes before its use in most plans, and what it opens depends on much: a plan counts it as
a chance to cross one edge whatever its walls. `reach` has a row per card played, and in it, by chances left, the set of
places where the pawn may be.
"""

from haunted_env.games.haunting_house.content import Effect
from haunted_env.games.haunting_house.maze.distance import nearest
from haunted_env.games.haunting_house.maze.places import AT_EXIT, HALL, WALL, beside, moved, rule
from haunted_env.games.haunting_house.tables import AMOUNT, EFFECT

N_CHANCES = 3  # 0, 1, or 2 and more left
WON = -6  # an exit within reach, against distances
PER_FLIP = 1  # what comes later is less sure
CHANCE_WORTH = 1  # of a tile that may still be changed


@rule
def begin(reach, played, place):
    """The pawn is here, with no chance to change a tile."""
    reach[played, 0] = 1 << place
    reach[played, 1] = 0
    reach[played, 2] = 0


@rule
def walk(maze, reach, played):
    """One step, over a wall for a chance."""
    one = reach[played, 1]
    two = reach[played, 2]
    reach[played, 0] = moved(maze, HALL, reach[played, 0])
    if one | two:
        reach[played, 0] |= beside(maze, one)
        reach[played, 1] = moved(maze, HALL, one) | beside(maze, two)
        reach[played, 2] = moved(maze, HALL, two)


@rule
def play_card(maze, reach, played, card):
    """Fill the next row: what may come of a card. Returns whether the exit is among it."""
    effect = EFFECT[card]
    after = played + 1
    for left in range(N_CHANCES):
        reach[after, left] = reach[played, left]
    if effect == Effect.MOVE:
        won = 0
        for _ in range(AMOUNT[card]):
            walk(maze, reach, after)
            won |= reach[after, 0] | reach[after, 1] | reach[after, 2]
        return won & AT_EXIT != 0
    if effect == Effect.SECRET_PASSAGE:
        won = 0
        for left in range(N_CHANCES):
            reach[after, left] = moved(maze, WALL, reach[after, left])
            won |= reach[after, left]
        return won & AT_EXIT != 0
    if effect == Effect.ROTATE or effect == Effect.SWITCH_TILES:
        reach[after, 2] = reach[played, 2] | reach[played, 1]
        reach[after, 1] = reach[played, 0]
        reach[after, 0] = 0
    return False


@rule
def cost_of(layers, n_layers, reach, played):
    """The distance left, with what unused chances are worth."""
    least = n_layers
    for left in range(N_CHANCES):
        if reach[played, left]:
            worth = CHANCE_WORTH * left
            least = min(least, nearest(layers, min(n_layers, least + worth), reach[played, left]) - worth)
    return least


@rule
def won_at(flip):
    """The cost where the exit is reached after a number of flips from now."""
    return WON + PER_FLIP * flip
