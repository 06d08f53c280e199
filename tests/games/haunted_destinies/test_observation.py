"""What everybody observes, block by block, on made-up games: HD-INFO-19 (a)."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import (
    LOOKING,
    N_LABELS,
    PLACING,
    TELLING,
    Act,
    Claim,
    Decision,
    Event,
    Origin,
    Purpose,
    React,
)
from haunted_env.games.haunted_destinies.observation import (
    CLAIM_SIZE,
    EVENT_SIZE,
    HELD_SIZE,
    OBSERVATION,
)
from haunted_env.games.haunted_destinies.state import (
    GRID,
    N_ITEMS,
    N_PERSIST,
    NONE,
    TRADE_NOTES,
    TRADE_WORD,
)
from haunted_env.games.haunted_destinies.tables import (
    CEMETERY,
    FIRST_SEARCH,
    TILE_EDGES,
    TILE_SEARCHABLE,
)
from tests.games.haunted_destinies.observing import LEFT, ME, arbitrary, bits, block, changed, observe, one_hot, quiet


def fill(record, **values):
    for name, value in values.items():
        record[name] = value


def cell(row, col):
    return GRID * row + col


FLAGS = (
    "setup placement evil_twins evil_twins_scope search_tiers psyche_reward reward_health bind_win attacker_down "
    "death_pass insert_mode opener_power auto_forced removed_sets revival rotation"
)

# field of the table, its value, block, what the block says to seat 1 of 4
FIELDS = [
    *[(name, value, f"OPT_{name.upper()}", [value]) for name in FLAGS.split() for value in (0, 1)],
    ("n_seats", 6, "PLAYERS", [0, 0, 0, 1]),
    ("claims_per_turn", 3, "OPT_CLAIMS", [3]),
    ("death_pass", 2, "OPT_DEATH_PASS", [2]),
    ("health_moves", 3, "OPT_HEALTH_MOVES", [3]),
    ("action", Act.REVIVE, "ACTION", one_hot(10, 12)),
    ("trade_offers_per_turn", 2, "OPT_OFFERS", [2]),
    ("tells_per_turn", 3, "OPT_TELLS", [3]),
    ("draw_reward", -1, "OPT_DRAW_REWARD", [-1]),
    ("max_turns", 160, "OPT_MAX_TURNS", [32, 1]),
    ("max_turns", 10**6, "OPT_MAX_TURNS", [64, 127]),
    ("turn", 390, "TURN", [6, 3]),
    ("active", LEFT, "ACTIVE", one_hot(1, 6)),
    ("decider", 0, "DECIDER", one_hot(3, 6)),
    ("decider", NONE, "DECIDER", [0] * 6),
    ("label", LOOKING, "LABEL", one_hot(LOOKING, N_LABELS)),
    ("label", TELLING, "LABEL", one_hot(N_LABELS - 1, N_LABELS)),
    ("turn_ending", 1, "TURN_ENDING", [1]),
    ("ritual", 1, "RITUAL", [1]),
    ("light", 1, "LIGHT", one_hot(0, 6)),
    ("dark", 6, "DARK", one_hot(5, 6)),
    ("move_light", 3, "MOVE_LIGHT", one_hot(2, 6)),
    ("move_dark", 0, "MOVE_DARK", [0] * 6),
    ("mp", 12, "MP", [12]),
    ("mp", 300, "MP", [127]),
    ("action", Act.SEARCH, "ACTION", one_hot(0, 12)),
    ("action", Act.TELL, "ACTION", one_hot(8, 12)),
    ("action", Act.REMOVE_TILE, "ACTION", one_hot(11, 12)),
    ("actor", ME, "ACTOR", one_hot(0, 6)),
    ("opponent", 0, "OPPONENT", one_hot(3, 6)),
    ("obeyed", FIRST_SEARCH, "OBEYED", bits(31, 7)),
    ("obeyed_self", ME, "OBEYED_SELF", one_hot(0, 6)),
    ("obeyed_other", LEFT, "OBEYED_OTHER", one_hot(1, 6)),
    ("react", React.REROLL, "REACT", one_hot(0, 4)),
    ("react_card", 0, "REACT_CARD", bits(1, 7)),
    ("trade_give", 0, "TRADE_GIVE", one_hot(0, N_ITEMS + 2)),
    ("trade_give", TRADE_WORD, "TRADE_GIVE", one_hot(N_ITEMS, N_ITEMS + 2)),
    ("trade_ask", TRADE_NOTES, "TRADE_ASK", one_hot(N_ITEMS + 1, N_ITEMS + 2)),
    ("trade_ask", NONE, "TRADE_ASK", [0] * (N_ITEMS + 2)),
    ("purpose", Purpose.DISCARD_ITEM, "PURPOSE", one_hot(12, 13)),
    ("pick_pile", LEFT, "PICK_PILE", one_hot(1, 6)),
    ("look_seat", 3, "LOOK_SEAT", one_hot(2, 6)),
    ("look_pile", ME, "LOOK_PILE", one_hot(0, 6)),
    ("look_slot", 19, "LOOK_SLOT", bits(20, 5)),
    ("origin", Origin.DEATH, "ORIGIN", one_hot(3, 4)),
    ("origin_seat", 3, "ORIGIN_SEAT", one_hot(2, 6)),
    ("origin_slot", 0, "ORIGIN_SLOT", bits(1, 5)),
    ("recipient", 0, "RECIPIENT", one_hot(3, 6)),
    ("looked", 0b0101, "LOOKED", [0, 1, 0, 1, 0, 0]),
    ("search_left", 48, "SEARCH_LEFT", [48]),
    ("haunting_left", 42, "HAUNTING_LEFT", [42]),
    ("lanterns", 2, "LANTERNS", [2]),
    ("skulls", 1, "SKULLS", [1]),
    ("action_used", 1, "ACTION_USED", [1]),
    ("offers", 1, "OFFERS", [1]),
    ("claims_made", 3, "CLAIMS_MADE", [3]),
    ("tells_made", 2, "TELLS_MADE", [2]),
    ("tile_removed", 1, "TILE_REMOVED", [1]),
    ("stepped", 1, "STEPPED", [1]),
]


@pytest.mark.clause("HD-INFO-19", "HD-INFO-25")
@pytest.mark.parametrize(("field", "value", "name", "expected"), FIELDS)
def test_a_public_number(field, value, name, expected):
    game = quiet()
    game["table"][field] = value
    assert block(observe(game, ME), name) == expected


# array of the table: entries of seats 0, 1, 2, 3 -> block of seats 1, 2, 3, 0
@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize("name", ["ghost", "health", "wounds", "own_gloom", "pile_size", "grey_min", "grey_max"])
def test_a_number_per_seat_starts_with_oneself(name):
    game = quiet()
    game["table"][name][0, :4] = [0, 1, 2, 3]
    assert block(observe(game, ME), name.upper()) == [1, 2, 3, 0, 0, 0]


@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize(("name", "width"), [("items", N_ITEMS), ("curses", N_PERSIST)])
def test_cards_per_seat_are_counted_by_design(name, width):
    game = quiet()
    game["table"][name][0, 0, 5] = 2
    rows = block(observe(game, ME), name.upper(), width)
    assert rows == [[0] * width] * 3 + [[2 * x for x in one_hot(5, width)]] + [[0] * width] * 2


@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize(
    "name", ["persist", "discard", "power_used", "item_power_used", "reroll_used", "item_reroll_used"]
)
def test_cards_of_nobody_are_counted_by_design(name):
    game = quiet()
    counts = np.arange(game["table"][name].shape[1])
    game["table"][name] = counts
    assert block(observe(game, ME), name.upper()) == counts.tolist()


@pytest.mark.clause("HD-INFO-19")
def test_result_only_once_computed():
    game = quiet()
    game["table"]["result"] = -3
    assert block(observe(game, ME), "RESULT") == [0]
    game["table"]["has_result"] = 1
    assert (block(observe(game, ME), "HAS_RESULT"), block(observe(game, ME), "RESULT")) == ([1], [-3])


@pytest.mark.clause("HD-INFO-19")
def test_own_seat_is_absolute():
    assert block(observe(quiet(), 3), "OWN_SEAT") == one_hot(3, 6)


@pytest.mark.clause("HD-INFO-19")
def test_board_planes():
    game = quiet()
    table = game["table"]
    tile = next(t for t in range(len(TILE_EDGES) - 1) if 0 in TILE_EDGES[t] and TILE_SEARCHABLE[t])
    table["tile"][0, [cell(0, 0), cell(4, 4), cell(8, 8)]] = [0, CEMETERY, tile]
    table["gloom"][0, cell(8, 8)] = 3
    table["gloom"][0, cell(0, 0)] = 200
    seen = observe(game, ME)
    for side, name in enumerate(("EDGE_N", "EDGE_E", "EDGE_S", "EDGE_W")):
        plane = np.zeros(81, int)
        for where, what in ((cell(0, 0), 0), (cell(4, 4), CEMETERY), (cell(8, 8), tile)):
            plane[where] = TILE_EDGES[what, side] or -1
        assert block(seen, name) == plane.tolist()
    assert np.flatnonzero(block(seen, "SEARCHABLE")).tolist() == [cell(0, 0)] * TILE_SEARCHABLE[0] + [cell(8, 8)]
    assert block(seen, "GLOOM") == [127] + [0] * 79 + [3]


@pytest.mark.clause("HD-INFO-19")
def test_pawns():
    game = quiet()
    game["table"]["pawn"][0, :2] = [cell(3, 8), cell(0, 5)]
    seen = observe(game, ME)
    none = [0] * 9
    assert block(seen, "PAWN_ROW", 9) == [one_hot(0, 9), none, none, one_hot(3, 9), none, none]
    assert block(seen, "PAWN_COL", 9) == [one_hot(5, 9), none, none, one_hot(8, 9), none, none]


@pytest.mark.clause("HD-INFO-19")
def test_setup_is_shown_only_during_setup():
    game = quiet()
    table, hand = game["table"], game["ledger"]["hand"][0, ME]
    table["holder"], table["gloom_to_place"][0, :4] = LEFT, [4, 3, 2, 1]
    hand[:] = NONE
    hand[2] = 5
    assert not changed(observe(game, ME), observe(quiet(), ME))
    table["in_setup"] = 1
    seen = observe(game, ME)
    assert (block(seen, "IN_SETUP"), block(seen, "HOLDER")) == ([1], one_hot(1, 6))
    assert block(seen, "TO_PLACE") == [3, 2, 1, 4, 0, 0]
    held = [1, TILE_SEARCHABLE[5], *[edge or -1 for edge in TILE_EDGES[5].tolist()]]
    assert block(seen, "HAND", HELD_SIZE) == [[0] * 6, [0] * 6, held, [0] * 6, [0] * 6, [0] * 6]


@pytest.mark.clause("HD-INFO-19")
def test_events_newest_first():
    game = quiet()
    table = game["table"]
    table["n_events"] = 34
    fill(table["events"][0, 1], kind=Event.OBEY, actor=0, target=ME, slot=NONE, face=72, amount=-3)
    fill(table["events"][0, 0], kind=Event.MOVE, actor=LEFT, target=NONE, slot=80, face=NONE, amount=0)
    rows = block(observe(game, ME), "EVENTS", EVENT_SIZE)
    assert rows[0] == [*bits(Event.OBEY, 6), *bits(4, 3), *bits(1, 3), *bits(0, 7), *bits(73, 7), -3]
    assert rows[1] == [*bits(Event.MOVE, 6), *bits(2, 3), *bits(0, 3), *bits(81, 7), *bits(0, 7), 0]


@pytest.mark.clause("HD-INFO-19")
def test_claims_newest_first():
    game = quiet()
    table = game["table"]
    table["n_claims"], table["turn"] = 17, 200
    fill(table["claims"][0, 0], speaker=LEFT, kind=Act.HOLDS - Act.ACCUSE, seat=0, card=29, turn=195)
    fill(table["claims"][0, 15], speaker=0, kind=Claim.SEEN, seat=ME, card=NONE, slot=19, border=5, turn=3)
    rows = block(observe(game, ME), "CLAIMS", CLAIM_SIZE)
    assert rows[0] == [*bits(2, 3), *bits(4, 3), *one_hot(2, 7), *bits(30, 5), 5, 0]
    assert rows[1] == [*bits(4, 3), *bits(1, 3), *one_hot(6, 7), *bits(6, 5), 127, 20]


@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize(("counter", "name", "kept"), [("n_events", "EVENTS", 32), ("n_claims", "CLAIMS", 16)])
def test_memory_tells_what_is_kept_and_no_total(counter, name, kept):
    game = arbitrary(5, 4)
    size = OBSERVATION.block(name).size // kept
    for n in (0, 3, kept):
        game["table"][counter] = n
        assert [any(row) for row in block(observe(game, ME), name, size)] == [i < n for i in range(kept)]
    before = observe(game, ME)
    game["table"][counter] += 5 * kept
    assert not changed(before, observe(game, ME))


LOOK = {"LOOK_SEAT", "LOOK_PILE", "LOOK_SLOT"}
INSERTION = {"RECIPIENT", "ORIGIN", "ORIGIN_SEAT", "ORIGIN_SLOT"}
OTHER_CONTEXT = """ACTION ACTOR OPPONENT HAS_RESULT RESULT OBEYED OBEYED_SELF OBEYED_OTHER REACT REACT_CARD TRADE_GIVE
    TRADE_ASK PURPOSE PICK_PILE"""
CONTEXT = LOOK | INSERTION | set(OTHER_CONTEXT.split())


@pytest.mark.clause("HD-INFO-20", "HD-INFO-25")
@pytest.mark.parametrize(("label", "told"), [(Decision.REACT, CONTEXT), (LOOKING, LOOK), (PLACING, INSERTION)])
def test_a_label_tells_only_its_part_of_the_context(label, told):
    game = quiet()
    table = game["table"]
    table["label"] = label
    bare = observe(game, ME)
    for name in CONTEXT:
        table[name.lower()] = 1
    table["action"] = Act.PROBE
    assert changed(bare, observe(game, ME)) == told
    assert block(bare, "LABEL") == one_hot(label, N_LABELS)
