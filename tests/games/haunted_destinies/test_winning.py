"""Who wins at once, and what everybody receives (HD-WIN-1 to HD-WIN-4, HD-WIN-8, HD-WIN-10, HD-WIN-11)."""

import numpy as np
import pytest

from tests.games.haunted_destinies.scenes import HOLDER, LOSES, WINS, dies, fallen, ghosts, haunts, pair, winners
from tests.games.haunted_destinies.table import Table

GHOST = {"ghost": True, "gloom": 2}
RISEN = {"up": ["ps_opener"]}
WEAK = {"health": "1/5"}

# HD-WIN-1


@pytest.mark.clause("HD-WIN-1")
@pytest.mark.parametrize(("bind_win", "won"), [("binder", [0]), ("living", [0, 2])])
def test_binding_the_opener_wins(bind_win, won):
    table = fallen({}, HOLDER, {}, GHOST, options={"bind_win": bind_win}).do("BIND")
    assert winners(table) == won
    assert table.reason == "BOUND"


@pytest.mark.clause("HD-WIN-1")
def test_a_defender_who_binds_wins():
    table = pair({**WEAK, **HOLDER}, {}, {}, dice=LOSES).do("ATTACK", "OPT_WOUND", "BIND")
    assert winners(table) == [1]


@pytest.mark.clause("HD-WIN-1")
@pytest.mark.parametrize("bind_win", ["binder", "living"])
def test_binding_somebody_else_wins_nothing(bind_win):
    table = fallen({}, {}, HOLDER, {}, options={"bind_win": bind_win}).do("BIND")
    assert not table.is_over
    assert table.returns == [0, 0, 0, 0]


# HD-WIN-2


