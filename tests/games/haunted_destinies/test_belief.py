"""Beliefs about who holds the Opener card: certain where it is known, counted where not, and right on average."""

import numpy as np
import pytest

from haunted_env.envs.pettingzoo import raw_env
from haunted_env.games.haunted_destinies.belief import card_beliefs, holders
from haunted_env.games.haunted_destinies.tables import CODE, OPENER
from haunted_env.play.batch import Batch
from tests.games.haunted_destinies.hidden import scramble
from tests.games.haunted_destinies.table import SPEC, Table
from tests.toy_game import SPEC as TOY
from tests.worlds import many_worlds

PILES = [["ps_opener", "ps_medium"], ["ps_kitchen", "ps_moths"], ["ps_warden", "ps_brawler"], ["ps_red_door"]]


def game(locations=None, facts=None, **more) -> np.ndarray:
    """Four seats; what seat 0 knows is given."""
    ledger = {"0": {"locations": locations or {}, "facts": facts or {}}}
    return Table({"seats": [{"pile": pile} for pile in PILES], "ledger": ledger, **more}).game


def belief(game, seat) -> np.ndarray:
    """Probability that each seat is the Opener, given what one seat knows."""
    return card_beliefs(game, seat, OPENER)[0]


def test_nothing_known_each_card_is_as_likely():
    assert belief(game(), 0).tolist() == pytest.approx([2 / 7, 2 / 7, 2 / 7, 1 / 7])


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_all_seats_start_alike_in_a_real_game(seat):
    table = Table(seed=4, players=4, setup="random")
    assert belief(table.game, seat).tolist() == pytest.approx([0.25] * 4)


def test_a_seen_card_is_certain():
    assert belief(game(facts={"0": {"0": "S:ps_opener"}}), 0).tolist() == [1, 0, 0, 0]
    assert belief(game(locations={"ps_opener": "PILE 0"}), 0).tolist() == [1, 0, 0, 0]


def test_a_doubtful_card_may_be_anywhere():
    assert belief(game(locations={"ps_opener": "STALE 0"}), 0).tolist() == pytest.approx([2 / 7, 2 / 7, 2 / 7, 1 / 7])


def test_seen_cards_leave_fewer_places():
    seen = {"1": ["S:ps_kitchen", "S:ps_moths"]}
    assert belief(game(facts=seen), 0).tolist() == pytest.approx([2 / 5, 0, 2 / 5, 1 / 5])


def test_a_border_of_the_opener_counts_for_more():
    """Four cards of set A are unseen (Opener, Medium, Warden, Red Door), one of them is known to be seat 2's first."""
    expected = [3 / 4 * 2 / 6, 3 / 4 * 2 / 6, 1 / 4 + 3 / 4 * 1 / 6, 3 / 4 * 1 / 6]
    assert belief(game(facts={"2": ["PA", "P"]}), 0).tolist() == pytest.approx(expected)


def test_a_card_face_up_or_gone():
    seats = [{"pile": ["ps_medium"]}, {"up": ["ps_opener"], "pile": ["ps_kitchen"]}, {}, {}]
    table = Table({"seats": seats})
    assert belief(table.game, 0).tolist() == [0, 1, 0, 0]
    assert card_beliefs(table.game, 0, CODE["ps_moths"])[0].tolist() == [0, 0, 0, 0]


def test_a_card_on_its_way_belongs_to_who_will_insert_it():
    """Seat 0 dies of the Evil Twins; the passed card waits for seat 1."""
    seats = [{"health": "1/5", "pile": ["ps_opener"]}, {"pile": ["ps_kitchen"]}, {"pile": ["ps_moths"]}]
    table = Table({"seats": seats, "force": {"dice": [3, 3]}}).do("ROLL2", "OPT_WOUND")
    assert table.asked == (1, "INSERT_AT")
    assert belief(table.game, 1).tolist() == pytest.approx([0, 2 / 3, 1 / 3])
    assert holders(table.game, 0, OPENER).tolist() == [1]


