"""The hand-written player: sensible in single decisions, and much stronger than chance."""

from itertools import product

import numpy as np
import pytest

from haunted_env.games.destinies.scenario import guide, library
from tests.envs.conftest import DEFAULTS
from tests.games.destinies.table import EBB, SPEC, Table, at, dice, in_finale, visiting
from tests.hand_written import OURS, RANDOM, choice, played

SALT = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]
STRONG = {"int": [2, 3, 4, 5], "dex": [2, 3, 4, 5], "pow": [2, 3, 4, 5]}
WEAK = {"int": [10, 11, 12], "dex": [10, 11, 12], "pow": [10, 11, 12]}


def play(options, n, random_seats=()) -> np.ndarray:
    """Finished games of the hand-written player, random players in some seats; what is on their tables."""
    seating = [RANDOM if seat in random_seats else OURS for seat in range(options["players"])]
    return played(SPEC, options, seating, n, seed=5)["table"]


@pytest.mark.parametrize(("players", "random_seats"), [(2, (0,)), (2, (1,)), (3, (0, 2)), (3, (1, 2))])
def test_it_beats_random_players_from_every_seat(players, random_seats):
    winners = play({"players": players}, 40, random_seats)["winner"]
    assert np.mean(~np.isin(winners, (-1, *random_seats))) > 0.8


@pytest.mark.parametrize(("mode", "least"), [("explorer", 0.85), ("challenger", 0.4)])
def test_alone_it_mostly_fulfils_its_destiny(mode, least):
    table = play({"players": 1, "mode": mode}, 60)
    assert np.mean(table["winner"] == 0) > least
    assert np.median(table["day"]) < 25


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("scenario", [DEFAULTS["destinies"]["scenario"], "hallow_pass"])
def test_it_plays_any_scenario(scenario, players):
    table = play({"players": players, "scenario": scenario}, 60)
    assert np.mean(table["winner"] >= 0) > 0.85


def test_games_of_its_own_kind_are_won_from_every_seat_and_by_every_character():
    table = play({"players": 3, "destiny_deal": "shuffled"}, 120)
    assert set(table["winner"].tolist()) <= {0, 1, 2}
    assert min(np.bincount(table["winner"], minlength=3)) > 10
    assert set(table["character"][np.arange(120), table["winner"]].tolist()) == set(range(5))


def test_experience_is_spent_at_once():
    assert choice(Table(at(xp=1))) == "SPEND_XP"


def test_a_deed_on_the_way_is_gone_for():
    """The saltwife of the quay has all deeds of The Reckoning but the gibbet, and a tool for it."""
    deeds = ["deed_ledger", "deed_beaten", "deed_trust"]
    table = Table(at(tile="orren_quay", items=["crowbar"], flags=deeds))
    assert choice(table) == "TILE toll_road"
    assert choice(table.do("TILE toll_road")) == "POI gibbet"
    assert choice(table.do("POI gibbet")) == "OPTION gibbet_blade"
    assert choice(table.do("OPTION gibbet_blade")) == "ITEM crowbar"


def test_the_right_item_is_shown_and_not_just_any():
    table = Table(visiting("abbey_apiary", character="ysolt", items=["boat_hook", "pitch_torch"]))
    assert choice(table) == "OPTION apiary_smoke"
    assert choice(table.do("OPTION apiary_smoke")) == "ITEM pitch_torch"
    assert choice(Table(visiting("abbey_apiary", character="ysolt", items=["boat_hook"]))) != "OPTION apiary_smoke"


def test_items_lift_a_result_that_falls_short_and_are_kept_otherwise():
    """Pan Works ask for 3 successes: with 2 a Boat Hook helps, with 3 it would be wasted."""
    for faces, expected in (((5, 6), "USE boat_hook"), ((6, 6), "DONE")):
        position = visiting("pan_works", items=["boat_hook"], flags=SALT[:3], pow=[7, 10, 12])
        table = Table(dice(position, *faces)).do("OPTION pan_rake").roll(0)
        assert choice(table) == expected


def test_a_finale_is_begun_when_one_is_ready_for_it():
    assert choice(Table(visiting("drowned_church", flags=SALT, effort=3, **STRONG))) == "OPTION 14"
    assert choice(Table(visiting("drowned_church", flags=SALT, **WEAK))) != "OPTION 14"


def test_a_stage_is_passed_the_sure_way():
    table = Table(in_finale("fin_call", stage=2, node="STAGE", items=["old_psalter"], **WEAK))
    assert choice(table) == "OPTION fin_call_2b"


def test_a_wrong_item_is_not_shown_where_that_costs_resolve():
    table = Table(in_finale("fin_call", stage=2, node="STAGE", items=["boat_hook"], resolve=1, **WEAK))
    assert choice(table) == "OPTION fin_call_2a"


def test_effort_is_not_wasted_on_what_is_sure():
    table = Table(visiting("shepherd_croft", effort=3, **STRONG)).do("OPTION croft_ram")
    assert choice(table) == "EFFORT 0"


def test_gains_go_where_tests_lie_ahead():
    """Of the four deeds only the bell is missing, and the finale: Intelligence and Dexterity are of use, Power less."""
    table = Table(at(xp=1, flags=["deed_names", "deed_vow", "deed_salt"])).do("SPEND_XP")
    assert choice(table).split()[1] in ("int", "dex")


def test_odds_are_those_of_the_dice():
    faces, effort = EBB.header.main_faces, library.arrays_of(EBB)["effort_faces"][0].tolist()
    tails = guide.tails(list(faces), effort)
    for n in range(4):
        rolls = list(product(faces, faces, *[effort] * n))
        for successes, total in product(range(n + 1), (2, 7, 11)):
            hits = [r for r in rolls if sum(f == 0 for f in r[2:]) == successes and sum(r) >= total]
            assert tails[n, successes, total] == pytest.approx(len(hits) / len(rolls))


def test_deeds_that_come_first_are_known():
    assert guide.before(EBB)["deed_crown"] == {"deed_barrow"}
    assert guide.before(EBB)["deed_bell"] == set()