@pytest.mark.clause("HD-WIN-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_after_the_ritual_the_opener_wins_when_all_others_are_ghosts(players):
    table = pair(RISEN, WEAK, *[GHOST] * (players - 2), dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert winners(table) == [0]
    assert table.reason == "CONSUMED"


@pytest.mark.clause("HD-WIN-2")
def test_it_does_not_matter_who_or_what_killed_the_last_one():
    table = dies({"pile": ["ps_medium"]}, GHOST, RISEN, ritual=True)
    assert winners(table) == [2]
    table = haunts(9, WEAK, RISEN, dice=(2, 5), ritual=True).do("H_WOUND")
    assert winners(table) == [2]
    assert table.reason == "CONSUMED"


@pytest.mark.clause("HD-WIN-2")
def test_one_living_player_keeps_the_opener_from_winning():
    table = pair(RISEN, WEAK, GHOST, {}, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert ghosts(table) == [1, 2]
    assert not table.is_over


# HD-WIN-3


def opener_attacked() -> Table:
    return pair({}, {**RISEN, **WEAK}, {}, GHOST, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")


def opener_beaten() -> Table:
    return pair({**RISEN, **WEAK}, {}, {}, GHOST, dice=LOSES, ritual=True).do("ATTACK")


def opener_rolls_twins() -> Table:
    return dies(RISEN, {}, {}, GHOST, ritual=True)


def opener_rolls_both_twins() -> Table:
    position = {"ritual": True, "seats": [{**RISEN, **WEAK}, {}, {}, GHOST], "force": {"dice": [3, 3]}}
    return Table({**position, "options": {"evil_twins": "both"}}).do("ROLL2")


def opener_haunted() -> Table:
    seats = [{**RISEN, **WEAK}, {}, {}, {"ghost": True, "gloom": 9}]
    table = Table({"decision": "MAIN", "active": 3, "seats": seats, "ritual": True, "force": {"dice": [2, 5]}})
    return table.do("HAUNT", "SEAT 0", "H_WOUND")


def opener_obeys_a_card() -> Table:
    opener = {**RISEN, **WEAK, "pile": ["ha_grave_chill"]}
    return pair({}, opener, {}, GHOST, dice=WINS, ritual=True).do("PROBE", "OPT_LOOK_OTHER")


def opener_beaten_by_a_ghost() -> Table:
    return pair({**RISEN, **WEAK}, {"ghost": True, "gloom": 6}, {}, {}, dice=LOSES, ritual=True).do(
        "ATTACK", "OPT_WOUND"
    )


@pytest.mark.clause("HD-WIN-3", "HD-WIN-11")
@pytest.mark.parametrize(
    "play",
    [
        opener_attacked,
        opener_beaten,
        opener_rolls_twins,
        opener_rolls_both_twins,
        opener_haunted,
        opener_obeys_a_card,
        opener_beaten_by_a_ghost,
    ],
)
def test_after_the_ritual_the_living_win_when_the_opener_has_no_health(play):
    table = play()
    assert table.reason == "OPENER_FELL"
    opener = table.roles.index("opener")
    living = [seat for seat in range(4) if seat != opener and not table.is_ghost(seat)]
    assert winners(table) == living
    assert len(living) == 2
    assert [table.roles[seat] for seat in living] == ["investigator"] * 2
    assert table.roles.count("ghost") == 1
    assert not table.is_ghost(opener)  # the game ended before that death


@pytest.mark.clause("HD-WIN-3")
def test_the_opener_with_health_left_plays_on():
    table = pair({}, {**RISEN, "health": "2/5"}, {}, GHOST, dice=WINS, ritual=True).do("ATTACK", "OPT_WOUND")
    assert not table.is_over
    assert table.health(1) == "1/5"


@pytest.mark.clause("HD-WIN-3")
def test_before_the_ritual_the_death_of_the_opener_does_not_end_the_game():
    table = dies(RISEN, {}, {}, GHOST)
    assert ghosts(table) == [0, 3]
    assert not table.is_over


# HD-WIN-4


@pytest.mark.clause("HD-WIN-4")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_before_any_ritual_the_last_player_living_wins_as_the_opener(players):
    table = dies(HOLDER, *[GHOST] * (players - 2), {"pile": ["ps_medium"]})
    assert winners(table) == [players - 1]
    assert table.reason == "LAST_LIVING"
    assert table.roles == ["ghost"] * (players - 1) + ["opener"]


@pytest.mark.clause("HD-WIN-4")
def test_a_fallen_player_spared_by_a_failed_ritual_may_be_the_last_living():
    table = fallen({"pile": ["ps_medium"]}, HOLDER, GHOST).do("RITUAL")
    assert winners(table) == [1]
    assert table.reason == "LAST_LIVING"


@pytest.mark.clause("HD-WIN-4")
def test_two_living_players_play_on():
    table = dies(HOLDER, {}, {}, GHOST)
    assert not table.is_over
    assert ghosts(table) == [0, 3]


# HD-WIN-8: precedence


ENDINGS = {
    "BOUND": lambda ghost, **more: fallen({}, HOLDER, {}, ghost, **more).do("BIND"),
    "CONSUMED": lambda ghost, **more: pair(RISEN, WEAK, ghost, dice=WINS, ritual=True, **more).do(
        "ATTACK", "OPT_WOUND"
    ),
    "OPENER_FELL": lambda ghost, **more: dies(RISEN, {}, ghost, ritual=True, **more),
    "LAST_LIVING": lambda ghost, **more: dies(HOLDER, {}, ghost, **more),
}


@pytest.mark.clause("HD-WIN-8")
@pytest.mark.parametrize("reason", ENDINGS)
def test_wins_at_once_come_before_the_ghosts(reason):
    """A ghost win condition in play is already met."""
    table = ENDINGS[reason]({"ghost": True, "gloom": 11}, persistent=["ha_pale_king"])
    assert table.reason == reason
    assert not any(table.is_ghost(seat) for seat in winners(table))


@pytest.mark.clause("HD-WIN-8")
def test_without_such_a_win_the_ghosts_win_at_the_end_of_that_turn():
    """The control of the test above: the condition is met indeed."""
    more = {"persistent": ["ha_pale_king"]}
    table = fallen({}, {}, HOLDER, {"ghost": True, "gloom": 11}, **more).do("BIND", "END_TURN")
    assert table.reason == "GHOSTS"


@pytest.mark.clause("HD-WIN-8")
def test_the_end_cancels_what_is_pending():
    """The second look of a haunt, and the rest of the turn."""
    victim = {**WEAK, "pile": ["ha_grave_chill", "ps_medium"]}
    table = haunts(9, victim, HOLDER, dice=(6, 4), mp=2).do("H_LOOK2", "SLOT 0")
    assert winners(table) == [2]
    assert table.decider == -1
    assert table.legal == set()
    assert table.refuses("END_TURN")


@pytest.mark.clause("HD-WIN-8")
def test_a_win_on_the_last_turn_comes_before_dawn():
    table = fallen({}, HOLDER, {}, options={"max_turns": 1}).do("BIND")
    assert table.reason == "BOUND"


# HD-WIN-10, HD-WIN-11


@pytest.mark.clause("HD-WIN-10")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_receives_anything_before_the_end(seed):
    rng = np.random.default_rng(seed)
    seats = [{"health": "2/5", "pile": ["ps_opener", "ps_medium"]}, {"health": "2/5"}, {"health": "2/5"}]
    table = Table({"seats": seats, "seed": seed, "options": {"max_turns": 30}})
    while not table.is_over:
        assert table.returns == [0, 0, 0]
        table.do(str(rng.choice(sorted(table.legal))))
    assert sorted(set(table.returns)) in ([-1.0], [-1.0, 1.0])


@pytest.mark.clause("HD-WIN-10")
def test_winners_receive_1_and_all_others_minus_1():
    table = fallen({}, HOLDER, {}, GHOST, {}, options={"bind_win": "living"}).do("BIND")
    assert table.returns == [1, -1, 1, -1, 1]


@pytest.mark.clause("HD-WIN-11")
@pytest.mark.parametrize(
    ("reason", "roles"),
    [
        ("BOUND", ["investigator", "opener", "investigator", "ghost"]),
        ("CONSUMED", ["opener", "ghost", "ghost"]),
        ("OPENER_FELL", ["opener", "investigator", "ghost"]),
        ("LAST_LIVING", ["ghost", "opener", "ghost"]),
    ],
)
def test_roles_are_told_at_the_end(reason, roles):
    table = ENDINGS[reason](GHOST)
    assert table.reason == reason
    assert table.roles == roles


@pytest.mark.clause("HD-WIN-11")
def test_no_roles_are_told_before():
    assert set(fallen({}, HOLDER, {}).roles) == {"none"}
