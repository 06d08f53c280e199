"""The hand-written player: legal, blind to what it may not know, sensible in clear cases, far better than chance."""

import itertools

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import Act, Decision
from haunted_env.games.ghosts_in_the_graveyard.words.names import area
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.chances import tombstone_belief
from tests.games.ghosts_in_the_graveyard.consistent import secret_ways
from tests.games.ghosts_in_the_graveyard.hidden import scramble
from tests.games.ghosts_in_the_graveyard.sampling import OPTIONS, games_by_decision
from tests.games.ghosts_in_the_graveyard.scenes import ASK_FROM_48, SCENES, thin
from tests.games.ghosts_in_the_graveyard.table import SPEC, Table, g2, haunt_only, last_cards
from tests.hand_written import OURS, choice, played, suggested

DECISIONS = [decision for decision in Decision if decision != Decision.NONE]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_choice_is_legal_wherever_random_play_leads(options):
    batch = Batch(SPEC, 64, options, observation=None, autoreset=True, relative_seats=False)
    batch.deal(np.arange(64))
    generators = batch.generators(1)
    for _ in range(150):
        actions = suggested(SPEC, batch.games)
        assert batch.masks[np.arange(64), actions].all()
        batch.step_random(generators)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_its_own_games_come_to_an_end(options):
    assert played(SPEC, options, OURS, 32)["table"]["over"].all()


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
def test_what_it_may_not_know_changes_nothing(decision):
    rng = np.random.default_rng(4)
    for game in games_by_decision()[decision]:
        seat = int(game["table"]["decider"][0])
        assert suggested(SPEC, game) == suggested(SPEC, game) == suggested(SPEC, scramble(game, seat, rng))


def test_the_same_generator_gives_the_same_game():
    first, second, other = (played(SPEC, {"players": 3}, OURS, 8, seed).tobytes() for seed in (1, 1, 2))
    assert first == second != other


# Clear cases


def test_a_certain_haunt_is_named():
    """The draw pile is empty and nobody else holds cards: what is left is the target's Haunt."""
    table = last_cards(haunt_only(g2(), 1), {0: [4], 1: []})
    assert choice(table) == "GUESS"
    assert choice(table.do("GUESS")) == "TOMB 39"


@pytest.mark.parametrize("name", SCENES)
def test_the_likeliest_secret_is_named(name):
    table = SCENES[name]()
    if table.decision == "TURN_MENU":
        table.do("GUESS")
    seat = table.decider
    if int(table.table["n_seats"]) == 2:  # with more seats it takes each by itself
        _, secret = tombstone_belief(table.game, seat, 1 - seat)
        assert secret[suggested(SPEC, table.game)[0] - Act.TOMB] == pytest.approx(secret.max())


def test_without_cards_it_guesses():
    table = last_cards(g2(abilities=False), {0: [], 1: []})
    assert table.legal == {"GUESS"}
    assert choice(table) == "GUESS"


def test_raven_comes_before_a_risk():
    """Three cards may be the last Secret: not worth a Decoy, but a free guess."""
    table = thin(haunt_only(g2(), 1), 0)
    assert len(secret_ways(table.game, 0)) == 3
    assert choice(table) == "RAVEN"


def test_it_asks_the_most_even_question():
    """Of all cards, lights and placements, as going through all ways tells; a card may cost a little of it."""
    table = thin(g2().do(*ASK_FROM_48, "SEARCH", "TOMB 23", "FLOOD", "DIR W"), 8).do("SEARCH")
    ways = np.array([held for (held,) in secret_ways(table.game, 0)])
    splits = {}
    for card, light in itertools.product(sorted(table.hand(0)), (0, 4, 6)):
        for place in range(4 if light == 6 else 24):
            asked = area(table.table, light, card - 1, place)
            if asked:
                splits[card, light, place] = abs((ways & asked != 0).mean() - 0.5)
    tomb = int(choice(table).split()[1])
    table.do(f"TOMB {tomb}")
    light = int(suggested(SPEC, table.game)[0]) - Act.LIGHT
    table.do(choice(table))
    place = int(suggested(SPEC, table.game)[0]) - (Act.DIR if light == 6 else Act.PLACE)
    assert splits[tomb, light, place] <= min(splits.values()) + 0.1
    best_there = min(value for (card, lamp, _), value in splits.items() if (card, lamp) == (tomb, light))
    assert splits[tomb, light, place] == pytest.approx(best_there)


def test_it_vanishes_when_the_haunt_is_nearly_found():
    """A light said Yes about 28, 29, 30, 38 and 39, and all of these but seat 1's Haunt 39 are marked by now."""
    table = Table(
        {
            "seats": [{"haunt": 6, "decoys": [7, 8], "hand": [4, 35]}, {"haunt": 39, "decoys": [2, 17]}],
            "marks": {"26": "start_draw 0", "11": "start_draw 1"}
            | {str(number): "played 0" for number in (48, 28, 29, 30, 38)},
            "log": [{"search": 0, "played": 48, "light": "lantern", "place": 5, "yes": True}],
            "seat": 1,
        }
    )
    assert choice(table) == "VANISH"
    assert choice(table.do("VANISH")) in {"TOMB 2", "TOMB 17"}


def test_while_nothing_is_known_it_searches_and_keeps_its_icons():
    assert choice(g2()) == "SEARCH"
    assert {"VANISH", "RAVEN"} <= g2().legal


def test_a_penalty_is_paid_so_that_the_haunt_stays_hidden():
    """The light that said Yes shone on 30 and on the Haunt 39: 30 explains it, so 39 is hidden again."""
    table = g2().do(*ASK_FROM_48, "GUESS", "TOMB 6")
    assert choice(table) == "TOMB 30"


# Strength


@pytest.mark.parametrize(("players", "least"), [(2, 0.8), (3, 0.65), (4, 0.55)])
def test_it_beats_random_play_clearly(players, least):
    """One seat against random play in all others; chance would give 1/players."""
    n = 200
    own = np.arange(n) % players
    games = played(SPEC, {"players": players}, own[:, None] == np.arange(players), n)
    assert np.mean(games["table"]["winner"] == own) > least
