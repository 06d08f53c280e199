"""The game in words and pictures."""

import numpy as np
import pytest

from haunted_env.games.ghosts_in_the_graveyard.actions import Decision
from haunted_env.games.ghosts_in_the_graveyard.tables import bits
from haunted_env.games.ghosts_in_the_graveyard.words.names import tombs
from haunted_env.play.batch import Batch
from tests.games.ghosts_in_the_graveyard.sampling import games_by_decision
from tests.games.ghosts_in_the_graveyard.table import (
    G2_CHOICES,
    G2_DECK,
    SPEC,
    Table,
    changed,
    deck,
    g2,
    g3,
    haunt_only,
    last_cards,
)


def described(table, action):
    return SPEC.words.describe_action(table.game, table.index(action))


def explained(table, seat=None):
    return SPEC.words.explain_decision(table.game, table.decider if seat is None else seat)


def test_sets_of_tombstones_are_drawn_together():
    assert tombs(bits([27, 28, 29, 37, 38])) == "28-30, 38, 39"
    assert tombs(bits([0, 2, 49])) == "01, 03, 50"
    assert tombs(0) == "none"


@pytest.mark.clause("GG-DEC-1")
@pytest.mark.parametrize(
    ("table", "action", "words"),
    [
        (g2, "SEARCH", "search: draw a card (38 left), play one and ask player 1 about an area"),
        (g2, "GUESS", "guess where player 1's Haunt is (a miss costs you a Decoy)"),
        (g2, "RAVEN", "guess where player 1's Haunt is under Raven (a miss costs nothing)"),
        (g2, "VANISH", "vanish: swap the Haunt with a Decoy, then go on"),
        (lambda: Table(deck(G2_DECK, 2)), "TOMB 28", "hide the Haunt at 28"),
        (lambda: Table(deck(G2_DECK, 2)).do("TOMB 28"), "TOMB 13", "put a Decoy at 13"),
        (lambda: Table(deck(G2_DECK, 2)).do(*G2_CHOICES), "LIGHT 0", "take the Lantern (### / ##. / #..)"),
        (lambda: g2().do("VANISH"), "TOMB 13", "move the Haunt to 13"),
        (lambda: g2().do("GUESS"), "TOMB 28", "name 28 (your own Secret)"),
        (lambda: g2().do("GUESS"), "TOMB 4", "name 04 (in your own hand)"),
        (lambda: g2().do("GUESS"), "TOMB 5", "name 05"),
        (lambda: g2().do("GUESS", "TOMB 5"), "TOMB 49", "reveal the Decoy 49"),
        (lambda: g2().do("SEARCH"), "TOMB 48", "play 48"),
        (lambda: g2().do("SEARCH", "TOMB 48"), "LIGHT 0", "use the own Lantern"),
        (lambda: g2().do("SEARCH", "TOMB 48"), "LIGHT 4", "spend one of 2 Hands to use player 1's Flicker"),
        (lambda: g2().do("SEARCH", "TOMB 48", "LIGHT 0"), "PLACE 5", "ask about 28-30, 38, 39 (turned 0 degrees)"),
        (lambda: g2().do("SEARCH", "TOMB 4", "FLOOD"), "DIR W",
         "aim west: ask about 01-03, 11-13, 21-23, 31-33, 41-43"),
        (lambda: haunt_only(g2(), 0), "GUESS", "guess where player 1's Haunt is (a miss loses the game)"),
        (lambda: haunt_only(g3(), 1), "GUESS", "guess where player 2's Haunt is (a miss silences you)"),
        (lambda: last_cards(g2(), {0: [4], 1: []}), "SEARCH",
         "search: the draw pile is empty: play one and ask player 1 about an area"),
    ],
)  # fmt: skip
def test_actions_in_words(table, action, words):
    assert described(table(), action) == words


def test_illegal_and_late_actions_have_words_too():
    for game in (g2().game, g2().do("GUESS", "TOMB 39").game, g2().do("SEARCH", "TOMB 48").game):
        for action in range(SPEC.actions.size):
            assert SPEC.words.describe_action(game, action)


def test_legal_actions_are_told_apart():
    for games in games_by_decision().values():
        for game in games:
            batch = Batch(SPEC, 1, {"players": int(game["table"]["n_seats"][0])}, relative_seats=False)
            batch.load(game, resume=False)
            words = [SPEC.words.describe_action(game, int(action)) for action in np.flatnonzero(batch.masks[0])]
            assert len(set(words)) == len(words)


def test_every_decision_is_explained_to_its_decider_and_to_others():
    for decision, games in games_by_decision().items():
        for game in games:
            n_seats = int(game["table"]["n_seats"][0])
            told = {SPEC.words.explain_decision(game, seat) for seat in range(n_seats)}
            assert all(text[0].isupper() and text[-1] in ".?" and "{" not in text for text in told)
            assert len(told) == (1 if decision == Decision.NONE else 2)
            assert SPEC.words.decision_name(game, 0) == decision.name


