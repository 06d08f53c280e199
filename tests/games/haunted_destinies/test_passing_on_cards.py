"""Cards that pass on: at a death, and past ghosts (HD-GHOST-7 to HD-GHOST-11)."""

import pytest

from tests.games.haunted_destinies.scenes import GREY, HOLDER, dies, fallen, ghosts, haunts, winners
from tests.games.haunted_destinies.table import Table

GHOST = {"ghost": True, "gloom": 2}
FULL = GREY[:16]

# HD-GHOST-7: cards given to a ghost


def ghost_takes(victim: dict, *others: dict, **more) -> Table:
    """Seat 0, a ghost, looks at seat 1's Grasping Dead and takes the other card of the pile."""
    victim = {"pile": ["ha_grasping_dead", "ps_medium"], **victim}
    table = haunts(9, victim, *others, dice=(2, 5), **more)
    return table.do("H_LOOK1", "SLOT 0", "BRANCH_B")


def ghost_steals(victim: dict, *others: dict, **more) -> Table:
    """Seat 0, a ghost, looks at seat 1's Light Fingers."""
    victim = {"pile": ["ha_light_fingers"], "items": ["it_silver_bell"], **victim}
    return haunts(9, victim, *others, dice=(2, 5), **more).do("H_LOOK1")


@pytest.mark.clause("HD-GHOST-7")
@pytest.mark.parametrize(
    ("others", "heir"),
    [
        pytest.param([HOLDER, {"pile": ["ps_kitchen"]}], 2, id="the owner, next in order, is passed over"),
        pytest.param([GHOST, HOLDER], 3, id="ghosts are passed over"),
        pytest.param([{"pile": FULL}, HOLDER], 3, id="full piles are passed over"),
        pytest.param([{"pile": GREY[:15]}, HOLDER], 2, id="a pile of 15 is not full"),
    ],
)
def test_a_face_down_card_taken_by_a_ghost_goes_to_the_next_living_player(others, heir):
    table = ghost_takes({}, *others)
    assert table.asked == (heir, "INSERT_AT")
    table.do("INSERT 1")
    assert table.pile(heir)[1] == "ps_medium"
    assert table.pile(0) == table.pile(1) == []


@pytest.mark.clause("HD-GHOST-7")
def test_next_is_counted_clockwise_from_the_ghost_not_from_the_owner():
    victim = {"pile": ["ha_grasping_dead", "ps_medium"]}
    seats = [HOLDER, victim, {"ghost": True, "gloom": 9}, {"pile": ["ps_warden"]}]
    position = {"decision": "MAIN", "active": 2, "seats": seats, "force": {"dice": [2, 5]}}
    table = Table(position).do("HAUNT", "SEAT 1", "H_LOOK1", "SLOT 0", "BRANCH_B")
    assert table.asked == (3, "INSERT_AT")


@pytest.mark.clause("HD-GHOST-7")
def test_a_face_down_card_that_nobody_can_get_stays_where_it_is():
    table = ghost_takes({"pile": ["ha_grasping_dead", "ps_opener"]}, {"pile": FULL})
    assert table.pile(1) == ["ps_opener"]
    assert table.pile(2) == FULL
    assert table.decision == "MAIN"


@pytest.mark.clause("HD-GHOST-7")
@pytest.mark.parametrize(
    ("others", "heir"),
    [
        pytest.param([HOLDER, {}], 2, id="next living"),
        pytest.param([GHOST, HOLDER], 3, id="ghosts are passed over"),
        pytest.param([{"pile": FULL}, HOLDER], 2, id="an item does not mind a full pile"),
    ],
)
def test_an_item_stolen_by_a_ghost_goes_to_the_next_living_player(others, heir):
    table = ghost_steals({}, *others)
    assert table.items(heir) == ["it_silver_bell"]
    assert table.items(0) == table.items(1) == []


# HD-GHOST-8: the Opener card passes


@pytest.mark.clause("HD-GHOST-8")
@pytest.mark.parametrize(
    ("others", "heir"),
    [
        ([{"pile": ["ps_kitchen"]}, {}, {}], 1),
        ([GHOST, {"pile": ["ps_kitchen"]}, {}], 2),
        ([GHOST, GHOST, {"pile": ["ps_kitchen"]}, {}], 3),
    ],
)
def test_the_opener_card_passes_face_down_to_the_next_living_player(others, heir):
    table = dies({"pile": ["ps_medium", "ps_opener", "ps_warden"]}, *others)
    assert table.asked == (heir, "INSERT_AT")
    assert table.legal == {"INSERT 0", "INSERT 1"}
    table.do("INSERT 1")
    assert table.pile(heir) == ["ps_kitchen", "ps_opener"]
    assert table.is_gone("ps_medium")
    assert table.is_gone("ps_warden")


