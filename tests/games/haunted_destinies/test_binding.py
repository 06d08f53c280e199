"""The Opener and binding (HD-OPEN-1 to HD-OPEN-5, HD-OPEN-13)."""

import pytest

from tests.games.haunted_destinies.scenes import HOLDER, KIRK, LOSES, WINS, dies, fallen, ghosts, pair, view, winners
from tests.games.haunted_destinies.table import Table

PLAIN = {"pile": ["ps_medium"]}
FACE_UP = {"up": ["ps_opener"]}
LAST_TURN = {"max_turns": 1}  # the game ends with this turn, and the roles are told

# HD-OPEN-1, HD-OPEN-2: who is the Opener


def nothing_happens() -> Table:
    return pair({}, {}, HOLDER, options=LAST_TURN)


def lies_face_up() -> Table:
    return pair({}, {}, FACE_UP, options=LAST_TURN)


def face_down_theft() -> Table:
    return pair({}, HOLDER, {}, dice=WINS, options=LAST_TURN).do("ATTACK", "OPT_TAKE", "SLOT 0", "NO")


def face_up_theft() -> Table:
    return pair({}, FACE_UP, {}, dice=WINS, options=LAST_TURN).do("ATTACK", "OPT_TAKE", "NO")


def theft_by_the_defender() -> Table:
    return pair(HOLDER, {}, {}, dice=(1, 6), options=LAST_TURN).do("ATTACK", "OPT_TAKE", "SLOT 0", "NO")


def swap() -> Table:
    crossed = {"decks": {"search": ["se_crossed_fates"]}, "options": LAST_TURN}
    table = pair({**HOLDER, "pawn": KIRK}, {"pile": ["ps_medium"]}, {}, dice=WINS, **crossed)
    return table.do("SEARCH", "OPT_DRAW_SEARCH", "SLOT 0", "INSERT 0")


def passing_at_a_death() -> Table:
    return dies(HOLDER, {}, {}, options=LAST_TURN)


@pytest.mark.clause("HD-OPEN-1")
@pytest.mark.parametrize(
    ("play", "opener"),
    [
        (nothing_happens, 2),
        (lies_face_up, 2),
        (face_down_theft, 0),
        (face_up_theft, 0),
        (theft_by_the_defender, 1),
        (swap, 1),
        (passing_at_a_death, 1),
    ],
)
def test_the_holder_of_the_card_is_the_opener_and_the_role_moves_with_it(play, opener):
    table = play()
    while not table.is_over:
        table.do("END_TURN")
    assert table.reason == "DAWN"
    assert table.roles.index("opener") == opener
    assert table.roles.count("opener") == 1


