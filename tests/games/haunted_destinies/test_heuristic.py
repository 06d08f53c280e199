"""The hand-written player of Haunted Destinies: sensible choices, and far better than chance."""

import numpy as np
import pytest

from tests.games.haunted_destinies.cards import FOLD, KIRK, MILL, haunt, look, own_look, search, start
from tests.games.haunted_destinies.scenes import HOLDER, fallen, pair
from tests.games.haunted_destinies.table import SPEC, Table
from tests.hand_written import choice, played

KNOWS_1 = {"ledger": {"0": {"locations": {"ps_opener": "PILE 1"}}}}
QUIET = {"options": {"claims_per_turn": 0, "tells_per_turn": 0, "trade_offers_per_turn": 0}}  # nothing to say first


def choices(table: Table, n: int = 8) -> set[str]:
    """What the player does here, by name, with several generators."""
    return {choice(table, seed) for seed in range(n)}


# Declarations


def test_binds_who_is_known_to_be_the_opener():
    assert choices(fallen({"pile": ["ps_medium"]}, HOLDER, {"pile": ["ps_moths"]}, {}, **KNOWS_1)) == {"BIND"}


def test_starts_the_ritual_with_the_opener_card_in_hand():
    known = {"ledger": {"0": {"facts": {"0": {"0": "S:ps_opener"}}}}}
    assert choices(fallen(HOLDER, {"pile": ["ps_medium"]}, {"pile": ["ps_moths"]}, {}, **known)) == {"RITUAL"}


def test_binds_the_last_rival_whoever_the_opener_is():
    """One of the two is the Opener: either the binding is right, or a sole survivor is left."""
    seats = ({"pile": ["ps_opener"]}, {"pile": ["ps_medium"]}, {"ghost": True, "gloom": 2, "pawn": KIRK})
    assert choices(fallen(*seats)) == {"BIND"}


def test_does_not_risk_the_ritual_on_a_guess():
    seats = [{"pile": ["ps_opener", "ps_medium"]}, {"pile": ["ps_moths", "ps_warden"]}, {"pile": ["ps_kitchen"]}]
    assert choices(fallen(*seats, {"pile": ["ps_red_door"]})) == {"BIND"}


# Looking and showing


def test_keeps_the_opener_card_of_others_to_itself():
    assert choices(look("ps_opener")) == {"FACE_DOWN"}


def test_turns_up_other_cards_for_a_heal():
    table = look("ps_kitchen", looker={"health": "3/5"})
    assert choices(table) == {"FACE_UP"}
    assert choices(table.do("FACE_UP")) == {"OPT_HEAL"}


def test_puts_own_powers_in_play_but_never_the_opener():
    assert choices(own_look("ps_brawler")) == {"FACE_UP"}
    assert choices(own_look("ps_opener")) == {"FACE_DOWN"}


def test_wakes_an_own_card_that_hurts_others_only():
    assert choices(own_look("ha_recoil")) == {"TRIGGER"}
    assert choices(own_look("ha_grave_chill")) == {"FACE_DOWN"}


def test_shows_a_card_that_tells_nothing():
    facts = {"0": ["S:ps_opener", "U", "S:ps_medium"]}
    seats = [{"pile": ["ps_opener", "ps_moths", "ps_medium"]}, {"pile": ["ps_kitchen"]}]
    table = start(*seats, ledger={"0": {"facts": facts}}, n=3)
    assert choices(table.do("MUTUAL_LOOK")) == {"SLOT 2"}


def test_shows_a_healing_card_when_wounded():
    facts = {"0": ["S:ps_medium", "S:se_hidden_remedy"]}
    seats = [{"pile": ["ps_medium", "se_hidden_remedy"], "health": "2/5"}, {"pile": ["ps_kitchen"]}]
    table = start(*seats, ledger={"0": {"facts": facts}}, n=3)
    assert choices(table.do("MUTUAL_LOOK", "SEAT 1")) == {"SLOT 1"}


def test_looks_at_the_border_of_the_opener_first():
    facts = {"1": ["PB", "PA", "P"]}
    other = {"pile": ["ps_kitchen", "ps_opener", "ps_moths"]}
    table = search({}, other, ledger={"0": {"facts": facts}}, n=3).do("OPT_LOOK_OTHER")
    assert choices(table) == {"SLOT 1"}