@pytest.mark.clause("HD-GHOST-8")
def test_the_heir_clockwise_of_the_last_seat_is_seat_0():
    seats = [{"pile": ["ps_kitchen"]}, {}, {"health": "1/5", "pile": ["ps_opener"]}]
    table = Table({"active": 2, "seats": seats, "force": {"dice": [5, 5]}}).do("ROLL2", "OPT_WOUND")
    assert table.asked == (0, "INSERT_AT")


@pytest.mark.clause("HD-GHOST-8")
def test_the_heir_inserts_secretly():
    table = dies({"pile": ["ps_opener"]}, {"pile": ["ps_kitchen", "ps_warden"]}, {}, {}).do("INSERT 2")
    assert table.pile(1) == ["ps_kitchen", "ps_warden", "ps_opener"]
    assert table.facts(1, 1) == ["U", "U", "P"]
    for observer in (0, 2, 3):
        assert table.facts(observer, 1) == ["U", "U", "U"]
    assert {table.location(seat, "ps_opener") for seat in range(4)} == {"UNKNOWN"}


@pytest.mark.clause("HD-GHOST-8")
def test_a_full_pile_still_takes_the_passed_card():
    table = dies({"pile": ["ps_opener"]}, {"pile": FULL}, {}, {})
    assert table.asked == (1, "INSERT_AT")
    table.do("INSERT 16")
    assert table.pile(1) == [*FULL, "ps_opener"]


@pytest.mark.example("EX-31")
@pytest.mark.clause("HD-GHOST-5", "HD-GHOST-8")
def test_ex_31_the_opener_dies_of_evil_twins():
    seats = [
        {},
        {},
        {"health": "1/5", "pile": ["ps_opener", "ha_grave_chill", "ps_inquisitor"]},
        {"pile": ["ps_medium"]},
    ]
    table = Table({"active": 2, "seats": seats, "force": {"dice": [1, 1]}}).do("ROLL2", "OPT_WOUND")
    assert ghosts(table) == [2]
    assert table.own_gloom(2) == 1
    assert table.asked == (3, "INSERT_AT")
    table.do("INSERT 0")
    assert table.pile(3) == ["ps_opener", "ps_medium"]
    assert table.discards("ha_grave_chill") == 1
    assert table.is_gone("ps_inquisitor")


@pytest.mark.example("EX-38")
@pytest.mark.clause("HD-GHOST-8", "HD-WIN-4")
def test_ex_38_the_last_living_player_inherits_the_opener_card_and_wins():
    victim = {"health": "1/5", "pawn": "4,4", "pile": ["ha_grave_chill", "ps_opener"]}
    seats = [victim, {"pile": ["ps_medium"]}, GHOST]
    position = {"decision": "MAIN", "active": 1, "seats": seats, "force": {"dice": [6, 1]}}
    table = Table(position).do("PROBE", "SEAT 0", "OPT_LOOK_OTHER", "SLOT 0")
    assert winners(table) == [1]
    assert table.reason == "LAST_LIVING"
    assert table.roles == ["ghost", "opener", "ghost"]


# HD-GHOST-9: the decoy

DECOYS = {"pile": ["ps_medium", "ps_inquisitor", "ha_recoil"]}


@pytest.mark.example("EX-32")
@pytest.mark.clause("HD-GHOST-9")
def test_ex_32_one_of_two_psyche_cards_passes_each_with_probability_one_half():
    passed = []
    for seed in range(400):
        table = dies(DECOYS, HOLDER, {}, {}, seed=seed).do("INSERT 0")
        passed.append(table.pile(1)[0])
        gone = ({"ps_medium", "ps_inquisitor"} - {passed[-1]}).pop()
        assert {table.location(seat, gone) for seat in range(4)} == {"GONE"}
        assert table.discards("ha_recoil") == 1
    assert set(passed) == {"ps_medium", "ps_inquisitor"}
    assert 150 <= passed.count("ps_medium") <= 250


