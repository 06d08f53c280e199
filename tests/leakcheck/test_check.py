"""leakcheck finds what leaks, by name, and nothing else."""

import copy

import numpy as np
import pytest
from pettingzoo.utils import OrderEnforcingWrapper

from haunted_env.leakcheck import AecGame, as_game, check
from haunted_env.leakcheck.games import copied
from tests.leakcheck import high_card
from tests.leakcheck.high_card import HighCard, exchange, known

FOUND = {
    "observation": {"observation['observation']", "last['observation']['observation']"},
    "mask": {"observation['action_mask']", "last['observation']['action_mask']"},
    "reward": {"reward"},
    "info": {"info['deck']['next']", "last['info']['deck']['next']"},
    "words": {"observation['words']", "last['observation']['words']"},
    "turn": {"acting"},
}


def test_a_clean_game_has_no_leak_and_all_is_counted():
    report = check(HighCard(), exchange, games=5)
    assert not report.leaks
    assert report.leaking == 0
    assert report.games == 5
    assert report.decisions == 5 * 6
    assert report.exchanges + report.unchanged == 5 * 6 * 3
    assert report.noticed > 0.9 * report.exchanges
    assert {"observation['observation']", "observation['action_mask']", "reward", "info"} <= set(report.compared)
    assert "no leak found" in str(report)


@pytest.mark.parametrize("leaks", FOUND)
def test_a_leak_is_found_and_named(leaks):
    report = check(HighCard(leaks), exchange, games=3)
    entries = {leak.entry for leak in report.leaks}
    assert FOUND[leaks] <= entries
    if leaks != "turn":  # whose mask it is changes with the turn
        assert entries <= FOUND[leaks]
    assert 0 < report.leaking <= report.exchanges


def test_the_first_place_is_told_with_seat_seed_step_and_values():
    report = check(HighCard("observation"), exchange, games=3, seed=11)
    (first,) = (leak for leak in report.leaks if leak.entry == "observation['observation']")
    assert first.difference.at == "[7]"
    assert (first.seed, first.step) == (11, 0)
    again = HighCard("observation")
    again.reset(seed=11)
    assert first.difference.before == again.hands[again.left_of(first.seat)]
    assert first.difference.after != first.difference.before
    assert first.count > 1
    text = str(report)
    assert "observation['observation'][7] is" in text
    assert f"(seat {first.seat}, seed 11, step 0)" in text


def test_a_line_of_a_text_is_named():
    (leak, *_) = check(HighCard("words"), exchange, games=1).leaks
    assert leak.difference.at == " line 2"
    assert leak.difference.before.startswith("On the deck: ")


def test_render_is_compared_when_asked_for():
    env = HighCard("render", render_mode="ansi")
    assert not check(env, exchange, games=2).leaks
    (leak,) = check(AecGame(env, render=True), exchange, games=2).leaks
    assert leak.entry == "render"
    with pytest.raises(ValueError, match="render_mode"):
        AecGame(HighCard(), render=True)


def test_the_same_seed_finds_the_same():
    one, two = (check(HighCard("observation"), exchange, games=3, seed=4) for _ in range(2))
    one.seconds = two.seconds = 0.0
    assert one == two
    assert str(check(HighCard("observation"), exchange, games=3, seed=5)) != str(one)


def test_games_time_and_decisions_are_bounded():
    assert check(HighCard(), exchange, games=2, every=4).decisions == 2 * 2
    assert check(HighCard(), exchange, games=10**9, seconds=0.2).seconds < 5
    report = check(HighCard(), exchange, games=4, acting_only=True)
    assert report.exchanges + report.unchanged == report.decisions
    seen = []
    check(HighCard(), exchange, games=1, watch=lambda report: seen.append(report.decisions))
    assert seen == [1, 2, 3, 4, 5, 6]


# Playing on


def test_what_is_told_later_is_found_by_playing_on():
    assert not check(HighCard("later"), exchange, games=3, known=known).leaks
    report = check(HighCard("later"), exchange, games=3, known=known, play_on=3)
    assert report.later
    leak = report.leaks[0]
    assert leak.later == 1
    assert leak.entry == "observation['observation']"
    assert "1 actions after the exchange" in str(leak)


