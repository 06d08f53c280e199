"""What an observation says between the lines, worked out for a network before its first layer.

A sight is a fixed function of the observation alone: it adds no knowledge, only what a small network would need very
many games to discover. "moor" is for boards of cells with edge costs, pawns and piles of unseen cards: ways, odds of
dice, cards counted. It fits every game whose observation has the blocks it reads; games without them have no sight.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np

from haunted_env.spec import GameSpec

GRID, CELLS, SEATS, SLOTS, CARDS = 9, 81, 6, 20, 30
FACT_SIZE, LOCATION_SIZE, EVENT_SIZE, CLAIM_SIZE, N_EVENTS, N_CLAIMS = 8, 12, 27, 16, 32, 16
SET_SIZE = 6  # the sought card is the first of the first set
FAR, N_BUCKETS = 999, 8
LEADS = 6  # differences are told apart from -6 to 6
LATER, STRIDE = 0.8, 6  # what comes a turn later counts so much; a turn goes about so far
ATTACK, RETURN = 9, 19  # kinds of events
NEWEST = {"EVENTS": 6 * EVENT_SIZE, "CLAIMS": 4 * CLAIM_SIZE}  # what of these a network still needs beside the sight
GAP = 8  # columns: copying a few more is quicker than another range
BLOCKS = (
    *("SEARCHABLE", "EDGE_N", "EDGE_E", "EDGE_S", "EDGE_W", "GLOOM", "PAWN_ROW", "PAWN_COL", "GHOST", "HEALTH"),
    *("OWN_GLOOM", "PILE_SIZE", "GREY_MIN", "GREY_MAX", "FACTS", "LOCATIONS", "MP", "ACTION_USED", "PICK_PILE"),
    *("OPPONENT", "EVENTS", "CLAIMS"),
)
SEARCHABLE, EDGE_N, EDGE_E, EDGE_S, EDGE_W, GLOOM, PAWN_ROW, PAWN_COL, GHOST, HEALTH = range(10)
OWN_GLOOM, PILE_SIZE, GREY_MIN, GREY_MAX, FACTS, LOCATIONS, MP, ACTION_USED, PICK_PILE = range(10, 19)
OPPONENT, EVENTS, CLAIMS = range(19, 22)

# Parts of the result: per direction, here, per other seat, about oneself, the opponent, the pile picked from.
WAY = 2 + 3 + 1 + N_BUCKETS + 2 * (SEATS - 1) + 3
HERE = 5
OTHER = N_BUCKETS + 2 + (2 * LEADS + 1) + 2 + 4 + 4
OWN = 4 + SEATS
FOE = 3 + 2 * LEADS + 1
SLOT = 6
SIZE = 4 * WAY + HERE + (SEATS - 1) * OTHER + OWN + FOE + SLOTS * SLOT

# ODDS[lead + 12]: the chance in per cent that light - dark + lead > 0.
ODDS = np.array(
    [100 * sum(a - b + lead > 0 for a in range(1, 7) for b in range(1, 7)) // 36 for lead in range(-12, 13)], np.int64
)
STEPS = np.array([[-1, 0], [0, 1], [1, 0], [0, -1]], np.int64)  # north, east, south, west


class Sight:
    """A sight for observations of one layout; `description` is plain data, kept with the policies that use it."""

    def __init__(self, description: dict[str, Any]) -> None:
        if description.get("name") != "moor":
            raise ValueError(f"unknown sight {description.get('name')!r}")
        self.description = description
        self.size = SIZE
        self._first = np.array([description["first"][name] for name in BLOCKS], np.int64)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """(n, size) int8 for (n, observation) int8."""
        out = np.zeros((len(observations), SIZE), np.int8)
        look(observations, self._first, out)
        return out


def describe_sight(spec: GameSpec) -> dict[str, Any] | None:
    """The sight that fits a game's observation, if any."""
    layout = spec.observation
    sizes = {block.name: block.size for block in layout.blocks}
    wanted = {"SEARCHABLE": CELLS, "FACTS": SEATS * SLOTS * FACT_SIZE, "LOCATIONS": CARDS * LOCATION_SIZE}
    wanted |= {"EVENTS": N_EVENTS * EVENT_SIZE, "CLAIMS": N_CLAIMS * CLAIM_SIZE, "PAWN_ROW": SEATS * GRID}
    if not set(BLOCKS) <= set(sizes) or any(sizes[name] != size for name, size in wanted.items()):
        return None
    return {"name": "moor", "first": {name: layout.first[name] for name in BLOCKS}}