# Actions


def test_attacks_a_weak_player_known_to_be_the_opener():
    weak = {"pile": ["ps_opener"], "health": "1/5"}
    assert choices(pair({"pile": ["ps_medium"]}, weak, {"pile": ["ps_moths"]}, **KNOWS_1, **QUIET)) == {"ATTACK"}


def test_does_not_attack_a_much_stronger_player():
    strong = {"pile": ["ps_opener"], "health": "9/9"}
    weak = {"pile": ["ps_medium"], "health": "1/5"}
    assert "ATTACK" not in choices(pair(weak, strong, {"pile": ["ps_moths"]}, **KNOWS_1))


def test_walks_to_prey_within_reach():
    prey = {"pile": ["ps_opener"], "health": "1/5", "pawn": KIRK}
    table = start({"pile": ["ps_medium"]}, prey, {"pile": ["ps_moths"]}, n=3, mp=4, **KNOWS_1, **QUIET)
    assert choices(table) == {"MOVE_E"}


def test_searches_where_the_odds_are_good():
    quiet = start({"pawn": KIRK, "pile": ["ps_medium"]}, {"pile": ["ps_kitchen"]}, n=3)
    assert choices(quiet) == {"SEARCH"}
    gloomy = start({"pawn": KIRK, "pile": ["ps_medium"]}, {"pile": ["ps_kitchen"]}, n=3, gloom={KIRK: 9})
    assert choices(gloomy) != {"SEARCH"}


def test_one_die_is_enough_on_a_good_tile():
    strong = {"health": "9/9"}
    seats = [{"pawn": KIRK, "pile": ["ps_medium"]}, {"pile": ["ps_kitchen"], **strong}, strong]
    assert choices(start(*seats, n=3, decision="ROLL", gloom={FOLD: 5, MILL: 5})) == {"ROLL1"}
    assert choices(start(*seats, n=3, decision="ROLL", gloom={KIRK: 5})) == {"ROLL2"}


def test_removes_the_win_condition_of_ghosts():
    curse = {"card": "ha_leaden_feet", "seat": 1}
    more = {"persistent": ["ha_pale_king", curse], "decks": {"search": ["se_bell_book", "..."]}}
    table = search({}, **more).do("OPT_DRAW_SEARCH")
    assert table.decision == "FX_PERSIST"
    assert choices(table) == {"PERSIST ha_pale_king"}


# After the ritual, and ghosts


def test_the_risen_opener_attacks():
    opener = {"up": ["ps_opener"], "health": "7/7"}
    assert choices(pair(opener, {"pile": ["ps_medium"]}, {"pile": ["ps_moths"]}, ritual=True)) == {"ATTACK"}


def test_the_living_run_from_the_risen_opener():
    opener = {"up": ["ps_opener"], "health": "9/9"}
    table = start({"health": "2/5", "pile": ["ps_medium"]}, opener, {"pile": ["ps_moths"]}, n=3, ritual=True, mp=6)
    assert choices(table) <= {"MOVE_E", "MOVE_N"}


def test_a_ghost_gathers_gloom():
    ghost = {"ghost": True, "gloom": 1, "pawn": KIRK}
    seats = [ghost, {"pile": ["ps_opener"]}, {"pile": ["ps_medium"]}]
    more = {"gloom": {KIRK: 5}, "persistent": ["ha_pale_king"]}
    assert choices(start(*seats, n=3, **more)) == {"SYPHON"}
    table = start(*seats, n=3, dice=[2, 6], **more).do("SYPHON")
    assert choices(table) == {"AMOUNT 5"}


def test_a_ghost_wakes_haunting_cards():
    victim = {"pile": ["ps_warden", "ha_recoil"]}
    assert choices(haunt(victim, gloom=9)) == {"H_LOOK2"}


def test_a_ghost_goes_on_waking_with_a_condition_in_play():
    victim = {"pile": ["ps_warden", "ha_recoil"]}
    assert choices(haunt(victim, gloom=9, persistent=["ha_long_night"])) == {"H_LOOK2"}


