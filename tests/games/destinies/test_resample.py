"""`resample` and the belief over destinies: worlds a seat cannot tell from the real one, counted exactly."""

from collections import Counter

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import raw_env
from haunted_env.games.destinies.belief import destiny_beliefs
from haunted_env.games.destinies.unseen.virtue import SHIFT
from haunted_env.play.batch import Batch
from haunted_env.play.worlds import draw_worlds
from tests.envs.conftest import DEFAULTS
from tests.games.destinies.invariants import violations
from tests.games.destinies.table import EBB, SPEC, Table, at, in_finale, visiting
from tests.worlds import many_worlds

N = 3000
DESTINIES = [destiny.id for destiny in EBB.destinies]


def shuffled(position):
    return {**position, "options": {**position["options"], "destiny_deal": "shuffled"}}


def own(position):
    return {**position, "options": {**position["options"], "destiny_deal": "own"}}


def may_have(game, seat):
    """By seat: each destiny it may have, with its chance, given what `seat` knows."""
    return [
        {
            name: chance
            for name, chance in zip(belief.outcomes, belief.chances(game, seat)[0].tolist(), strict=True)
            if chance
        }
        for belief in SPEC.inference.subjects(game).values()
    ]


def destinies_of(worlds, seat):
    return Counter(DESTINIES[number] for number in worlds["ledger"]["destiny"][:, seat])


@pytest.mark.clause("DS-SETUP-7", "DS-OBS-11")
def test_shuffled_destinies_are_any_but_ones_own_and_never_the_same():
    table = Table(shuffled(at(players=3)))
    worlds = many_worlds(SPEC, table.game, 0, N)
    pairs = Counter(zip(*(worlds["ledger"]["destiny"][:, seat].tolist() for seat in (1, 2)), strict=True))
    own = DESTINIES.index("saltwife")
    ways = {(a, b) for a in range(5) for b in range(5) if a != b and own not in (a, b)}
    assert set(pairs) == ways
    expected = N / len(ways)
    assert sum((n - expected) ** 2 / expected for n in pairs.values()) < 11 + 4 * np.sqrt(22)
    assert (worlds["ledger"]["destiny"][:, 0] == own).all()


@pytest.mark.clause("DS-SETUP-7")
def test_ones_character_says_the_destiny_unless_they_are_shuffled():
    table = Table(own(at(players=2)))
    assert set(destinies_of(many_worlds(SPEC, table.game, 0, 50), 1)) == {"deserter"}
    assert may_have(table.game, 0) == [{"saltwife": 1.0}, {"deserter": 1.0}]


@pytest.mark.clause("DS-OBS-14", "DS-FIN-2")
def test_a_finale_gives_the_destiny_away_and_narrows_down_the_others():
    deeds = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]
    table = Table(shuffled(in_finale("fin_call", players=3, flags=deeds)))
    assert may_have(table.game, 1)[0] == {"saltwife": 1.0}
    third = may_have(table.game, 1)[2]
    assert set(third) == set(DESTINIES) - {"saltwife", "deserter"}
    assert all(chance == pytest.approx(1 / 3) for chance in third.values())


@pytest.mark.clause("DS-SETUP-6", "DS-SETUP-7")
def test_beliefs_are_how_often_destinies_are_drawn():
    table = Table(shuffled(at(players=3)))
    for seat in range(3):
        chances = destiny_beliefs(table.game, seat)[0]
        drawn = many_worlds(SPEC, table.game, seat, N, seed=seat)["ledger"]["destiny"]
        for other in range(3):
            often = np.bincount(drawn[:, other], minlength=len(DESTINIES)) / N
            assert np.abs(often - chances[other]).max() < 4 * np.sqrt(0.25 / N)
        assert chances.sum(axis=1) == pytest.approx(np.ones(3))


def test_a_shared_finale_leaves_several_destinies():
    """In the quick scenario all destinies end at the same two finales, and everybody can be ready for them."""
    env = raw_env(SPEC, players=2, destiny_deal="shuffled", **DEFAULTS["destinies"])
    flags = {"flags": ["name", "oath", "road"]}
    players = [{"character": "ash", **flags}, {"character": "birch", **flags, "in_finale": True, "finale": "fin_fire"}]
    players[1] |= {"stage": 1, "resolve": 2}
    options = {"players": 2, "destiny_deal": "shuffled", **DEFAULTS["destinies"]}
    env.reset(options={"position": {"options": options, "players": players}})
    assert env.belief("player_0", about="player_1") == {"ashen": 0.0, "birchen": 0.5, "cedarn": 0.5}
    assert env.belief("player_1", about="player_1") == {"ashen": 0.0, "birchen": 1.0, "cedarn": 0.0}


@pytest.mark.clause("DS-SETUP-13")
def test_before_the_deal_nobody_has_a_destiny():
    env = raw_env(SPEC, players=2, assign="draft")
    env.reset(seed=1)
    nothing = dict.fromkeys(DESTINIES, 0.0)
    assert env.belief("player_0") == {"player_0": nothing, "player_1": nothing}
    with pytest.raises(ValueError, match="player_9"):
        env.belief("player_9")


def test_beliefs_want_games():
    with pytest.raises(TypeError, match="array of games"):
        destiny_beliefs(np.zeros(1), 0)
    with pytest.raises(ValueError, match="at least one"):
        destiny_beliefs(np.zeros(0, SPEC.record), 0)