class Inputs:
    """What a network is given of an observation: some of its columns, then what the sight makes of it.

    `ranges` are the columns, as (first, end) pairs.
    """

    def __init__(self, n_observed: int, ranges: Sequence[Sequence[int]] | None, sight: dict[str, Any] | None) -> None:
        self.n_observed = n_observed
        self.ranges = [[int(a), int(b)] for a, b in ([[0, n_observed]] if ranges is None else ranges)]
        if any(not 0 <= a < b <= n_observed for a, b in self.ranges):
            raise ValueError(f"columns {self.ranges}: expected pairs within 0..{n_observed}")
        self.sight = Sight(sight) if sight else None
        self.n_columns = sum(b - a for a, b in self.ranges)
        self.size = self.n_columns + (self.sight.size if self.sight else 0)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """(n, size) int8 for (n, observation) int8."""
        out = np.empty((len(observations), self.size), np.int8)
        at = 0
        for a, b in self.ranges:
            out[:, at : at + b - a] = observations[:, a:b]
            at += b - a
        if self.sight:
            out[:, at:] = self.sight(observations)
        return out

    @property
    def description(self) -> dict[str, Any]:
        return {"ranges": self.ranges, "sight": self.sight.description if self.sight else None}


def ranges_of(columns: np.ndarray) -> list[list[int]]:
    """The (first, end) pairs of a boolean array; gaps of a few columns are closed."""
    found: list[list[int]] = []
    for column in np.flatnonzero(columns).tolist():
        if found and column - found[-1][1] < GAP:
            found[-1][1] = column + 1
        else:
            found.append([column, column + 1])
    return found


def told_by_sight(spec: GameSpec) -> np.ndarray:
    """Columns of the observation that a network can do without if it has the sight."""
    columns = np.zeros(spec.observation.size, bool)
    for name, newest in NEWEST.items():
        span = spec.observation.span(name)
        columns[span.start + newest : span.stop] = True
    return columns


compiled: Callable[..., Any] = functools.partial(numba.njit, cache=True, nogil=True, error_model="numpy")


@compiled()
def look(observations, first, out):
    cells = np.empty(SEATS, np.int64)
    ways = np.empty((2, CELLS), np.int64)
    chances = np.empty(SEATS, np.float64)
    hidden = np.empty((SEATS, 3), np.int64)
    for i in range(observations.shape[0]):
        obs = observations[i]
        for seat in range(SEATS):
            cells[seat] = find_pawn(obs, first, seat)
        count_cards(obs, first, chances, hidden)
        if cells[0] >= 0:
            find_ways(obs, first, cells[0], ways)
            put_ways(obs, first, cells, ways, out[i])
            put_foes(obs, first, cells, ways, chances, out[i])
        put_others(obs, first, cells, ways, chances, hidden, out[i])
        put_pile(obs, first, out[i])


@compiled()
def find_pawn(obs, first, seat):
    """The cell of a pawn; -1 if it is not on the board."""
    row = col = -1
    for k in range(GRID):
        if obs[first[PAWN_ROW] + seat * GRID + k]:
            row = k
        if obs[first[PAWN_COL] + seat * GRID + k]:
            col = k
    return row * GRID + col if row >= 0 and col >= 0 else -1