@pytest.mark.clause("HD-OPEN-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nobody_knows_at_the_start_where_the_opener_card_is(players):
    table = Table(seed=players, players=players, setup="random")
    for seat in range(players):
        assert table.location(seat, "ps_opener") == "UNKNOWN"
        assert {fact for pile in range(players) for fact in table.facts(seat, pile)} == {"P"}


@pytest.mark.clause("HD-OPEN-2")
def test_nobody_sees_who_the_opener_is_not_even_the_opener():
    piles = [["ps_opener", "ps_red_door"], ["ps_medium", "ps_warden"], ["ps_kitchen", "ps_physician"]]
    here = Table({"seats": [{"pile": pile} for pile in piles]})
    piles[0][0], piles[1][0] = piles[1][0], piles[0][0]
    there = Table({"seats": [{"pile": pile} for pile in piles]})
    for seat in range(3):
        assert view(here, seat) == view(there, seat)


# HD-OPEN-3 to HD-OPEN-5: BIND


@pytest.mark.example("EX-18")
@pytest.mark.clause("HD-OPEN-3", "HD-WIN-1", "HD-WIN-10")
def test_ex_18_binding_the_opener_wins_for_the_declarer_alone():
    table = fallen(PLAIN, {"pile": ["ha_recoil", "ps_opener", "se_confession"]}, {}, {}).do("BIND")
    assert winners(table) == [0]
    assert table.reason == "BOUND"
    assert table.facts(3, 1) == ["S:ha_recoil", "S:ps_opener", "S:se_confession"]


@pytest.mark.clause("HD-OPEN-3")
def test_an_opener_whose_card_lies_face_up_can_be_bound():
    table = fallen(PLAIN, {**FACE_UP, "pile": ["ps_warden"]}, {}).do("BIND")
    assert winners(table) == [0]


@pytest.mark.clause("HD-OPEN-3")
def test_the_whole_pile_of_a_player_bound_wrongly_is_revealed():
    table = fallen(HOLDER, {"pile": ["ha_recoil", "ps_medium", "ha_recoil"]}, {}, {}).do("BIND")
    revealed = [event for event in table.events() if event.startswith("Player 1 reveals")]
    assert len(revealed) == 3
    assert not any("Player 0 reveals" in event for event in table.events())


@pytest.mark.clause("HD-OPEN-4")
@pytest.mark.parametrize(
    ("before", "after"),
    [("5/5", "2/5"), ("4/5", "2/5"), ("3/5", "1/5"), ("2/5", "1/5"), ("7/8", "3/8"), ("12/12", "6/12")],
)
def test_a_wrong_binding_costs_the_declarer_half_their_health_rounded_up(before, after):
    table = fallen({"health": before, **PLAIN}, {}, HOLDER, {}).do("BIND")
    assert ghosts(table) == [1]
    assert table.health(0) == after


@pytest.mark.example("EX-19")
@pytest.mark.clause("HD-OPEN-4", "HD-GHOST-3", "HD-GHOST-10")
def test_ex_19_a_wrong_binding():
    pile = ["ps_medium", "ha_recoil", "ha_grave_chill"]
    table = fallen({"health": "5/5"}, {"pile": pile}, HOLDER, {}, {}).do("BIND")
    assert ghosts(table) == [1]
    assert table.own_gloom(1) == 2
    assert table.is_gone("ps_medium")
    assert [table.pile(seat) for seat in range(5)] == [[], [], HOLDER["pile"], [], []]
    assert table.health(0) == "2/5"


@pytest.mark.example("EX-20")
@pytest.mark.clause("HD-OPEN-5", "HD-GHOST-8", "HD-GHOST-9")
@pytest.mark.parametrize(
    ("pile", "passed"), [(["ps_opener", "ps_warden"], "ps_opener"), (["ps_warden", "ps_kitchen"], "ps_kitchen")]
)
def test_ex_20_a_declarer_with_health_1_dies_of_the_penalty_after_the_fallen(pile, passed):
    heir = {"pile": ["ps_medium"]}
    opener = [] if "ps_opener" in pile else ["ps_opener"]
    force = {"dice": WINS, "picks": [1]}
    table = fallen({"health": "1/5", "pile": pile}, {"pile": ["ps_red_door"]}, heir, {"pile": opener}, force=force).do(
        "BIND"
    )
    assert ghosts(table) == [0, 1]
    assert table.asked == (2, "INSERT_AT")
    assert table.do("INSERT 1").pile(2) == ["ps_medium", passed]
    deaths = [event for event in table.events() if "becomes a ghost" in event]
    assert [event[:8] for event in deaths] == ["Player 1", "Player 0"]
    assert table.asked == (1, "ROLL")  # the dead declarer was the active player


@pytest.mark.clause("HD-OPEN-5")
def test_the_last_player_living_wins_before_the_penalty_is_taken():
    table = fallen({"health": "1/5", **HOLDER}, PLAIN, {"ghost": True}).do("BIND")
    assert winners(table) == [0]
    assert table.reason == "LAST_LIVING"
    assert table.health(0) == "1/5"


@pytest.mark.clause("HD-OPEN-4", "HD-OPEN-5")
def test_a_defender_may_bind_a_fallen_attacker_and_pays_for_the_error():
    table = pair({"health": "1/5"}, {"health": "4/5"}, HOLDER, dice=LOSES).do("ATTACK")
    assert table.asked == (1, "DECLARE")
    table.do("BIND")
    assert ghosts(table) == [0]
    assert table.health(1) == "2/5"
    assert table.asked == (1, "ROLL")


# HD-OPEN-13


@pytest.mark.clause("HD-OPEN-13")
@pytest.mark.parametrize(
    ("attacker", "defender", "other"),
    [
        pytest.param(HOLDER, {}, {}, id="the declarer holds the card"),
        pytest.param(FACE_UP, {}, {}, id="the declarer shows the card"),
        pytest.param({}, HOLDER, {}, id="the fallen holds the card"),
        pytest.param({}, FACE_UP, {}, id="the fallen shows the card"),
        pytest.param({}, {}, FACE_UP, id="somebody else shows the card"),
        pytest.param({}, {}, HOLDER, id="empty piles on both sides"),
    ],
)
def test_both_declarations_are_always_legal(attacker, defender, other):
    table = fallen(attacker, defender, other)
    assert table.asked == (0, "DECLARE")
    assert table.legal == {"BIND", "RITUAL"}
