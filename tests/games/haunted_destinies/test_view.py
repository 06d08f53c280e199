"""The game as text and as a picture: what is shown, how wide, and that nothing leaks."""

import numpy as np
import pytest

from haunted_env.games.haunted_destinies.actions import GREY_BORDER, Act, Claim, Decision, End, Event
from haunted_env.games.haunted_destinies.state import CELLS, MAX_PILE, MAX_SEATS, N_TOLD, PILE, SEEN, STALE
from haunted_env.games.haunted_destinies.tables import CODE, N_CARDS, N_PSYCHE, N_TILES
from haunted_env.games.haunted_destinies.words.describe import describe_action, explain_decision, seat_events, text
from haunted_env.games.haunted_destinies.words.draw import HEIGHT, WIDTH, draw
from haunted_env.games.haunted_destinies.words.names import TILES, short
from haunted_env.games.haunted_destinies.words.view import WIDTH as COLUMNS
from haunted_env.games.haunted_destinies.words.view import board
from tests.games.haunted_destinies.moor import ask, give, happen, made_up_game, tell
from tests.games.haunted_destinies.table import Table

BOARD = """\
        col 3             col 4             col 5
  ┌───────1────────┐┌───────2────────┐┌───────2────────┐
3 │   Old Kirk*    ││  Birch Copse   ││  Narrow Pass   │
  │2    [2] ●2    2││2     [01]     2││X              X│
  └───────1────────┘└───────2────────┘└───────2────────┘
  ┌───────X────────┐┌───────1────────┐┌───────6────────┐
4 │ Covered Bridge ││  D. Cemetery   ││   Black Tarn   │
  │1              1││2     (3)      2││2              X│
  └───────X────────┘└───────1────────┘└───────5────────┘"""


@pytest.fixture
def game() -> np.ndarray:
    return made_up_game()


def scrambled(game: np.ndarray, seat: int) -> np.ndarray:
    """The same game with everything that a seat may not know replaced by noise."""
    noise = np.random.default_rng(1)
    other = game.copy()
    own = game["ledger"][0, seat].copy()
    for part in ("secret", "ledger"):
        raw = noise.integers(0, 256, game[part].dtype.itemsize * game[part].size, np.uint8)
        other[part] = raw.view(game[part].dtype).reshape(game[part].shape)
    other["ledger"][0, seat] = own
    return other


def test_the_board_is_drawn_with_costs_gloom_and_pawns(game):
    assert "\n".join(board(game[0]["table"])) == BOARD


def test_a_seat_sees_what_it_knows(game):
    ledger = game[0]["ledger"][0]
    ledger["location"][CODE["ps_warden"]] = PILE + 1
    ledger["location"][CODE["ps_medium"]] = STALE + 2
    give(game, 1, "it_waxed_coat", 2)
    lines = text(game, 0).splitlines()
    assert lines[0] == "Haunted Destinies · turn 8 of 160 · player 0's turn · player 0 decides: MAIN"
    assert "Player 0 (you, active): health 3/5 ♥♥♥♡♡ · at Birch Copse" in lines
    assert "  pile of 4, 0 to 1 grey:  0:P  1:P  2:g  3:P" in lines
    assert "  items: Waxed Coat ×2" in lines
    assert "  pile of 3, 0 to 1 grey:  0:P  1:The Pathfinder  2:P" in lines
    assert "  somewhere in this pile: The Warden" in lines
    assert "  was in this pile, may have left: The Medium" in lines
    assert "Player 3: ghost, gloom 4 · at Dilapidated Cemetery" in lines


def test_another_seat_sees_less(game):
    assert "Pathfinder" not in text(game, 1)
    assert "player 0 decides: MAIN" in text(game, 1)


def test_the_view_of_all_shows_every_face(game):
    shown = text(game, None)
    assert "0:The Medium  1:The Warm Kitchen  2:Grave Chill  3:The Opener" in shown
    assert "Player 0 (active, holds the Opener card)" in shown


def test_the_end_is_announced(game):
    table = game[0]["table"]
    table["over"], table["winners"], table["reason"], table["decider"] = 1, 0b0011, End.OPENER_FELL, -1
    assert text(game, 1).splitlines()[1] == "The Opener has fallen: player 0 and player 1 win."