def random_positions(players: int, n: int = 64, steps: int = 40, rounds: int = 6):
    options = {"players": players, "setup": "random"}
    batch = Batch(SPEC, n, options, autoreset=True, observation=None, relative_seats=False)
    batch.deal(players * 1000 + np.arange(n))
    generators = batch.generators(players)
    for _ in range(rounds):
        for _ in range(steps):
            batch.step_random(generators)
        yield batch.games


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_probabilities_add_up(players):
    for games in random_positions(players):
        for seat in range(players):
            chances = card_beliefs(games, seat, OPENER)
            assert chances.shape == (len(games), players)
            assert (chances >= 0).all()
            assert chances.sum(axis=1) == pytest.approx(1)
            assert (chances[games["table"]["ghost"][:, :players] == 1] == 0).all()


@pytest.mark.parametrize("players", [3, 6])
def test_counted_and_drawn_agree(players):
    n = 2000
    for games in random_positions(players, n=8, rounds=3):
        for row in range(len(games)):
            one, seat = games[row : row + 1], row % players
            for card in (OPENER, CODE["ps_medium"], CODE["ps_inquisitor"]):
                counted = card_beliefs(one, seat, card)[0]
                worlds = many_worlds(SPEC, one, seat, n, seed=row)
                held = (worlds["secret"]["pile"] == card).any(axis=2)[:, :players]
                for lane in range(2):
                    on_its_way = worlds["secret"]["lane_card"][:, lane] == card
                    held[on_its_way, worlds["secret"]["lane_seat"][on_its_way, lane]] = True
                if one["table"]["up_at"][0, card] >= 0:
                    held[:, one["table"]["up_at"][0, card]] = True
                assert held.mean(axis=0) == pytest.approx(counted, abs=4.5 * 0.5 / np.sqrt(n))


def test_only_what_the_seat_knows_counts():
    rng = np.random.default_rng(1)
    for games in random_positions(4, n=8):
        for row in range(len(games)):
            for seat in range(4):
                other = scramble(games[row : row + 1], seat, rng)
                assert belief(other, seat).tolist() == belief(games[row : row + 1], seat).tolist()


def test_calibrated_in_random_games():
    """Of all the times a seat was given about some probability, it was the Opener about that often.

    One position per game, so that the cases are independent.
    """
    said, was = [], []
    for players in (3, 4, 5):
        options = {"players": players, "setup": "random"}
        batch = Batch(SPEC, 600, options, observation=None, relative_seats=False)
        batch.deal(np.arange(600))
        generators = batch.generators(players)
        for step in range(300):
            batch.step_random(generators)
            games = batch.games[2 * step : 2 * step + 2]
            games = games[games["table"]["over"] == 0]
            said.append(card_beliefs(games, step % players, OPENER).ravel())
            was.append((np.arange(players) == holders(games, 0, OPENER)[:, None]).ravel())
    said, was = np.concatenate(said), np.concatenate(was)
    for low in np.arange(0, 1, 0.1):
        inside = (said >= low) & (said < low + 0.1)
        if inside.sum() > 40:
            error = 3.5 * np.sqrt(0.25 / inside.sum())
            assert was[inside].mean() == pytest.approx(said[inside].mean(), abs=error)
    assert was[said == 1].all() and not was[said == 0].any()
    assert (said == 1).sum() > 20


def test_the_environment_tells_beliefs_by_agent():
    env = raw_env(SPEC, players=3, setup="random")
    env.reset(seed=1)
    found = env.belief("player_2")
    assert set(found) == set(env.possible_agents)
    assert sum(found.values()) == pytest.approx(1)
    with pytest.raises(ValueError, match="unknown agent 'player_7'"):
        env.belief("player_7")


def test_games_without_a_secret_role_say_so():
    env = raw_env(TOY)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="nothing to find out"):
        env.belief(env.possible_agents[0])


@pytest.mark.parametrize("card", [-1, 30, CODE["ha_recoil"]])
def test_only_psyche_cards_can_be_asked_for(card):
    with pytest.raises(ValueError, match="expected a Psyche card"):
        card_beliefs(game(), 0, card)