@pytest.mark.clause("HD-GHOST-9")
@pytest.mark.parametrize(("picked", "card"), [(0, "ps_medium"), (1, "ps_kitchen"), (2, "ps_warden")])
def test_any_psyche_card_of_the_pile_may_be_the_decoy(picked, card):
    pile = ["ha_recoil", "ps_medium", "se_confession", "ps_kitchen", "ps_warden"]
    force = {"dice": [3, 3], "picks": [picked]}
    table = dies({"pile": pile, "up": ["ps_brawler"]}, HOLDER, {}, {}, force=force).do("INSERT 1")
    assert table.pile(1) == ["ps_opener", card, "ps_red_door"]
    for psyche in {"ps_medium", "ps_kitchen", "ps_warden", "ps_brawler"} - {card}:
        assert table.is_gone(psyche)


@pytest.mark.clause("HD-GHOST-9")
@pytest.mark.parametrize("pile", [[], ["ha_recoil", "se_confession"]])
def test_a_pile_without_psyche_cards_passes_none(pile):
    table = dies({"pile": pile, "up": ["ps_brawler"]}, HOLDER, {}, {})
    assert table.asked == (1, "ROLL")
    assert table.pile(1) == HOLDER["pile"]
    assert table.is_gone("ps_brawler")


@pytest.mark.clause("HD-GHOST-9")
def test_all_know_that_the_passed_card_is_a_psyche_card():
    table = dies(DECOYS, {}, HOLDER, {}, force={"dice": [3, 3], "picks": [0]})  # the heir's pile is empty: no choice
    assert table.pile(1) == ["ps_medium"]
    assert [table.facts(seat, 1) for seat in range(4)] == [["P"]] * 4
    assert table.grey(1) == (0, 0)


@pytest.mark.clause("HD-GHOST-9")
def test_without_decoys_only_the_opener_card_passes():
    options = {"death_pass": "opener_only"}
    table = dies(DECOYS, HOLDER, {}, {}, options=options)
    assert table.asked == (1, "ROLL")
    assert table.is_gone("ps_medium")
    assert table.is_gone("ps_inquisitor")
    table = dies({"pile": ["ps_medium", "ps_opener"]}, {"pile": ["ps_kitchen"]}, {}, {}, options=options)
    assert table.do("INSERT 0").pile(1) == ["ps_opener", "ps_kitchen"]


# HD-GHOST-10, HD-GHOST-11: when no face-down card passes


@pytest.mark.clause("HD-GHOST-10")
@pytest.mark.parametrize(("declared", "dead"), [("BIND", 1), ("RITUAL", 0)])
def test_no_card_passes_from_a_pile_just_revealed(declared, dead):
    table = fallen({"pile": ["ps_kitchen"]}, {"pile": ["ps_medium"]}, HOLDER, {"pile": ["ps_warden"]}).do(declared)
    assert ghosts(table) == [dead]
    assert table.decision != "INSERT_AT"
    assert table.is_gone("ps_kitchen" if dead == 0 else "ps_medium")
    assert [len(table.pile(seat)) for seat in (2, 3)] == [2, 1]


@pytest.mark.clause("HD-GHOST-10")
@pytest.mark.parametrize("ritual", [True, False])
def test_no_card_passes_after_a_ritual_or_while_the_opener_card_is_face_up_at_another_player(ritual):
    table = dies(DECOYS, {"pile": ["ps_kitchen"]}, {"up": ["ps_opener"]}, {}, ritual=ritual)
    assert table.asked == (1, "ROLL")
    assert table.pile(1) == ["ps_kitchen"]
    assert table.is_gone("ps_medium")
    assert table.is_gone("ps_inquisitor")


@pytest.mark.clause("HD-GHOST-11")
@pytest.mark.parametrize(("others", "heir"), [([{}, {}], 1), ([GHOST, {}, {}], 2)])
def test_a_face_up_opener_card_passes_face_up_and_no_other_card_does(others, heir):
    table = dies({**DECOYS, "up": ["ps_opener", "ps_brawler"]}, *others)
    assert ghosts(table) == [0] + [1] * (heir - 1)
    assert table.up(heir) == {"ps_opener"}
    assert {table.location(seat, "ps_opener") for seat in range(3)} == {f"UP {heir}"}
    assert table.pile(heir) == []
    for psyche in ("ps_medium", "ps_inquisitor", "ps_brawler"):
        assert table.is_gone(psyche)
