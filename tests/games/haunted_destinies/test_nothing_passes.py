"""Deaths at which everything is discarded (HD-GHOST-20), and what becomes of the Opener (HD-WIN-13): EX-72."""

import pytest

from tests.games.haunted_destinies.invariants import violations
from tests.games.haunted_destinies.scenes import HOLDER, LOSES, dies, fallen, ghosts, pair, winners

NONE = {"death_pass": "none"}
PILE = ["ps_medium", "ps_inquisitor", "ha_recoil"]


@pytest.mark.example("EX-72")
@pytest.mark.clause("HD-GHOST-20")
def test_ex_72_everything_is_discarded():
    table = dies({"pile": PILE}, {}, HOLDER, {}, options=NONE)
    assert (table.own_gloom(0), ghosts(table)) == (1, [0])
    assert table.is_gone("ps_medium") and table.is_gone("ps_inquisitor") and table.discards("ha_recoil") == 1
    assert [table.pile(seat) for seat in range(4)] == [[], [], HOLDER["pile"], []]
    assert [table.location(observer, "ps_medium") for observer in range(4)] == ["GONE"] * 4
    assert table.asked == (1, "ROLL")


@pytest.mark.example("EX-72")
@pytest.mark.clause("HD-WIN-13", "HD-WIN-11", "HD-INV-1")
@pytest.mark.parametrize("holder", [HOLDER, {"up": ["ps_opener"]}], ids=["face down", "face up"])
def test_ex_72_with_the_opener_the_living_win(holder):
    table = dies(holder, {}, {"ghost": True}, {}, options=NONE)
    assert (winners(table), table.reason) == ([1, 3], "OPENER_FELL")
    assert table.roles == ["opener", "investigator", "ghost", "investigator"]
    assert not violations(table.game, table.game).any()


@pytest.mark.clause("HD-GHOST-20", "HD-GHOST-8", "HD-GHOST-11")
@pytest.mark.parametrize("death_pass", ["decoy", "opener_only"])
def test_by_the_other_values_the_opener_card_passes_on(death_pass):
    options = {"death_pass": death_pass}
    assert dies(HOLDER, {}, {}, {}, options=options).pile(1) == ["ps_opener"]
    assert dies({"up": ["ps_opener"]}, {}, {}, {}, options=options).up(1) == {"ps_opener"}


@pytest.mark.clause("HD-WIN-13")
def test_an_attacker_who_is_the_opener_and_falls_undeclared():
    options = {**NONE, "attacker_down": "ghost"}
    table = pair({**HOLDER, "health": "1/5"}, {}, {}, dice=LOSES, options=options).do("ATTACK", "OPT_WOUND")
    assert (winners(table), table.reason) == ([1, 2], "OPENER_FELL")


@pytest.mark.clause("HD-WIN-13", "HD-OPEN-5")
def test_the_penalty_of_a_wrong_binding_can_end_it_too():
    table = fallen({**HOLDER, "health": "1/5"}, {}, {}, {}, options=NONE).do("BIND")
    assert (winners(table), table.reason) == ([2, 3], "OPENER_FELL")
    assert ghosts(table) == [1]


@pytest.mark.clause("HD-WIN-13", "HD-WIN-4")
def test_the_last_living_player_still_holds_the_opener_card():
    table = dies({"pile": ["ps_medium"]}, {"ghost": True}, HOLDER, options=NONE)
    assert (winners(table), table.reason) == ([2], "LAST_LIVING")


@pytest.mark.clause("HD-GHOST-20")
def test_items_and_face_up_cards_are_discarded_as_ever():
    table = dies({"pile": PILE, "up": ["ps_brawler"], "items": ["it_silver_bell"]}, {}, HOLDER, {}, options=NONE)
    assert table.is_gone("ps_brawler") and table.discards("it_silver_bell") == 1
