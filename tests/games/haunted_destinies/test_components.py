"""What the game is made of, seen in play (HD-COMP); full piles are in test_full_piles.py."""

import itertools
from collections import Counter
from typing import Any

import pytest

from tests.games.haunted_destinies.drafting import CENTRE, EDGES
from tests.games.haunted_destinies.table import SPEC, Table

KIRK = "4,5"
BOARD = {"board": {KIRK: "ti_old_kirk"}}
OPENER = {"pile": ["ps_opener"]}
ROLLS = 600


def probing(pile: list[str], **more: Any) -> Table:
    """Seat 0 probes seat 1 at the Cemetery and may look at the pile."""
    seats = [more.pop("me", {}), {"pile": pile}, OPENER]
    return Table({"decision": "MAIN", "seats": seats, "force": {"dice": [6, 1]}} | more).do("PROBE", "SEAT 1")


def searching(me: dict[str, Any] | None = None, **more: Any) -> Table:
    """Seat 0 searches the Old Kirk and draws."""
    seats = [{"pawn": KIRK, **(me or {})}, {}, OPENER]
    t = Table({"decision": "MAIN", "seats": seats, "force": {"dice": [6, 1]}} | BOARD | more)
    return t.do("SEARCH", "OPT_DRAW_SEARCH")