def test_playing_on_in_a_clean_game_finds_nothing():
    report = check(HighCard(), exchange, games=5, known=known, play_on=4)
    assert not report.leaks
    assert report.later > report.exchanges


def test_playing_on_ends_where_the_rules_show_something():
    """By the rules of this `known` the deck's top card is shown after two actions: that is no leak."""
    env = HighCard("later")

    def shown(env, agent):
        return {**known(env, agent), "told": env.told}

    report = check(env, exchange, games=5, known=shown, play_on=4)
    assert not report.leaks


# Faults of the exchange, and of the game


def test_an_exchange_that_changes_what_the_seat_knows_is_told_apart():
    leaks = check(HighCard(), high_card.too_much, games=1).leaks
    assert leaks[0].difference.at == "[0]"  # without `known` it looks like a leak
    with pytest.raises(ValueError, match=r"changes what the seat may know, seat player_0, seed 0.*known\['card'\] is"):
        check(HighCard(), high_card.too_much, games=1, known=known)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (high_card.nothing, r"nothing was tested: 0 changed nothing, 18 times there was nothing"),
        (high_card.same_again, r"nothing was tested: 18 changed nothing, 0 times"),
        (high_card.fails, r"the exchange fails, seat player_0, seed 0, step 0: AttributeError: .*no_such_thing"),
        (None, "there is no exchange"),
    ],
)
def test_an_exchange_that_does_nothing_or_fails_is_an_error(change, message):
    with pytest.raises(ValueError, match=message):
        check(HighCard(), change, games=1)


def test_an_exchange_may_give_back_another_game():
    def other(env, agent, rng):
        twin = copied(env, {})
        exchange(twin, agent, rng)
        return twin

    assert check(HighCard("observation"), other, games=1).leaks
    assert not check(HighCard(), other, games=1).leaks


def test_what_an_exchanged_game_cannot_show_is_told():
    def broken(env, agent, rng):
        del env.hands[agent]

    with pytest.raises(ValueError, match="cannot be looked at, seat player_0, seed 0, step 0: KeyError"):
        check(HighCard(), broken, games=1)


def test_an_observation_that_changes_by_itself_is_not_called_a_leak():
    class Noisy(HighCard):
        def observe(self, agent):
            return {**super().observe(agent), "noise": np.random.default_rng().random(3)}

    with pytest.raises(ValueError, match=r"a copy of the game shows something else with nothing exchanged.*noise"):
        check(Noisy(), exchange, games=1)


def test_a_game_that_cannot_be_copied_is_told():
    env = HighCard()
    env.module = copy
    with pytest.raises(ValueError, match=r"cannot be copied.*cannot pickle 'module'"):
        check(env, exchange, games=1)


@pytest.mark.parametrize("bad", [{"games": 0}, {"every": 0}, {"play_on": -1}, {"seconds": 0}, {"play_on": 2}])
def test_settings_that_make_no_sense_are_refused(bad):
    with pytest.raises(ValueError, match=r"at least|known"):
        check(HighCard(), exchange, **bad)


# Environments of PettingZoo


def test_wrapped_environments_made_anew_by_pickle_are_copied_with_their_game():
    """`copy.deepcopy` of an EzPickle environment is a new one, without a game."""
    env = OrderEnforcingWrapper(HighCard())
    env.reset(seed=3)
    env.step(1)
    twin = copied(env, {})
    assert twin.unwrapped.hands == env.unwrapped.hands
    twin.unwrapped.hands["player_0"] = -1
    assert env.unwrapped.hands["player_0"] != -1
    assert not check(env, lambda env, agent, rng: exchange(env.unwrapped, agent, rng), games=2).leaks


def test_what_is_no_game_is_refused():
    for thing in (3, HighCard):
        with pytest.raises(TypeError, match=r"is neither|is a class"):
            as_game(thing)