@pytest.mark.clause("GG-HID-8")
def test_who_waits_is_told_who_acts():
    assert explained(g2(), 1) == "Player 0 begins its turn."
    assert explained(g2().do("SEARCH", "TOMB 48", "LIGHT 0"), 1) == "Player 0 places the Lantern on 48."
    question = "Name the tombstone you take for player 1's Haunt. Under Raven a miss costs nothing."
    assert explained(g2().do("RAVEN")) == question


@pytest.mark.clause("GG-HID-2", "GG-HID-10")
def test_events_tell_the_whole_game_in_order():
    table = g3().do("SEARCH", "TOMB 5", "LIGHT 2", "PLACE 20", "VANISH", "TOMB 27", "RAVEN", "TOMB 10")
    table = changed(table).do("GUESS", "TOMB 12", "GUESS", "TOMB 1", "TOMB 46", "GUESS", "TOMB 3")
    assert table.events()[9:] == [
        "Player 1 searches.",
        "Player 1 plays 05: it is marked.",
        "Player 1 spends a Hand to use the Torch of player 0.",
        "Player 1 asks player 2 about 15-18, 25: No.",
        "Player 2 uses Vanish: its Haunt may have changed places with a Decoy.",
        "Player 2 guesses under Raven.",
        "Player 2 names 10 to player 0: a miss.",
        "Player 0 guesses.",
        "Player 0 names 12 to player 1: it is a Decoy, player 0 has a free turn.",
        "Player 0 guesses.",
        "Player 0 names 01 to player 1: a miss.",
        "Player 0 reveals its Decoy 46.",
        "Player 1 guesses.",
        "Player 1 names 03 to player 2: it is a Decoy, player 1 has a free turn.",
    ]
    table.do("GUESS", "TOMB 27")
    assert table.events()[-1] == "The game is over, a Haunt was found: player 1 wins."
    assert table.events()[:9] == [
        *[f"Player {seat} has hidden three Secrets." for seat in range(3)],
        *[f"Player {seat} takes the {light}." for seat, light in enumerate(("Torch", "Headlamp", "Crook"))],
        *[f"Player {seat} draws {n} for the start: it is marked." for seat, n in enumerate(("09", "31", "20"))],
    ]


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "deal_flashlights": True, "pre_marked": 2}])
def test_events_only_grow(options):
    batch = Batch(SPEC, 6, options)
    batch.deal(np.arange(6))
    generators = batch.generators(2)
    told = [SPEC.words.events(batch.games[row : row + 1], 0)[1] for row in range(6)]
    while not batch.games["table"]["over"].all():
        batch.step_random(generators)
        for row in range(6):
            n, new = SPEC.words.events(batch.games[row : row + 1], len(told[row]))
            whole = SPEC.words.events(batch.games[row : row + 1], 0)[1]
            assert whole == told[row] + new
            assert n == len(whole)
            told[row] = whole


def test_the_text_fits_the_terminal_and_shows_what_a_seat_knows():
    for games in games_by_decision().values():
        for game in games:
            for seat in (None, *range(int(game["table"]["n_seats"][0]))):
                lines = SPEC.words.text(game, seat).splitlines()
                assert max(map(len, lines)) <= 100
                assert len(lines) <= 60
    table = g2().do("SEARCH", "TOMB 48", "LIGHT 0", "PLACE 5")
    own, every = SPEC.words.text(table.game, 0), SPEC.words.text(table.game, None)
    for sign in ("<28>H", "48 xp0", " 13 D", " 35 C", "Haunt 28, Decoy 13, Decoy 49", "hand 2: 04 35"):
        assert sign in own
    assert "<39>H1" in every
    assert "<39>  " in own
    assert "next: 23 05 37" in every
    assert "next:" not in own
    assert "Answers of player 1:\n  Yes  28-30, 38, 39" in own
    assert "Answers" not in SPEC.words.text(table.game, 1)
    assert "  miss 45" in SPEC.words.text(g2().do("RAVEN", "TOMB 45").game, 0)


def test_pictures_of_every_kind_of_decision():
    sizes = set()
    for games in games_by_decision().values():
        for seat in (None, 0):
            picture = SPEC.words.draw(games[0], seat)
            assert picture.dtype == np.uint8
            assert picture.std() > 10
            sizes.add(picture.shape)
    assert sizes == {(760, 1200, 3)}


def test_roles_and_results():
    table = haunt_only(g3(), 1).do("GUESS", "TOMB 10")
    assert SPEC.roles == ("active", "silenced")
    games = np.concatenate([table.game] * 3)
    assert SPEC.queries.role_of(games, np.arange(3)).tolist() == [0, 1, 0]
    assert SPEC.queries.result(g2().do("GUESS", "TOMB 39").game) == {
        "winners": [0],
        "reason": "haunt_found",
        "roles": ["active", "active"],
    }