@pytest.mark.clause("DS-VIRTUE-3", "DS-OPT-1")
def test_virtue_agrees_with_what_is_offered():
    """At the Abbey Gate a virtue of 3 and more opens other options than less, and less than -2 others again."""
    for virtue, low, high in ((5, 3, 10), (0, -2, 2), (-4, -10, -3)):
        drawn = many_worlds(SPEC, Table(visiting("abbey_gate", virtue=virtue)).game, 0, 500)["secret"]["virtue"][:, 0]
        assert drawn.min() >= low
        assert drawn.max() <= high
        assert len(set(drawn.tolist())) > 2


@pytest.mark.clause("DS-VIRTUE-3")
def test_elsewhere_virtue_is_weighed_by_the_public_record():
    """`deed_gibbet` was +2 whichever way it was done, `robbed_abbey` -2, `voss_inform` (limit: player) -3."""
    for me, speaks in (
        ({}, 0),
        ({"flags": ["deed_gibbet"]}, 2),
        ({"flags": ["robbed_abbey"]}, -2),
        ({"flags": ["deed_gibbet"], "limits": ["voss_inform"]}, -1),
    ):
        drawn = many_worlds(SPEC, Table(at(**me)).game, 0, N, seed=3)["secret"]["virtue"][:, 0]
        weights = np.array([2.0 ** -min(abs(v - speaks), SHIFT) for v in range(-10, 11)])
        often = np.bincount(drawn + 10, minlength=21) / N
        assert np.abs(often - weights / weights.sum()).max() < 4 * np.sqrt(0.25 / N)


@pytest.mark.clause("DS-TRADE-11", "DS-OBS-9")
def test_unseen_stacks_hold_what_the_file_and_the_events_say():
    """Two copies of the Plumb Line: one is in the forge's stack, the peddler brings the other, if nobody has it."""
    fired = {"day": 6, "fired": ["ev_peddler"]}
    initial = ["pitch_torch", "boat_hook", "gutting_knife", "tally_slate", "mud_skates", "eel_oil"]
    for items, expected in (([], ["plumb_line", "hag_stone"]), (["plumb_line"], ["hag_stone"])):
        world = draw_worlds(SPEC, Table(at(top=fired, items=items)).game, 0, 1)
        assert [EBB.items[i].id for i in world["secret"]["stack"][0, 0] if i >= 0] == initial + expected


@pytest.mark.clause("DS-EVENT-7")
def test_a_person_out_of_sight_is_somewhere_unknown():
    """Tamsin was sent to the market; if she is not seen on the explored quay, she is where the file may send her."""
    position = at(top={"explored": ["orren_quay"], "npcs": {"tamsin": "reed_village"}, "fired": ["ev_peddler"]})
    position["players"][0].pop("tile", None)
    table = Table(position)
    drawn = many_worlds(SPEC, table.game, 0, 200)["secret"]["npc"][:, 5]
    assert {EBB.pois[poi].id for poi in drawn} == {"shepherd_croft", "reed_village"}


@pytest.mark.clause("DS-VISIT-3", "DS-OPT-4", "DS-OPT-9")
def test_the_visit_in_progress_goes_on_as_it_was():
    table = Table(visiting("quay_inn", coins=3)).do("OPTION inn_round")
    world = draw_worlds(SPEC, table.game, 0, 1)
    for field in ("slot", "chosen", "blocked", "vflags", "leaving"):
        assert world["secret"][field].tobytes() == table.game["secret"][field].tobytes(), field


@pytest.mark.clause("DS-DEST-9", "DS-OPT-4")
def test_others_have_the_hints_they_were_seen_to_get():
    others = {1: {"limits": ["quay_gossip"], "flags": ["deed_trust"]}}
    world = draw_worlds(SPEC, Table(own(at(others=others))).game, 0, 1)
    ledger = world["ledger"][0, 1]
    assert ledger["done"].tolist() == [1, 0]
    assert ledger["revealed"].tolist() == [2, 0]  # the first step is done: the hint was of the second


def test_finales_are_offered_to_others_in_drawn_worlds():
    deeds = ["deed_names", "deed_vow", "deed_bell", "deed_salt"]
    table = Table(own(visiting("drowned_church", flags=deeds)))
    assert draw_worlds(SPEC, table.game, 1, 1)["ledger"]["offered"][0, 0] == 1


@pytest.mark.parametrize("players", [1, 2, 3])
def test_play_with_finales_goes_on_in_drawn_worlds(players):
    """In a scenario that random players finish: every kind of decision, stages too."""
    options = {"players": players, "destiny_deal": "shuffled", **DEFAULTS["destinies"]}
    batch = Batch(SPEC, 32, options, relative_seats=False, autoreset=True, observation=None)
    batch.deal(np.arange(32))
    generators = batch.generators(players)
    nodes = set()
    for _ in range(12):
        for _ in range(7):
            batch.step_random(generators)
        nodes |= set(batch.games["table"]["node"].tolist())
        worlds = draw_worlds(SPEC, batch.games, batch.games["table"]["decider"], 5)
        other = Batch(SPEC, 32, options, relative_seats=False, observation=None)
        for row in range(32):
            other.load(worlds[row : row + 1], row, resume=False)
        assert (other.masks == batch.masks).all()
        for _ in range(20):
            before = other.games.copy()
            other.step_random(generators)
            assert not violations(other.games, before).any()
    assert 15 in nodes  # STAGE