@compiled()
def find_ways(obs, first, start, ways):
    """Cheapest ways from a cell: ways[0] what a cell costs to reach, ways[1] the first step to it."""
    done = np.zeros(CELLS, np.bool_)
    for cell in range(CELLS):
        ways[0, cell] = FAR
        ways[1, cell] = -1
    ways[0, start] = 0
    while True:
        best = -1
        for cell in range(CELLS):
            if not done[cell] and ways[0, cell] < FAR and (best < 0 or ways[0, cell] < ways[0, best]):
                best = cell
        if best < 0:
            return
        done[best] = True
        for way in range(4):
            near = neighbour(best, way)
            cost = obs[first[EDGE_N + way] + best]
            # A tile has four edges, none of them 0.
            if cost > 0 and near >= 0 and obs[first[EDGE_N] + near] != 0 and ways[0, best] + cost < ways[0, near]:
                ways[0, near] = ways[0, best] + cost
                ways[1, near] = way if best == start else ways[1, best]


@compiled()
def neighbour(cell, way):
    row = cell // GRID + STEPS[way, 0]
    col = cell % GRID + STEPS[way, 1]
    return row * GRID + col if 0 <= row < GRID and 0 <= col < GRID else -1


@compiled()
def bucket(cost):
    """Costs told apart: 0, 1, 2, up to 4, 6, 8, 12, more."""
    if cost <= 2:
        return cost
    if cost <= 8:
        return (cost + 3) // 2
    return 6 if cost <= 12 else 7


@compiled()
def odds(lead):
    return ODDS[min(max(lead, -12), 12) + 12]


