"""How players become ghosts and what they give up (HD-GHOST-1 to HD-GHOST-6, HD-GHOST-12)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK, LOSES, WINS, dies, fallen, ghosts, haunts, pair
from tests.games.haunted_destinies.table import Table

DUST = "ha_unquiet_dust"
PLAIN = {"pile": ["ps_medium"]}

# HD-GHOST-1, HD-GHOST-2: the ways to become a ghost


@pytest.mark.clause("HD-GHOST-1")
@pytest.mark.parametrize(
    ("attacker", "defender", "declared", "dead"),
    [
        pytest.param(HOLDER, PLAIN, "BIND", [1], id="bound wrongly"),
        pytest.param(PLAIN, HOLDER, "RITUAL", [0], id="ritual without being the Opener"),
        pytest.param(HOLDER, PLAIN, "RITUAL", [1], id="consumed by a successful ritual"),
    ],
)
def test_declarations_make_ghosts(attacker, defender, declared, dead):
    table = fallen(attacker, defender, {}, {})
    assert ghosts(table) == []  # health 0, but nothing is declared yet
    assert ghosts(table.do(declared)) == dead


def by_evil_twins() -> Table:
    return dies({}, HOLDER, {})


def by_a_card() -> Table:
    victim = {"health": "1/5", "pile": ["ha_grave_chill"]}
    return pair(HOLDER, victim, {}, dice=WINS).do("PROBE", "OPT_LOOK_OTHER")


def by_a_haunting_ghost() -> Table:
    return haunts(6, {"health": "1/5"}, HOLDER, {}, dice=(2, 6)).do("H_WOUND")


def by_an_attacked_ghost() -> Table:
    return pair({"health": "1/5"}, {"ghost": True, "gloom": 6}, HOLDER, {}, dice=LOSES).do("ATTACK", "OPT_WOUND")


def by_the_penalty_of_a_failed_binding() -> Table:
    return fallen({"health": "1/5"}, {}, HOLDER, {}).do("BIND")


@pytest.mark.clause("HD-GHOST-1", "HD-GHOST-2")
@pytest.mark.parametrize(
    ("play", "dead"),
    [
        (by_evil_twins, 0),
        (by_a_card, 1),
        (by_a_haunting_ghost, 1),
        (by_an_attacked_ghost, 0),
        (by_the_penalty_of_a_failed_binding, 0),
    ],
)
def test_losing_all_health_otherwise_is_death_at_once_without_declaration(play, dead):
    table = play()
    assert table.is_ghost(dead)
    assert table.decision != "DECLARE"


@pytest.mark.clause("HD-GHOST-2")
def test_the_wound_of_an_attack_round_is_no_death_before_the_declaration():
    table = fallen(HOLDER, {}, {})
    assert ghosts(table) == []
    assert table.health(1) == "0/5"
    assert table.asked == (0, "DECLARE")


@pytest.mark.clause("HD-GHOST-2")
def test_evil_twins_of_an_attack_round_kill_undeclared():
    table = pair({"health": "1/5"}, HOLDER, {}, dice=(4, 4)).do("ATTACK", "OPT_WOUND")
    assert ghosts(table) == [0]
    assert table.asked == (1, "ROLL")


@pytest.mark.clause("HD-GHOST-2")
def test_a_player_with_health_left_lives():
    table = dies({"health": "2/5"}, HOLDER, {})
    assert ghosts(table) == []
    assert table.health(0) == "1/5"


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
    assert dies({"pile": pile}, HOLDER, {}).own_gloom(0) == gloom


@pytest.mark.example("EX-30")
@pytest.mark.clause("HD-GHOST-3")
def test_ex_30_two_haunting_cards_and_2_more_for_unquiet_dust():
    pile = ["ps_medium", "ha_grave_chill", DUST, "se_hidden_remedy", "ps_inquisitor"]
    assert dies({"pile": pile}, HOLDER, {}).own_gloom(0) == 4


@pytest.mark.clause("HD-GHOST-3")
def test_curses_and_face_up_cards_give_no_gloom():
    victim = {"health": "1/5", "up": ["ps_brawler"], "items": ["it_silver_bell"], "pile": ["ha_recoil"]}
    table = haunts(6, victim, HOLDER, {}, dice=(1, 6), persistent=[{"card": "ha_leaden_feet", "seat": 1}])
    assert table.do("H_WOUND").own_gloom(1) == 1


@pytest.mark.clause("HD-GHOST-3")
def test_the_card_being_obeyed_does_not_count():
    victim = {"health": "1/5", "pile": ["ha_grave_chill", "ha_recoil"]}
    table = pair(HOLDER, victim, {}, dice=WINS).do("PROBE", "OPT_LOOK_OTHER", "SLOT 0")
    assert ghosts(table) == [1]
    assert table.own_gloom(1) == 1


@pytest.mark.clause("HD-GHOST-3")
@pytest.mark.parametrize(("declared", "dead"), [("BIND", 1), ("RITUAL", 0)])
def test_a_declared_death_gives_starting_gloom_too(declared, dead):
    grey = ["ha_recoil", DUST, "se_confession"]
    table = fallen({"pile": ["ps_medium", *grey]}, {"pile": ["ps_kitchen", *grey]}, HOLDER, {}).do(declared)
    assert ghosts(table) == [dead]
    assert table.own_gloom(dead) == 4


# HD-GHOST-4 to HD-GHOST-6: what a ghost gives up

RICH = {
    "health": "1/7",
    "pile": ["ha_recoil", "se_confession", "ps_nine_steps"],
    "up": ["ps_medium", "ps_brawler"],
    "items": ["it_silver_bell", "it_silver_bell", "it_blackthorn"],
}


def rich_binding() -> Table:
    return fallen(HOLDER, RICH, {}, {}).do("BIND")


def rich_haunting() -> Table:
    table = haunts(9, RICH, HOLDER, {}, dice=(1, 6), options={"death_pass": "opener_only"})
    return table.do("H_WOUND")


@pytest.mark.clause("HD-GHOST-4", "HD-GHOST-5")
@pytest.mark.parametrize("play", [rich_binding, rich_haunting])
def test_a_ghost_gives_up_tokens_and_all_cards_for_all_to_see(play):
    table = play()
    assert table.is_ghost(1)
    assert table.health(1) == "0/0"
    assert (table.pile(1), table.up(1), table.items(1), table.grey(1)) == ([], set(), [], (0, 0))
    for psyche in ("ps_nine_steps", "ps_medium", "ps_brawler"):
        assert table.is_gone(psyche)
        assert {table.location(seat, psyche) for seat in range(4)} == {"GONE"}
    for grey, copies in {"ha_recoil": 1, "se_confession": 1, "it_silver_bell": 2, "it_blackthorn": 1}.items():
        assert table.discards(grey) == copies


@pytest.mark.clause("HD-GHOST-4")
def test_a_ghost_draws_no_cards_later():
    """Every way to a card leads past a ghost: here its own Evil Twins."""
    table = Table({"seats": [{"ghost": True}, HOLDER, {}], "force": {"dice": [2, 2]}}).do("ROLL2", "SEAT 2")
    assert table.pile(0) == []
    assert len(table.pile(2)) == 1


@pytest.mark.clause("HD-GHOST-5")
def test_discarded_cards_of_the_pile_are_named_to_all():
    events = " ".join(dies({"pile": ["ha_recoil", "se_confession"]}, HOLDER, {}).events())
    assert "Recoil of player 0 is discarded" in events
    assert "Confession of player 0 is discarded" in events


@pytest.mark.clause("HD-GHOST-5")
def test_only_curses_attached_to_the_dead_player_are_discarded():
    persistent = [{"card": "ha_leaden_feet", "seat": 1}, {"card": "ha_leaden_feet", "seat": 2}, "ha_thin_veil"]
    table = haunts(9, {"health": "1/5"}, HOLDER, {}, dice=(1, 6), persistent=persistent).do("H_WOUND")
    assert table.persistent("ha_leaden_feet", 1) == 0
    assert table.discards("ha_leaden_feet") == 1
    assert table.persistent("ha_leaden_feet", 2) == 1
    assert table.persistent("ha_thin_veil") == 1


@pytest.mark.clause("HD-GHOST-6")
@pytest.mark.parametrize(("declared", "dead"), [("BIND", 1), ("RITUAL", 0)])
def test_the_pawn_of_a_new_ghost_moves_to_the_cemetery(declared, dead):
    table = fallen({"pawn": KIRK}, {"pawn": KIRK}, {"pawn": "4,4", **HOLDER}, {"pawn": "4,4"}).do(declared)
    assert ghosts(table) == [dead]
    assert table.pawn(dead) == "4,4"
    assert table.pawn(1 - dead) == KIRK


# HD-GHOST-12: the order


@pytest.mark.clause("HD-GHOST-12")
def test_everything_but_the_insertion_is_done_when_the_heir_is_asked():
    dying = {"pawn": KIRK, "pile": ["ps_medium", "ha_recoil"], "items": ["it_silver_bell"]}
    table = dies(dying, HOLDER, {}, board={KIRK: "ti_old_kirk"})
    assert table.asked == (1, "INSERT_AT")
    assert ghosts(table) == [0]
    assert table.own_gloom(0) == 1
    assert (table.pile(0), table.items(0), table.pawn(0)) == ([], [], "4,4")
    assert table.discards("ha_recoil") == 1
    assert "ps_medium" not in table.pile(1)
    table.do("INSERT 1")
    assert table.pile(1) == ["ps_opener", "ps_medium", "ps_red_door"]


@pytest.mark.clause("HD-GHOST-12")
def test_the_win_check_comes_before_the_insertion():
    table = dies({"pile": ["ps_medium"]}, HOLDER, {"ghost": True})
    assert table.is_over
    assert table.reason == "LAST_LIVING"
    assert table.pile(1) == HOLDER["pile"]  # the passed card never arrives
    assert not table.is_gone("ps_medium")
