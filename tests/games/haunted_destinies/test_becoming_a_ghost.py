"""How players become ghosts and what they give up (HD-GHOST-1 to HD-GHOST-6, HD-GHOST-12)."""

import pytest

from tests.games.haunted_destinies.table import Table

DYING = 0
DUST = "ha_unquiet_dust"


def rolls_twins(dying: dict, *others: dict, **more) -> Table:
    """Seat 0 is at its last health and rolls doubles; the wound is still to be chosen."""
    seats = [{"health": "1/5", **dying}, *(others or ({"pile": ["ps_opener"]}, {}, {}))]
    return Table({"seats": seats, "force": {"dice": [3, 3]}, **more}).do("ROLL2")


def dies_of_twins(dying: dict, *others: dict, **more) -> Table:
    return rolls_twins(dying, *others, **more).do("OPT_WOUND")


def falls_in_attack(attacker: dict, defender: dict, *others: dict, **more) -> Table:
    """Seat 0 has wounded seat 1 to 0 and must declare; the others stand elsewhere."""
    away = [{"pawn": "4,5", **seat} for seat in others or ({}, {})]
    position = {
        "decision": "MAIN",
        "board": {"4,5": "ti_old_kirk"},
        "seats": [attacker, {"health": "1/5", **defender}, *away],
        "force": {"dice": [6, 1]},
        **more,
    }
    return Table(position).do("ATTACK", "OPT_WOUND")


# HD-GHOST-1: the ways to become a ghost


@pytest.mark.clause("HD-GHOST-1")
def test_who_is_bound_wrongly_becomes_a_ghost():
    table = falls_in_attack({"pile": ["ps_opener"]}, {"pile": ["ps_medium"]})
    assert not table.is_ghost(1)  # fallen, but nothing is declared yet
    table.do("BIND")
    assert [table.is_ghost(seat) for seat in range(4)] == [False, True, False, False]


@pytest.mark.clause("HD-GHOST-1")
def test_who_starts_the_ritual_without_being_the_opener_becomes_a_ghost():
    table = falls_in_attack({"pile": ["ps_medium"]}, {"pile": ["ps_opener"]}).do("RITUAL")
    assert [table.is_ghost(seat) for seat in range(4)] == [True, False, False, False]


@pytest.mark.clause("HD-GHOST-1")
def test_who_is_consumed_by_a_ritual_becomes_a_ghost():
    table = falls_in_attack({"pile": ["ps_opener"]}, {"pile": ["ps_medium"]}).do("RITUAL")
    assert [table.is_ghost(seat) for seat in range(4)] == [False, True, False, False]


# HD-GHOST-2: undeclared deaths


def by_evil_twins() -> Table:
    return dies_of_twins({})


def by_a_card() -> Table:
    seats = [{"pile": ["ps_opener"]}, {"health": "1/5", "pile": ["ha_grave_chill"]}, {}, {}]
    seats[2]["pawn"] = seats[3]["pawn"] = "4,5"
    position = {"decision": "MAIN", "board": {"4,5": "ti_old_kirk"}, "seats": seats, "force": {"dice": [6, 1]}}
    return Table(position).do("PROBE", "OPT_LOOK_OTHER")


def by_a_haunting_ghost() -> Table:
    seats = [{"ghost": True, "gloom": 6}, {"health": "1/5"}, {"pawn": "4,5", "pile": ["ps_opener"]}, {"pawn": "4,5"}]
    position = {"decision": "MAIN", "board": {"4,5": "ti_old_kirk"}, "seats": seats, "force": {"dice": [2, 6]}}
    return Table(position).do("HAUNT", "H_WOUND")


def by_an_attacked_ghost() -> Table:
    seats = [{"health": "1/5"}, {"ghost": True, "gloom": 6}, {"pawn": "4,5", "pile": ["ps_opener"]}, {"pawn": "4,5"}]
    position = {"decision": "MAIN", "board": {"4,5": "ti_old_kirk"}, "seats": seats, "force": {"dice": [1, 3]}}
    return Table(position).do("ATTACK", "OPT_WOUND")


def by_the_penalty_of_a_failed_binding() -> Table:
    return falls_in_attack({"health": "1/5"}, {}, {"pile": ["ps_opener"]}, {}).do("BIND")


UNDECLARED = [
    (by_evil_twins, 0),
    (by_a_card, 1),
    (by_a_haunting_ghost, 1),
    (by_an_attacked_ghost, 0),
    (by_the_penalty_of_a_failed_binding, 0),
]


@pytest.mark.clause("HD-GHOST-1", "HD-GHOST-2")
@pytest.mark.parametrize(("play", "dead"), UNDECLARED)
def test_losing_all_health_outside_a_round_is_death_at_once_without_declaration(play, dead):
    table = play()
    assert table.is_ghost(dead)
    assert table.decision != "DECLARE"


@pytest.mark.clause("HD-GHOST-2")
def test_the_wound_of_an_attack_round_is_no_death_before_the_declaration():
    table = falls_in_attack({"pile": ["ps_opener"]}, {})
    assert not table.is_ghost(1)
    assert table.health(1) == "0/5"
    assert table.asked == (0, "DECLARE")


