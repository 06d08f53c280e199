"""What one seat alone observes, block by block, on made-up games: HD-INFO-19 (b), and the mask of HD-INFO-3."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import (
    Decision,
)
from haunted_env.games.haunted_destinies.observation import (
    FACT_SIZE,
    LOCATION_SIZE,
)
from haunted_env.games.haunted_destinies.state import (
    AT_SLOT,
    GONE,
    MAX_PILE,
    MAX_SEATS,
    PA,
    PILE,
    SEEN,
    STALE,
    UP,
    G,
    P,
    U,
)
from haunted_env.games.haunted_destinies.tables import (
    FIRST_SEARCH,
    N_GREY,
    PSYCHE_SET,
)
from tests.games.haunted_destinies.observing import (
    LEFT,
    ME,
    bits,
    block,
    both,
    changed,
    observe,
    one_hot,
    quiet,
)

FACTS = [
    (U, [0, 0, 0, 0, 0, 0, 0, 0], 0),
    (P, [1, 0, 0, 0, 0, 0, 0, 0], 1),
    (PA, [1, 1, 0, 0, 0, 0, 0, 0], 1),
    (PA + 4, [1, 0, 0, 0, 0, 1, 0, 0], 1),
    (G, [0, 0, 0, 0, 0, 0, 1, 0], 1),
    (SEEN + 7, [1, *one_hot(PSYCHE_SET[7], 5), 0, 0], 2),
    (SEEN + FIRST_SEARCH, [0, 0, 0, 0, 0, 0, 1, 1], 2),
    (SEEN + FIRST_SEARCH + N_GREY - 1, [0, 0, 0, 0, 0, 0, 1, N_GREY], 2),
]


@pytest.mark.clause("HD-INFO-2", "HD-INFO-3", "HD-INFO-19")
@pytest.mark.parametrize(("fact", "row", "mask"), FACTS)
def test_slot_facts_and_their_mask(fact, row, mask):
    game = quiet()
    game["table"]["pile_size"][0, :4] = [20, 0, 1, 6]
    game["ledger"]["fact"][0, ME, 0, 19] = fact
    game["ledger"]["fact"][0, ME, 1, 0] = fact  # of an empty pile: says nothing
    observation, cards = both(game, ME)
    rows = block(observation, "FACTS", FACT_SIZE)
    assert rows[3 * MAX_PILE + 19] == row
    assert sum(map(any, rows)) == any(row)
    expected = np.full((MAX_SEATS, MAX_PILE), -1)
    expected[1, :1] = expected[2, :6] = expected[3, :20] = 0
    expected[3, 19] = mask
    assert cards.reshape(MAX_SEATS, MAX_PILE).tolist() == expected.tolist()


@pytest.mark.clause("HD-INFO-19")
def test_locations():
    game = quiet()
    ledger = game["ledger"][0, ME]
    game["table"]["pile_size"][0, 0] = 9
    ledger["location"][:7] = [0, GONE, UP + ME, PILE + 3, STALE + LEFT, AT_SLOT + 0, 0]
    ledger["fact"][0, 8] = SEEN + 5
    rows = block(observe(game, ME), "LOCATIONS", LOCATION_SIZE)
    none = [0] * 6
    assert rows[:7] == [
        [*none, 0, 0, 0, 0, 0, 0],
        [*none, 0, 0, 0, 0, 1, 0],
        [*one_hot(0, 6), 0, 0, 0, 1, 0, 0],
        [*one_hot(2, 6), 0, 1, 0, 0, 0, 0],
        [*one_hot(1, 6), 0, 0, 1, 0, 0, 0],
        [*one_hot(3, 6), 1, 0, 0, 0, 0, 9],
        [*none, 0, 0, 0, 0, 0, 0],
    ]


PRIVATE = {
    Decision.LOOK_OUTCOME: {"FACE"},
    Decision.INSERT_AT: {"FACE", "INCOMING", "INCOMING_CARD"},
    Decision.SETUP_CELL: {"FACE", "CHOSEN_TILE", "CHOSEN_TURN"},
    Decision.TALK_BORDER: {"FACE"},
}
CLAIM_BEGUN = {"CLAIM_KIND", "CLAIM_SEAT", "CLAIM_SLOT"}  # in the ledger only while a claim is being chosen


@pytest.mark.clause("HD-INFO-19")
@pytest.mark.parametrize("decision", PRIVATE)
def test_only_the_decider_sees_what_is_asked_and_chosen_so_far(decision):
    game = quiet()
    game["table"]["decider"] = ME
    ledger = game["ledger"][0, ME]
    ledger["decision"], ledger["face"], ledger["lane"], ledger["incoming"][1] = decision, 72, 1, SEEN + 29
    ledger["chosen_tile"], ledger["claim_kind"], ledger["claim_seat"], ledger["claim_slot"] = 5, 3, LEFT, 11
    ledger["chosen_turn"] = 2
    deciding = observe(game, ME)
    game["table"]["decider"] = LEFT
    waiting = observe(game, ME)
    assert changed(deciding, waiting) == {"DECIDER", "DECISION"} | PRIVATE[decision] | CLAIM_BEGUN
    assert block(deciding, "DECISION") == one_hot(decision, len(Decision))
    assert block(deciding, "FACE") == bits(73, 7)
    expected = {
        "INCOMING": [1, *one_hot(PSYCHE_SET[29], 5), 0, 0],
        "INCOMING_CARD": bits(30, 5),
        "CHOSEN_TILE": one_hot(5, 6),
        "CHOSEN_TURN": one_hot(2, 4),
        "CLAIM_KIND": one_hot(3, 7),
        "CLAIM_SEAT": one_hot(1, 6),
        "CLAIM_SLOT": bits(12, 5),
    }
    for name, entries in expected.items():
        assert block(deciding, name) == (entries if name in PRIVATE[decision] | CLAIM_BEGUN else [0] * len(entries))
        assert not any(block(waiting, name))