def test_setup_shows_the_own_hand_only(game):
    game[0]["ledger"]["hand"][:4, 0] = [1, 2, 3, 4]
    ask(game, 0, Decision.SETUP_TILE, in_setup=1)
    shown = text(game, 0)
    assert "hand (N/E/S/W): Roman Ruins* 2/2/2/3" in shown
    assert "Ferryman" not in shown
    assert "(5,4)" in shown


def crowded(seed: int) -> np.ndarray:
    """A game in which everything is as long as it can be."""
    noise = np.random.default_rng(seed)
    game = made_up_game()
    table = game[0]["table"]
    table["n_seats"] = MAX_SEATS
    table["tile"][:] = noise.permutation(np.resize(np.arange(N_TILES), CELLS))
    table["gloom"][:] = noise.integers(0, 30, CELLS)
    table["pawn"][:] = noise.choice([0, 4], MAX_SEATS) if seed else 40
    table["ghost"][:] = noise.integers(0, 2, MAX_SEATS)
    table["health"][:], table["wounds"][:], table["pile_size"][:] = 6, 6, MAX_PILE
    table["items"][:] = np.resize([2] * 8 + [0] * 4, 12)
    table["up_at"][:] = noise.integers(-1, MAX_SEATS, N_PSYCHE)
    table["persist"][:8], table["curses"][:, 0] = 2, 2
    table["discard"][:] = 3
    game[0]["ledger"]["fact"][:] = noise.integers(0, SEEN + N_CARDS, game[0]["ledger"]["fact"].shape)
    game[0]["ledger"]["location"][:] = noise.integers(PILE, STALE + MAX_SEATS, (MAX_SEATS, N_PSYCHE))
    game[0]["secret"]["pile"][:] = noise.integers(0, N_CARDS, (MAX_SEATS, MAX_PILE))
    for _ in range(9):
        happen(game, Event.OBEY, 4, 5, face=CODE["se_bell_book"])
    for _ in range(N_TOLD):
        tell(game, 0, 5, Claim.SEEN, 5, slot=MAX_PILE - 1, border=GREY_BORDER)
    return game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seat", [0, 5, None])
def test_views_keep_their_size(seed, seat):
    game = crowded(seed)
    assert max(len(line) for line in text(game, seat).splitlines()) <= COLUMNS
    picture = draw(game, seat)
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert picture.dtype == np.uint8


@pytest.mark.parametrize("width", [7, 8, 9, 12])
def test_short_tile_names_stay_apart(width):
    shortened = [short(tile.name, width) for tile in TILES[:N_TILES]]
    assert max(map(len, shortened)) <= width
    assert len(set(shortened)) == N_TILES


def test_a_picture_changes_with_the_game(game):
    before = draw(game, 0)
    assert not np.array_equal(before, draw(game, None))
    game[0]["table"]["pawn"][0] = 39
    assert not np.array_equal(before, draw(game, 0))


@pytest.mark.clause("HD-INFO-22")
def test_nothing_unknown_is_shown_in_a_made_up_game(game):
    for seat in range(4):
        noisy = scrambled(game, seat)
        if seat == 0:
            assert describe_action(noisy, Act.MOVE_S) == describe_action(game, Act.MOVE_S)
        assert text(noisy, seat) == text(game, seat)
        assert np.array_equal(draw(noisy, seat), draw(game, seat))


@pytest.mark.clause("HD-INFO-22")
def test_nothing_unknown_is_shown_in_whole_games():
    choice = np.random.default_rng(3)
    table = Table(seed=5, players=4, max_turns=25)
    step = 0
    while table.decider >= 0:
        game, decider = table.game, table.decider
        legal = np.flatnonzero(table.masks[0])
        for seat in (decider, (decider + 1) % 4):
            noisy = scrambled(game, seat)
            assert text(noisy, seat) == text(game, seat)
            assert explain_decision(noisy, seat) == explain_decision(game, seat)
            assert seat_events(noisy, 0, seat) == seat_events(game, 0, seat)
            if seat == decider:
                assert [describe_action(noisy, a) for a in legal] == [describe_action(game, a) for a in legal]
            if step % 25 == 0:
                assert np.array_equal(draw(noisy, seat), draw(game, seat))
        table.act(int(choice.choice(legal)))
        step += 1