@pytest.mark.clause("HD-GHOST-2")
def test_evil_twins_of_an_attack_round_kill_undeclared():
    seats = [{"health": "1/5"}, {"pile": ["ps_opener"]}, {"pawn": "4,5"}]
    position = {"decision": "MAIN", "board": {"4,5": "ti_old_kirk"}, "seats": seats, "force": {"dice": [4, 4]}}
    table = Table(position).do("ATTACK", "OPT_WOUND")
    assert table.is_ghost(0)
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-GHOST-2")
def test_health_above_0_is_no_death():
    table = dies_of_twins({"health": "2/5"})
    assert not table.is_ghost(DYING)
    assert table.health(DYING) == "1/5"


# HD-GHOST-3: starting gloom


@pytest.mark.clause("HD-GHOST-3")
@pytest.mark.parametrize(
    ("pile", "gloom"),
    [
        ([], 0),
        (["ps_medium", "ps_inquisitor"], 0),
        (["se_hidden_remedy", "se_confession"], 0),
        (["ha_grave_chill"], 1),
        (["ha_grave_chill", "ps_medium", "ha_grave_chill", "ha_long_night"], 3),
        ([DUST], 3),
        ([DUST, DUST, "ha_recoil"], 7),
    ],
)
def test_a_new_ghost_has_1_gloom_per_haunting_card_and_their_death_gloom(pile, gloom):
    assert dies_of_twins({"pile": pile}).own_gloom(DYING) == gloom


@pytest.mark.example("EX-30")
@pytest.mark.clause("HD-GHOST-3")
def test_ex_30_two_haunting_cards_and_2_for_unquiet_dust():
    pile = ["ps_medium", "ha_grave_chill", DUST, "se_hidden_remedy", "ps_inquisitor"]
    assert dies_of_twins({"pile": pile}).own_gloom(DYING) == 4


@pytest.mark.clause("HD-GHOST-3")
def test_items_and_face_up_cards_and_curses_give_no_gloom():
    table = dies_of_twins(
        {"up": ["ps_medium"], "items": ["it_silver_bell"], "pile": ["ha_recoil"]},
        persistent=[{"card": "ha_leaden_feet", "seat": 0}],
        options={"players": 4, "auto_forced": True},
        decision="MAIN",
        mp=0,
        board={"4,5": "ti_old_kirk"},
        force={"dice": [3, 3]},
    )
    assert table.own_gloom(DYING) == 1


@pytest.mark.clause("HD-GHOST-3")
def test_the_card_being_obeyed_does_not_count():
    seats = [{"pile": ["ps_opener"]}, {"health": "1/5", "pile": ["ha_grave_chill", "ha_recoil"]}, {}]
    seats[2]["pawn"] = "4,5"
    position = {"decision": "MAIN", "board": {"4,5": "ti_old_kirk"}, "seats": seats, "force": {"dice": [6, 1]}}
    table = Table(position).do("PROBE", "OPT_LOOK_OTHER", "SLOT 0")
    assert table.is_ghost(1)
    assert table.own_gloom(1) == 1


@pytest.mark.clause("HD-GHOST-3")
@pytest.mark.parametrize(("declared", "dead"), [("BIND", 1), ("RITUAL", 0)])
def test_starting_gloom_after_a_failed_declaration(declared, dead):
    grey = ["ha_recoil", DUST, "se_confession"]
    table = falls_in_attack({"pile": ["ps_medium", *grey]}, {"pile": ["ps_kitchen", *grey]}, {"pile": ["ps_opener"]}, {})
    table.do(declared)
    assert table.is_ghost(dead)
    assert table.own_gloom(dead) == 4


# HD-GHOST-4 to HD-GHOST-6: what a ghost gives up

RICH = {
    "pile": ["ha_recoil", "ps_nine_steps", "se_confession"],
    "up": ["ps_medium", "ps_brawler"],
    "items": ["it_silver_bell", "it_silver_bell", "it_waxed_coat"],
}


def rich_death(declared: str) -> tuple[Table, int]:
    """A player with cards of every kind dies, undeclared (no Psyche card of the pile passes) or declared."""
    persistent = [{"card": "ha_leaden_feet", "seat": 1}, {"card": "ha_leaden_feet", "seat": 2}, "ha_thin_veil"]
    table = falls_in_attack(
        {"pile": ["ps_opener", "ps_red_door"]}, RICH, {}, {}, persistent=persistent, options={"death_pass": "opener_only"}
    )
    return table, 1


@pytest.mark.clause("HD-GHOST-4", "HD-GHOST-5")
@pytest.mark.parametrize("declared", ["BIND", "RITUAL"])
def test_a_ghost_gives_up_tokens_and_all_cards_to_the_public_discards(declared):
    position = {
        "decision": "MAIN",
        "board": {"4,5": "ti_old_kirk"},
        "seats": [{"pile": ["ps_opener"]}, {"health": "1/5", **RICH}, {"pawn": "4,5"}, {"pawn": "4,5"}],
        "force": {"dice": [6, 1]},
    }
    table = Table(position).do("ATTACK", "OPT_WOUND", "NO", declared)
    assert table.health(1) == "0/0"
    assert table.pile(1) == []
    assert table.up(1) == set()
    assert table.items(1) == []
    for psyche in ("ps_nine_steps", "ps_medium", "ps_brawler"):
        assert table.is_gone(psyche)
        assert {table.location(seat, psyche) for seat in range(4)} == {"GONE"}
    assert table.discards("ha_recoil") == 1
    assert table.discards("se_confession") == 1
    assert table.discards("it_silver_bell") == 2
    assert table.discards("it_waxed_coat") == 1
    assert table.grey(1) == (0, 0)