def test_a_ghost_fills_piles_only_if_that_wins():
    victim = {"pile": ["ps_warden", "ps_kitchen"]}
    assert choices(haunt(victim, gloom=9)) == {"H_LOOK2"}
    assert choices(haunt(victim, gloom=9, persistent=["ha_weight_of_fate"])) == {"H_DRAW3"}


@pytest.mark.parametrize("living", [2, 3, 4])
def test_a_ghost_spends_no_gloom_on_killing(living):
    """With two living the other one would win at once; with more the end, which the living win, comes nearer."""
    weak = {"health": "1/5", "pile": ["ps_warden"]}
    table = haunt(weak, *[{"pawn": MILL}] * (living - 1), gloom=9, n=living + 1)
    assert "H_WOUND" in table.legal
    assert choices(table) == {"H_LOOK2"}


def test_a_ghost_wounds_to_possess_if_it_keeps_enough_gloom():
    victim = {"health": "2/5", "pile": ["ps_warden"]}
    assert choices(haunt(victim, gloom=6, persistent=["ha_possession"])) == {"H_WOUND"}
    assert choices(haunt(victim, gloom=5, persistent=["ha_possession"])) == {"H_LOOK2"}


def test_a_ghost_takes_the_gloom_that_wins():
    """Three more and the Pale King has come; until then the weak player beside it is the better prey."""
    seats = [{"ghost": True, "gloom": 6, "pawn": KIRK}, {"pawn": KIRK, "health": "1/5", "pile": ["ha_recoil"]}, {}]
    assert choices(start(*seats, n=3, gloom={KIRK: 3})) == {"HAUNT"}
    assert choices(start(*seats, n=3, gloom={KIRK: 3}, persistent=["ha_pale_king"])) == {"SYPHON"}


def test_a_ghost_walks_on_after_its_action():
    table = start(
        {"ghost": True, "gloom": 1, "pawn": KIRK}, {}, {}, n=3, mp=2, gloom={MILL: 6}, used={"action": True}, **QUIET
    )
    assert choices(table) == {"MOVE_E"}


def test_a_ghost_possesses():
    """A living player with one health is next door: standing with them at the end of the turn wins."""
    seats = [
        {"ghost": True, "gloom": 4, "pawn": "4,4"},
        {"pile": ["ps_opener"], "health": "1/5", "pawn": KIRK},
        {"pile": ["ps_medium"], "pawn": "4,6"},
    ]
    table = start(*seats, n=3, mp=5, persistent=["ha_possession"])
    assert choices(table) == {"MOVE_E"}


# Ways and strength


def test_takes_the_cheapest_way():
    """The Gorge to the east costs 5 to leave; the way round by the north 1 for every step."""
    north = {"3,4": "ti_crossroads", "3,5": "ti_high_cairn", "3,6": "ti_deer_path"}
    board = {"4,5": "ti_gorge", "4,6": "ti_old_kirk", **north}
    prey = {"pile": ["ps_opener"], "health": "1/5", "pawn": "4,6"}
    table = start({"pile": ["ps_medium"]}, prey, {"pile": ["ps_moths"]}, n=3, mp=6, board=board, **KNOWS_1, **QUIET)
    assert choices(table) == {"MOVE_N"}
    table.do("MOVE_N")
    assert choices(table) == {"MOVE_E"}


def play(ours: np.ndarray, n: int, seed: int) -> np.ndarray:
    """Games with the hand-written player in some seats and chance in the others; who won, by game and seat."""
    options = {"players": len(ours), "setup": "random"}
    winners = played(SPEC, options, ours, n, seed)["table"]["winners"]
    return (winners[:, None] >> np.arange(len(ours))) & 1


@pytest.mark.parametrize("players", [3, 4, 6])
def test_beats_chance(players):
    """Measured over thousands of games it wins about nine, eight and seven and a half of ten such games."""
    seats = np.arange(players)
    won = [play(seats == seat, 40, seat)[:, seat].mean() for seat in seats]
    assert np.mean(won) > 0.55


def test_chance_among_its_kind_hardly_wins():
    won = [play(np.arange(4) != seat, 40, seat)[:, seat].mean() for seat in range(4)]
    assert np.mean(won) < 0.18