@compiled()
def spread(a, b):
    """Steps between two cells, edges ignored."""
    return abs(a // GRID - b // GRID) + abs(a % GRID - b % GRID)


@compiled()
def fading(obs, first, cost):
    """What something is still worth that can be done when this has been paid for the way."""
    worth = 1.0 if obs[first[ACTION_USED]] == 0 else LATER
    mp = obs[first[MP]]
    if cost > mp:
        for _turn in range(1 + (cost - mp - 1) // STRIDE):
            worth *= LATER
    return worth


@compiled()
def put_foes(obs, first, cells, ways, chances, out):
    """In each direction: the best odds against somebody that way, the same for the likeliest one sought, and how much
    closer a step brings one to the stronger ones."""
    own = strength(obs, first, 0)
    for seat in range(1, SEATS):
        cell = cells[seat]
        if cell < 0 or obs[first[GHOST] + seat]:
            continue
        lead = own - strength(obs, first, seat)
        if ways[1, cell] >= 0:
            at = ways[1, cell] * WAY + WAY - 3
            worth = fading(obs, first, ways[0, cell]) * odds(lead)
            out[at] = max(out[at], int(worth))
            out[at + 1] = max(out[at + 1], int(worth * chances[seat]))
        for way in range(4):
            near = neighbour(cells[0], way)
            if near >= 0 and lead < 0 and out[way * WAY + 1] > 0:
                out[way * WAY + WAY - 1] += min(-lead, 4) * (spread(cells[0], cell) - spread(near, cell))


@compiled()
def put_ways(obs, first, cells, ways, out):
    """In each direction: what there is to search, to drain and to meet that way."""
    here = cells[0]
    mp = obs[first[MP]]
    health = obs[first[HEALTH]]
    for way in range(4):
        at = way * WAY
        near = neighbour(here, way)
        cost = obs[first[EDGE_N + way] + here]
        if near >= 0 and obs[first[EDGE_N] + near] != 0 and cost > 0:
            out[at] = cost <= mp
            out[at + 1] = cost
            for seat in range(1, SEATS):
                if cells[seat] >= 0:
                    out[at + 6 + N_BUCKETS + SEATS - 1 + seat - 1] = spread(here, cells[seat]) - spread(
                        near, cells[seat]
                    )
        for seat in range(1, SEATS):
            if cells[seat] >= 0 and ways[1, cells[seat]] == way:
                out[at + 6 + N_BUCKETS + seat - 1] = 1
    nearest = np.full(4, FAR, np.int64)
    for cell in range(CELLS):
        if cell == here or ways[0, cell] == FAR:
            continue
        at = ways[1, cell] * WAY
        gloom = obs[first[GLOOM] + cell]
        worth = fading(obs, first, ways[0, cell])
        if obs[first[SEARCHABLE] + cell]:
            for tier in range(3):
                out[at + 2 + tier] = max(out[at + 2 + tier], int(worth * odds(health - gloom - 2 * tier)))
            nearest[ways[1, cell]] = min(nearest[ways[1, cell]], ways[0, cell])
        out[at + 5] = max(out[at + 5], int(worth * 16 * min(gloom, 6)))
    for way in range(4):
        if nearest[way] < FAR:
            out[way * WAY + 6 + bucket(nearest[way])] = 1
    at = 4 * WAY
    out[at] = obs[first[SEARCHABLE] + here]
    out[at + 1] = obs[first[GLOOM] + here]
    if obs[first[SEARCHABLE] + here]:
        for tier in range(3):
            worth = 1.0 if obs[first[ACTION_USED]] == 0 else LATER
            out[at + 2 + tier] = int(worth * odds(health - obs[first[GLOOM] + here] - 2 * tier))


@compiled()
def strength(obs, first, seat):
    return obs[first[OWN_GLOOM] + seat] if obs[first[GHOST] + seat] else obs[first[HEALTH] + seat]


@compiled()
def count_cards(obs, first, chances, hidden):
    """Each seat's chance of holding the sought card, counted from unseen places; and how many those are:
    hidden[seat] = places of unknown kind, places of unknown border, places with the border of its set."""
    known = -1
    for seat in range(SEATS):
        row = first[LOCATIONS]
        if obs[row + seat] and (obs[row + 6] or obs[row + 7] or obs[row + 9]):
            known = seat
    free = 0
    for card in range(SET_SIZE):
        row = first[LOCATIONS] + card * LOCATION_SIZE
        free += not (obs[row + 6] or obs[row + 7] or obs[row + 9] or obs[row + 10])
    borders = 0
    places = 0.0
    for seat in range(SEATS):
        chances[seat] = count_pile(obs, first, seat, hidden)
        places += chances[seat]
        borders += hidden[seat, 2]
    rest = max(0.0, 1.0 - borders / max(free, 1)) / max(places, 1e-9)
    total = 1e-9
    for seat in range(SEATS):
        chances[seat] = chances[seat] * rest + hidden[seat, 2] / max(free, 1)
        total += chances[seat]
    for seat in range(SEATS):
        chances[seat] /= total
        if known >= 0:
            chances[seat] = 1.0 if seat == known else 0.0


@compiled()
def count_pile(obs, first, seat, hidden):
    """About how many cards of unknown face and border, of the kind that is sought, a pile has."""
    places = 0.0
    grey = 0.5 * (obs[first[GREY_MIN] + seat] + obs[first[GREY_MAX] + seat])
    for k in range(3):
        hidden[seat, k] = 0
    for slot in range(obs[first[PILE_SIZE] + seat]):
        row = first[FACTS] + (seat * SLOTS + slot) * FACT_SIZE
        border = obs[row + 1] + obs[row + 2] + obs[row + 3] + obs[row + 4] + obs[row + 5]
        hidden[seat, 0] += obs[row] == 0 and obs[row + 6] == 0
        hidden[seat, 1] += obs[row] == 1 and border == 0
        hidden[seat, 2] += obs[row + 1]
        grey -= obs[row + 6]
    for card in range(CARDS):
        row = first[LOCATIONS] + card * LOCATION_SIZE
        if obs[row + seat]:
            places -= obs[row + 7]
            if card < SET_SIZE:
                hidden[seat, 2] -= obs[row + 6]
    places += hidden[seat, 1] + hidden[seat, 0] - min(max(grey, 0.0), float(hidden[seat, 0]))
    return max(places, 0.0)


@compiled()
def put_others(obs, first, cells, ways, chances, hidden, out):
    """Every other seat: how far, how strong, how suspect; then oneself and the opponent of the moment."""
    own = strength(obs, first, 0)
    base = 4 * WAY + HERE
    for seat in range(1, SEATS):
        at = base + (seat - 1) * OTHER
        if cells[seat] < 0:
            continue
        if cells[0] >= 0 and ways[0, cells[seat]] < FAR:
            out[at + bucket(ways[0, cells[seat]])] = 1
            out[at + N_BUCKETS] = ways[0, cells[seat]] <= obs[first[MP]]
            out[at + N_BUCKETS + 1] = cells[seat] == cells[0]
        at += N_BUCKETS + 2
        lead = own - strength(obs, first, seat)
        out[at + min(max(lead, -LEADS), LEADS) + LEADS] = 1
        at += 2 * LEADS + 1
        out[at] = odds(lead)
        out[at + 1] = int(100 * chances[seat])
        for k in range(3):
            out[at + 2 + k] = hidden[seat, k]
    put_suspicions(obs, first, base, out)
    at = base + (SEATS - 1) * OTHER
    out[at] = int(100 * chances[0])
    for k in range(3):
        out[at + 1 + k] = hidden[0, k]
    for seat in range(SEATS):
        out[at + 4 + seat] = chances[seat] == 1.0
    at += OWN
    for seat in range(1, SEATS):
        if obs[first[OPPONENT] + seat]:
            out[at] = int(100 * chances[seat])
            out[at + 1] = strength(obs, first, seat)
            out[at + 2] = obs[first[GHOST] + seat]
            out[at + 3 + min(max(own - strength(obs, first, seat), -LEADS), LEADS) + LEADS] = 1


@compiled()
def bits(obs, at, n):
    number = 0
    for k in range(n):
        number += int(obs[at + k]) << k
    return number


@compiled()
def put_suspicions(obs, first, base, out):
    """What others did and said about a seat: attacks, cards put back unturned, accusations, acquittals."""
    last = OTHER - 5
    for k in range(N_EVENTS):
        row = first[EVENTS] + k * EVENT_SIZE
        kind = bits(obs, row, 6)
        actor = bits(obs, row + 6, 3) - 1
        target = bits(obs, row + 9, 3) - 1
        if (kind == ATTACK or kind == RETURN) and actor > 0 and target > 0 and actor != target:
            out[base + (target - 1) * OTHER + last + int(kind == RETURN)] += 1
    for k in range(N_CLAIMS):
        row = first[CLAIMS] + k * CLAIM_SIZE
        speaker = bits(obs, row, 3) - 1
        seat = bits(obs, row + 3, 3) - 1
        if speaker > 0 and seat > 0 and speaker != seat:
            about = obs[row + 6] or (obs[row + 8] and bits(obs, row + 10, 5) == 1)
            against = obs[row + 7] or (obs[row + 9] and bits(obs, row + 10, 5) == 1)
            out[base + (seat - 1) * OTHER + last + 2] += about
            out[base + (seat - 1) * OTHER + last + 3] += against


@compiled()
def put_pile(obs, first, out):
    """The pile a card is picked from, slot by slot: there, unknown, unknown border, sought border, grey, seen."""
    base = SIZE - SLOTS * SLOT
    for seat in range(SEATS):
        if not obs[first[PICK_PILE] + seat]:
            continue
        for slot in range(obs[first[PILE_SIZE] + seat]):
            row = first[FACTS] + (seat * SLOTS + slot) * FACT_SIZE
            at = base + slot * SLOT
            border = obs[row + 1] + obs[row + 2] + obs[row + 3] + obs[row + 4] + obs[row + 5]
            out[at] = 1
            out[at + 1] = obs[row] == 0 and obs[row + 6] == 0
            out[at + 2] = obs[row] == 1 and border == 0
            out[at + 3] = obs[row + 1]
            out[at + 4] = obs[row + 6]
            out[at + 5] = obs[row + 7] != 0
        for card in range(CARDS):
            row = first[LOCATIONS] + card * LOCATION_SIZE
            if obs[row + seat] and obs[row + 6] and obs[row + 11] > 0:
                at = base + (obs[row + 11] - 1) * SLOT
                out[at + 3] = 0
                out[at + 5] = 1
