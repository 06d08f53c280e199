"""HD-INV: the checks themselves, and short random play under them (the long one is `make fuzz`)."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.tables import CODE
from haunted_env.play.batch import Batch
from tests.fuzz import games
from tests.fuzz.watch import Tally
from tests.games.haunted_destinies.invariants import violations
from tests.games.haunted_destinies.table import SPEC, Table
from tests.invariants import broken, put

POSITION = {
    "options": {"players": 4},
    "decision": "MAIN",
    "mp": 3,
    "board": {"4,5": "ti_old_kirk"},
    "seats": [
        {"pile": ["ps_opener", "ps_warden", "ha_recoil"], "items": ["it_waxed_coat"]},
        {"pile": ["ps_medium"], "up": ["ps_brawler"]},
        {"ghost": True, "gloom": 2},
        {},
    ],
    "ledger": {"1": {"facts": {"0": {"1": "S:ps_warden", "2": "G"}}, "locations": {"ps_opener": "PILE 0"}}},
}


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        pytest.param(
            1, lambda t, ledgers, s: put(s, "pile", (0, 0), CODE["ps_moths"]), marks=pytest.mark.clause("HD-INV-1")
        ),
        pytest.param(2, lambda t, ledgers, s: put(t, "discard", 3, 1), marks=pytest.mark.clause("HD-INV-2")),
        pytest.param(3, lambda t, ledgers, s: put(t, "health", 1, 0), marks=pytest.mark.clause("HD-INV-3")),
        pytest.param(3, lambda t, ledgers, s: put(t, "wounds", 1, 9), marks=pytest.mark.clause("HD-INV-3")),
        pytest.param(4, lambda t, ledgers, s: put(t, "own_gloom", 1, 1), marks=pytest.mark.clause("HD-INV-4")),
        pytest.param(4, lambda t, ledgers, s: put(t, "health", 2, 1), marks=pytest.mark.clause("HD-INV-4")),
        pytest.param(7, lambda t, ledgers, s: put(t, "tile", 0, 5), marks=pytest.mark.clause("HD-INV-7")),
        pytest.param(7, lambda t, ledgers, s: put(t, "pawn", 1, 0), marks=pytest.mark.clause("HD-INV-7")),
        pytest.param(9, lambda t, ledgers, s: t.__setitem__("mp", -1), marks=pytest.mark.clause("HD-INV-8")),
        pytest.param(9, lambda t, ledgers, s: t.__setitem__("decider", 1), marks=pytest.mark.clause("HD-INV-11")),
        pytest.param(
            13, lambda t, ledgers, s: put(ledgers["fact"], 1, (0, 0), 7), marks=pytest.mark.clause("HD-INV-13")
        ),
        pytest.param(
            13,
            lambda t, ledgers, s: put(ledgers["location"], 1, CODE["ps_warden"], 0),
            marks=pytest.mark.clause("HD-INV-14"),
        ),
        pytest.param(15, lambda t, ledgers, s: put(t, "grey_min", 0, 2), marks=pytest.mark.clause("HD-INV-15")),
        pytest.param(19, lambda t, ledgers, s: t.__setitem__("winners", 1), marks=pytest.mark.clause("HD-INV-19")),
    ],
)
def test_the_checks_find_broken_games(clause, change):
    assert broken(violations, Table(POSITION).game, change) == clause


@pytest.mark.clause("HD-INV-10", "HD-INV-12")
def test_the_checks_find_ghosts_that_return_and_openers_that_change():
    table = Table(POSITION)
    before = table.game.copy()
    before["table"]["ghost"][0, 3] = 1
    assert violations(table.game, before).tolist() == [12]
    for decision, expected in ((Decision.TRADE_REPLY, [12]), (Decision.REVIVE_REPLY, [0])):
        returned = Table({**POSITION, "options": {"players": 4, "revival": "on"}})
        asked = returned.game.copy()
        asked["table"]["ghost"][0, 3], asked["table"]["decider"], asked["ledger"]["decision"][0, 3] = 1, 3, decision
        assert violations(returned.game, asked).tolist() == expected
    before = table.game.copy()
    before["table"]["ritual"] = 1
    assert violations(table.game, before).tolist() == [12]


@pytest.mark.clause(
    "HD-INV-1", "HD-INV-2", "HD-INV-3", "HD-INV-4", "HD-INV-5", "HD-INV-6", "HD-INV-7", "HD-INV-8", "HD-INV-9",
    "HD-INV-10", "HD-INV-11", "HD-INV-12", "HD-INV-13", "HD-INV-14", "HD-INV-15", "HD-INV-19",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_all_sizes_and_options_keep_every_invariant(seed):
    tally = Tally(250_000)
    games.run(SPEC.name, 1000 + seed, tally)
    assert tally.tried >= 250_000 and tally.special > 100


@pytest.mark.clause("HD-INV-17")
def test_same_seed_and_actions_give_the_same_game_step_by_step():
    runs = []
    for _ in range(2):
        batch = Batch(SPEC, 8, {"players": 5})
        generators = batch.generators(3)
        batch.deal(np.arange(8))
        states = []
        for _ in range(300):
            states.append(batch.raw.tobytes())
            batch.step_random(generators)
        runs.append(states)
    assert runs[0] == runs[1]


@pytest.mark.clause("HD-INV-18")
def test_observing_changes_nothing_and_a_clone_plays_on_identically():
    batch = Batch(SPEC, 4, {"players": 4})
    generators = batch.generators(9)
    batch.deal(np.arange(4))
    for _ in range(150):
        batch.step_random(generators)
    before = batch.raw.tobytes()
    for seat in range(4):
        batch.look([seat] * 4)
    assert batch.raw.tobytes() == before
    twin, twin_generators = batch.clone(), generators.copy()
    for _ in range(200):
        batch.step_random(generators)
        twin.step_random(twin_generators)
        assert batch.raw.tobytes() == twin.raw.tobytes()
