"""How far apart places are: the price of the cheapest way, layer by layer.

An edge costs 1, and 1 more for every wall: there is one Secret Passage a turn, and two walls want a tile turned or
switched first.
"""

from haunted_env.engine.bits import number_of
from haunted_env.games.haunting_house.maze.places import (
    AT_ENTRANCE,
    AT_EXIT,
    ENTERED,
    HALL,
    LEFT,
    THICK,
    WALL,
    rule,
)
from haunted_env.games.haunting_house.rules.board import ALL
from haunted_env.games.haunting_house.state import N_PLACES
from haunted_env.games.haunting_house.tables import SIZE

N_LAYERS = 40  # more than any place is away from another by the best way


@rule
def shifted(cells, north, east, south, west):
    """The cells beside these, where a direction is open to them."""
    return (cells & north) >> SIZE | (cells & south) << SIZE | (cells & east) << 1 | (cells & west) >> 1


@rule
def fill_layers(maze, start, wanted, layers):
    """By distance: the places so far from the start, until all that are `wanted` are found; returns how many layers.

    Written out, because all plans come down to it.
    """
    hall_n, hall_e, hall_s, hall_w = maze[HALL], maze[HALL + 1], maze[HALL + 2], maze[HALL + 3]
    wall_n, wall_e, wall_s, wall_w = maze[WALL], maze[WALL + 1], maze[WALL + 2], maze[WALL + 3]
    thick_n, thick_e, thick_s, thick_w = maze[THICK], maze[THICK + 1], maze[THICK + 2], maze[THICK + 3]
    entry = maze[HALL + ENTERED] | maze[WALL + ENTERED]
    door = maze[HALL + LEFT] | maze[WALL + LEFT] | maze[THICK + LEFT]
    entry_price = 1 if maze[HALL + ENTERED] else 2
    door_price = 1 if maze[HALL + LEFT] else 2 if maze[WALL + LEFT] else 3
    layers[0] = start
    reached = start
    last = start & ALL  # the cells of the layers before, so far as the prices reach back
    second = 0
    third = 0
    entered = entry_price if start & AT_ENTRANCE else 0  # when the entrance, or the exit, gets to its cell or back
    left = door_price if start & AT_EXIT else 0
    distance = 0
    while wanted & ~reached and distance + 1 < N_LAYERS:
        distance += 1
        places = shifted(last, hall_n, hall_e, hall_s, hall_w)
        places |= shifted(second, wall_n, wall_e, wall_s, wall_w)
        places |= shifted(third, thick_n, thick_e, thick_s, thick_w)
        if distance == entered:
            places |= entry | AT_ENTRANCE
        if distance == left:
            places |= door | AT_EXIT
        places &= ~reached
        if places & entry and not entered:
            entered = distance + entry_price
        if places & door and not left:
            left = distance + door_price
        third = second
        second = last
        last = places & ALL
        layers[distance] = places
        reached |= places
    return distance + 1


@rule
def nearest(layers, n_layers, places):
    """The distance of the nearest of these places; as if just behind the last layer if none is in any."""
    for distance in range(n_layers):
        if layers[distance] & places:
            return distance
    return n_layers


@rule
def planes_of(layers, n_layers):
    """All distances at once, without a branch: by bit of a distance, the places that have it; none without a way."""
    ones = twos = fours = eights = sixteens = rest = 0
    for distance in range(n_layers):
        places = layers[distance]
        ones |= places & -(distance & 1)
        twos |= places & -(distance >> 1 & 1)
        fours |= places & -(distance >> 2 & 1)
        eights |= places & -(distance >> 3 & 1)
        sixteens |= places & -(distance >> 4 & 1)
        rest |= places & -(distance >> 5)
    return ones, twos, fours, eights, sixteens, rest


@rule
def distance_in(planes, place):
    """The distance of a place."""
    ones, twos, fours, eights, sixteens, rest = planes
    low = (ones >> place & 1) | (twos >> place & 1) << 1 | (fours >> place & 1) << 2
    return low | (eights >> place & 1) << 3 | (sixteens >> place & 1) << 4 | (rest >> place & 1) << 5


@rule
def fill_distances(layers, n_layers, distances):
    """By place: its distance; as if just behind the last layer if it is in none."""
    for place in range(N_PLACES):
        distances[place] = n_layers
    for distance in range(n_layers):
        places = layers[distance]
        while places:
            distances[number_of(places & -places)] = distance
            places &= places - 1