@pytest.mark.clause("HD-COMP-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_can_play(players):
    t = Table(seed=1, players=players, setup="random")
    seated = {seat for seat in range(6) if t.pile(seat)}
    turns = set()
    for _ in range(players):
        turns.add(t.decider)
        t.do("ROLL1", "END_TURN")
    assert seated == turns == set(range(players))


@pytest.mark.clause("HD-COMP-1")
@pytest.mark.parametrize("players", [-1, 0, 1, 2, 7, 12])
def test_no_other_number_can(players):
    with pytest.raises(ValueError, match="players"):
        Table(seed=1, players=players)


@pytest.mark.clause("HD-COMP-5")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_face_down_card_shows_nothing_about_its_kind(seat):
    """A Psyche, a Search and a Haunting card change places in two piles; nobody can tell."""
    views, masks = set(), set()
    for first, *rest in itertools.permutations(["ps_warden", "se_confession", "ha_recoil"]):
        t = Table(
            {
                "options": {"players": 4},
                "decision": "MAIN",
                "seats": [{}, {"pile": [first], "grey": [0, 1]}, {"pile": rest, "grey": [1, 2]}, OPENER],
                "force": {"dice": [6, 1]},
            }
        )
        t.do("PROBE", "SEAT 2", "OPT_LOOK_OTHER")
        assert t.asked == (0, "PICK_SLOT")
        views.add((t.table.tobytes(), t.game["ledger"][0, seat].tobytes(), SPEC.words.text(t.game, seat)))
        masks.add(frozenset(t.legal))
    assert (len(views), len(masks)) == (1, 1)


@pytest.mark.clause("HD-COMP-7", "HD-SETUP-5")
def test_the_skull_stays_beneath_the_haunting_deck_and_is_never_drawn():
    """Two cards are shuffled anew above the Skull, both are drawn, and then the Skull is reached again."""
    t = Table(
        {
            "seats": [OPENER, {}, {}],
            "decks": {"haunting": []},
            "discards": {"haunting": ["ha_recoil", "ha_grave_chill"]},
            "force": {"dice": [2, 2] * 4},
        }
    )
    reached, left = [], []
    for _ in range(4):
        t.do("ROLL2", "OPT_HAUNTING")
        if t.decision == "INSERT_AT":
            t.do("INSERT 0")
        reached.append(int(t.table["skulls"]))
        left.append(int(t.table["haunting_left"]))
        t.do("END_TURN")
    assert (reached, left) == ([1, 1, 2, 3], [1, 0, 0, 0])
    cards = Counter(card for seat in range(3) for card in t.pile(seat))
    assert cards == {"ps_opener": 1, "ha_recoil": 1, "ha_grave_chill": 1}


@pytest.mark.clause("HD-COMP-7", "HD-SETUP-5")
def test_the_lantern_stays_beneath_the_search_deck_and_is_never_drawn():
    t = Table(
        {
            "decision": "MAIN",
            "seats": [{"pawn": KIRK}, {"pawn": KIRK}, {"pawn": KIRK, "pile": ["ps_opener"]}],
            "decks": {"search": ["it_silver_bell"]},
            "discards": {"search": ["it_blackthorn"]},
            "force": {"dice": [2, 1, 1, 2, 1, 1, 2, 1]},
        }
        | BOARD
    )
    reached = []
    for _ in range(3):
        t.do("SEARCH")
        if t.decision == "SEARCH_OPTION":
            t.do("OPT_DRAW_SEARCH")
        reached.append(int(t.table["lanterns"]))
        t.do("END_TURN", "ROLL1")
    assert reached == [0, 1, 2]
    assert [t.items(seat) for seat in range(3)] == [["it_silver_bell"], ["it_blackthorn"], []]
    assert [t.pile(seat) for seat in range(3)] == [[], [], ["ps_opener"]]


@pytest.mark.clause("HD-COMP-9")
@pytest.mark.parametrize("amount", [40, 127, 128, 300, 5000])
def test_gloom_is_unlimited(amount):
    ghost = {"ghost": True, "gloom": amount, "pawn": KIRK}
    position = {"decision": "MAIN", "seats": [ghost, {"pawn": KIRK}, OPENER], "gloom": {KIRK: amount}} | BOARD
    t = Table(position | {"force": {"dice": [3, 3]}}).do("SYPHON", "OPT_WOUND")
    assert (t.own_gloom(0), t.gloom(KIRK)) == (2 * amount - 1, 0)
    t = Table(position | {"force": {"dice": [5, 2]}}).do("SYPHON")
    assert (t.own_gloom(0), t.gloom(KIRK)) == (amount, amount + 1)
    t = Table(position | {"force": {"dice": [5, 2]}}).do("HAUNT")
    assert t.asked == (0, "HAUNT_OPTION")
    for action in ("SEARCH", "PROBE"):
        t = Table(position | {"active": 1, "force": {"dice": [5, 2]}, "decks": {"haunting": ["ha_recoil"]}})
        assert t.do(action).pile(1) == ["ha_recoil"], "far below 0"
    t = Table(position | {"active": 1, "force": {"dice": [5, 2]}})
    assert t.do("ATTACK").asked == (0, "ATTACK_PENALTY")


@pytest.mark.clause("HD-COMP-10")
def test_the_dice_are_two_fair_independent_dice_with_six_sides():
    seen = Counter()
    for seed in range(ROLLS):
        t = Table({"seed": seed, "seats": [OPENER, {}, {}]}).do("ROLL2")
        dice = ("light", "dark") if t.decision == "EVIL_TWINS" else ("move_light", "move_dark")
        seen[tuple(int(t.table[die]) for die in dice)] += 1
    assert set(seen) == set(itertools.product(range(1, 7), repeat=2))
    for die in (0, 1):
        faces = Counter(itertools.chain.from_iterable([pair[die]] * n for pair, n in seen.items()))
        assert all(60 <= faces[face] <= 140 for face in range(1, 7))
    assert 60 <= sum(n for (light, dark), n in seen.items() if light == dark) <= 140


@pytest.mark.clause("HD-COMP-12")
def test_the_cemetery_cannot_be_searched_but_carries_gloom():
    t = probing(["ha_gathering_dark"])
    t.do("OPT_LOOK_OTHER")
    assert t.gloom(CENTRE) == 1
    searchless = Table({"decision": "MAIN", "gloom": {CENTRE: 2}, "seats": [OPENER, {}, {}]})
    assert searchless.refuses("SEARCH")
    ghost = {"ghost": True, "gloom": 0}
    t = Table({"decision": "MAIN", "gloom": {CENTRE: 2}, "seats": [ghost, OPENER, {}], "force": {"dice": [1, 6]}})
    assert t.do("SYPHON", "AMOUNT 2").own_gloom(0) == 2


@pytest.mark.clause("HD-COMP-13")
@pytest.mark.parametrize("seed", range(4))
def test_tiles_of_a_dealt_moor_lie_as_printed(seed):
    """Whoever walks pays the printed edge in the direction of the step, wherever chance has put the tile."""
    t = Table(seed=seed, players=4, setup="random", claims_per_turn=0, auto_forced=False)
    walked = 0
    for _ in range(40):
        t.do("ROLL1")
        while t.decision == "MAIN":
            steps = sorted(t.legal & {"MOVE_N", "MOVE_E", "MOVE_S", "MOVE_W"})
            tile, before = t.tile(t.pawn(t.decider)), int(t.table["mp"])
            if not steps:
                t.do("END_TURN")
                continue
            step = steps[walked % len(steps)]
            t.do(step)
            assert before - t.table["mp"] == EDGES[tile]["NESW".index(step[-1])]
            walked += 1
    assert walked > 20


@pytest.mark.clause("HD-COMP-14")
def test_a_card_turned_up_leaves_the_pile_for_the_face_up_area():
    t = probing(["ps_moths", "ps_brawler", "ps_kitchen"]).do(
        "OPT_LOOK_OTHER", "SLOT 1", "FACE_UP", "SEAT 2", "INSERT 0"
    )
    assert (t.pile(1), t.up(1)) == (["ps_moths", "ps_kitchen"], {"ps_brawler"})


@pytest.mark.clause("HD-COMP-14")
def test_an_item_lies_face_up_and_a_card_drawn_to_keep_goes_into_the_pile():
    t = searching({"pile": ["ps_moths"]}, decks={"search": ["it_silver_bell"]})
    assert (t.pile(0), t.items(0)) == (["ps_moths"], ["it_silver_bell"])
    t = searching({"pile": ["ps_moths"]}, decks={"search": ["se_hidden_remedy"]}).do("INSERT 0")
    assert (t.pile(0), t.items(0), t.up(0)) == (["se_hidden_remedy", "ps_moths"], [], set())


@pytest.mark.clause("HD-COMP-14")
@pytest.mark.parametrize(("card", "seat"), [("ha_leaden_feet", 1), ("ha_thin_veil", None), ("ha_pale_king", None)])
def test_haunting_cards_that_stay_lie_in_the_shared_zone(card, seat):
    t = probing([card, "ps_moths"]).do("OPT_LOOK_OTHER", "SLOT 0")
    assert t.persistent(card, seat) == 1
    assert (t.pile(1), t.up(1), t.discards(card)) == (["ps_moths"], set(), 0)


@pytest.mark.clause("HD-COMP-15")
def test_obeyed_cards_go_to_the_discard_of_their_kind():
    t = probing(["ha_grave_chill"]).do("OPT_LOOK_OTHER")
    assert (t.discards("ha_grave_chill"), t.pile(1)) == (1, [])
    t = probing(["se_confession"]).do("OPT_LOOK_OTHER")
    assert t.discards("se_confession") == 1
    assert searching(decks={"search": ["se_hot_broth"]}).discards("se_hot_broth") == 1


@pytest.mark.clause("HD-COMP-15")
def test_the_cards_of_the_dead_go_to_the_discards_and_the_gone_set():
    pile = ["ps_moths", "ha_recoil", "se_confession", "ps_kitchen"]
    me = {"health": "1/5", "pile": pile, "up": ["ps_brawler"], "items": ["it_silver_bell", "it_waxed_coat"]}
    t = Table({"seats": [me, {}, OPENER], "force": {"dice": [3, 3], "picks": [0]}}).do("ROLL2", "OPT_WOUND", "NO")
    assert t.pile(1) == ["ps_moths"], "passed on"
    assert [t.discards(card) for card in ("ha_recoil", "se_confession", "it_silver_bell", "it_waxed_coat")] == [1] * 4
    assert t.is_gone("ps_kitchen")
    assert t.is_gone("ps_brawler")
    assert not t.is_gone("ps_moths")


@pytest.mark.clause("HD-COMP-15")
def test_each_deck_is_made_anew_from_its_own_discard():
    mixed = {"search": ["it_silver_bell"], "haunting": ["ha_recoil", "ha_grave_chill"]}
    t = searching(decks={"search": []}, discards=mixed)
    assert t.items(0) == ["it_silver_bell"]
    assert (t.discards("it_silver_bell"), t.discards("ha_recoil"), t.discards("ha_grave_chill")) == (0, 1, 1)
    assert t.table["search_left"] == 0
