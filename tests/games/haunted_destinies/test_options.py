"""Options in general: random insertion, what is refused, what is public (HD-OPT-2, HD-OPT-3)."""

from typing import Any

import numpy as np
import pytest

from tests.games.haunted_destinies.scenes import HOLDER, WINS, dies, pair, view
from tests.games.haunted_destinies.table import SPEC, Table

RANDOM = {"insert_mode": "random"}
PILE = ["ps_medium", "ps_warden"]


def draws(pile: list[str], **more: Any) -> Table:
    """Seat 0 draws Recoil after rolling doubles."""
    position = {"options": RANDOM, "decks": {"haunting": ["ha_recoil"]}, "force": {"dice": [3, 3]}}
    seats = [{"pile": pile}, HOLDER, {}]
    return Table({**position, "seats": seats, **more}).do("ROLL2", "OPT_HAUNTING")


# HD-OPT-2


@pytest.mark.clause("HD-OPT-2")
def test_random_insertion_is_uniform_over_all_slots():
    slots = [draws(PILE, seed=seed).pile(0).index("ha_recoil") for seed in range(450)]
    assert [100 <= slots.count(slot) <= 200 for slot in range(4)] == [True, True, True, False]


@pytest.mark.clause("HD-OPT-2")
@pytest.mark.parametrize("slot", [0, 1, 2])
def test_only_the_owner_learns_the_slot(slot):
    table = draws(PILE, force={"dice": [3, 3], "picks": [slot]}, ledger={"all": {"facts": {"0": "P"}}})
    assert table.asked == (0, "MAIN")
    known = ["P", "P"]
    known.insert(slot, "G")
    assert table.facts(0, 0) == known
    assert table.facts(1, 0) == table.facts(2, 0) == ["U", "U", "U"]


@pytest.mark.clause("HD-OPT-2")
def test_a_card_passed_at_a_death_is_inserted_at_random():
    table = dies({"pile": ["ps_kitchen"]}, HOLDER, {}, options=RANDOM, force={"dice": [3, 3], "picks": [0, 1]})
    assert table.pile(1) == ["ps_opener", "ps_kitchen", "ps_red_door"]
    assert table.facts(1, 1) == ["U", "P", "U"]


@pytest.mark.clause("HD-OPT-2")
def test_a_card_taken_is_inserted_at_random():
    force = {"dice": WINS, "picks": [2]}
    table = pair({"pile": PILE}, HOLDER, {}, options=RANDOM, force=force).do("ATTACK", "OPT_TAKE", "SLOT 0")
    assert table.pile(0) == [*PILE, "ps_opener"]
    assert table.asked == (0, "CONTINUE")


@pytest.mark.clause("HD-OPT-2")
def test_by_default_the_owner_chooses_the_slot():
    table = draws(PILE, options={})
    assert table.asked == (0, "INSERT_AT")
    assert table.legal == {"INSERT 0", "INSERT 1", "INSERT 2"}


# HD-OPT-3: refused


@pytest.mark.clause("HD-OPT-3")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("player", 4),
        ("variant", "x"),
        ("players", 2),
        ("players", 7),
        ("players", "four"),
        ("players", 3.5),
        ("setup", "quick"),
        ("placement", ""),
        ("evil_twins", "none"),
        ("evil_twins_scope", "search"),
        ("search_tiers", "all"),
        ("psyche_reward", "heal"),
        ("reward_health", "book"),
        ("bind_win", "Living"),
        ("attacker_down", None),
        ("death_pass", "nothing"),
        ("ruleset", "print"),
        ("ruleset", 1),
        ("removed_sets", "E"),
        ("health_moves", -1),
        ("health_moves", 4),
        ("revival", True),
        ("rotation", "free"),
        ("insert_mode", 1),
        ("claims_per_turn", -1),
        ("claims_per_turn", 4),
        ("trade_offers_per_turn", -1),
        ("trade_offers_per_turn", 4),
        ("tells_per_turn", -1),
        ("tells_per_turn", 4),
        ("max_turns", 0),
        ("max_turns", -3),
        ("max_turns", 2.5),
        ("draw_reward", 1),
        ("draw_reward", -0.5),
        ("opener_power", "strong"),
        ("auto_forced", "yes"),
    ],
)
def test_unknown_options_and_values_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        SPEC.check_options({name: value})
    with pytest.raises(ValueError, match=name):
        Table({"seats": [HOLDER], "options": {name: value}})


# HD-OPT-3: public and constant

OTHERS = {
    "setup": "random",
    "placement": "free",
    "evil_twins": "both",
    "evil_twins_scope": "movement",
    "search_tiers": "each",
    "psyche_reward": "sheet",
    "reward_health": "token",
    "bind_win": "living",
    "attacker_down": "ghost",
    "death_pass": "opener_only",
    "insert_mode": "random",
    "claims_per_turn": 3,
    "trade_offers_per_turn": 0,
    "tells_per_turn": 2,
    "max_turns": 33,
    "draw_reward": 0,
    "opener_power": "plain",
    "auto_forced": False,
    "removed_sets": "D",
    "health_moves": 2,
    "revival": "on",
    "rotation": "on",
}


@pytest.mark.clause("HD-OPT-3")
@pytest.mark.parametrize("name", OTHERS)
def test_every_seat_observes_the_options(name):
    position = {"seats": [HOLDER, {}, {}], "turn": 3}
    default, other = Table(position), Table({**position, "options": {name: OTHERS[name]}})
    for seat in range(3):
        assert view(default, seat) != view(other, seat)


@pytest.mark.clause("HD-OPT-3")
def test_nobody_observes_the_seed():
    position = {"seats": [HOLDER, {}, {}]}
    for seat in range(3):
        assert view(Table({**position, "seed": 1}), seat) == view(Table({**position, "seed": 2}), seat)


@pytest.mark.clause("HD-OPT-3")
def test_options_stay_as_they_are_during_a_game():
    rng = np.random.default_rng(0)
    options = {"players": 5, **OTHERS, "max_turns": 12, "ruleset": "book", "placement": "connected"}
    table = Table(seed=3, **options)
    while not table.is_over:
        table.do(str(rng.choice(sorted(table.legal))))
        written = SPEC.positions.write(table.game)["options"]
        assert SPEC.check_options(written) == SPEC.check_options(options)
        assert written["placement"] == "connected" and "opener_power" not in written  # as, and not as, in the book
