"""OpenSpiel: its own simulation test, its algorithms on our games, its bots as our agents, and nothing hidden."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: python -m tests.stacks openspiel")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, random_agent

from haunted_env.agents import make_agent
from haunted_env.arena.against import against
from haunted_env.envs.openspiel import load_game
from haunted_env.envs.openspiel_bot import BotAgent
from haunted_env.registry import spec
from tests.stacks.trained import beats_random

GHOSTS, HOUSE = "ghosts_in_the_graveyard", "haunting_house"


def random_state(game, rng, steps):
    """A state some decisions on, in which a player decides."""
    state = game.new_initial_state()
    while not state.is_terminal() and (state.move_number() < steps or state.is_chance_node()):
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    return state


@pytest.mark.parametrize("options", [{"game": GHOSTS}, {"game": HOUSE, "players": 3, "max_turns": 2}])
def test_their_own_simulations(options):
    """Clones, serialisation, observers, masks, returns: what OpenSpiel checks of every game."""
    pyspiel.random_sim_test(load_game(**options), num_sims=2, serialize=False, verbose=False)


def test_by_name_with_parameters():
    game = pyspiel.load_game("haunted_env", {"game": HOUSE, "players": 3, "options": '{"max_turns": 2}'})
    assert game.num_players() == 3 and game.num_distinct_actions() == spec(HOUSE).actions.size
    assert game.new_initial_state().batch.options["max_turns"] == 2
    with pytest.raises(ValueError, match="option max_turns"):
        load_game(HOUSE, max_turns="many")


def test_a_history_says_everything():
    game, rng = load_game(HOUSE, players=2), np.random.default_rng(1)
    state = random_state(game, rng, 120)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert np.array_equal(again.batch.raw, state.batch.raw)
    assert game.deserialize_state(state.serialize()).history() == state.history()


def test_chance_is_a_node_only_where_it_has_a_say_and_its_outcomes_differ():
    game, rng = load_game(HOUSE, players=2, outcomes=8), np.random.default_rng(2)
    state, nodes, kinds = game.new_initial_state(), 0, set()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 4096
    while not state.is_terminal():
        if state.is_chance_node() and state.move_number():
            outcomes = state.chance_outcomes()
            nodes += 1
            assert len(outcomes) == 8 and sum(chance for _, chance in outcomes) == pytest.approx(1)
            kinds.add(len({state.child(outcome).batch.raw.tobytes() for outcome, _ in outcomes}))
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    assert 0 < nodes < state.move_number() / 4 and max(kinds) == 8


def test_clones_go_their_own_way():
    state = random_state(load_game(GHOSTS), np.random.default_rng(3), 8)
    before, text = state.batch.raw.copy(), state.information_state_string(0)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert np.array_equal(state.batch.raw, before) and state.information_state_string(0) == text
    assert not np.array_equal(twin.batch.raw, before)


@pytest.mark.parametrize("name", [GHOSTS, HOUSE])
def test_what_a_player_may_not_know_shows_nowhere(name):
    game, rng = load_game(name), np.random.default_rng(4)
    differing = 0
    for _ in range(10):
        state = random_state(game, rng, int(rng.integers(4, 20)))
        if state.is_terminal():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player)
        differing += not np.array_equal(world.batch.raw, state.batch.raw)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
    assert differing > 3


def test_information_states_remember_what_was_done():
    game = load_game(GHOSTS)
    state = game.new_initial_state()
    state.apply_action(0)
    ways = [state.child(action) for action in state.legal_actions()[:2]]
    player = state.current_player()
    assert ways[0].information_state_string(player) != ways[1].information_state_string(player)
    assert state.information_state_string(player) not in [way.information_state_string(player) for way in ways]


@pytest.mark.parametrize("name", [GHOSTS, HOUSE])
def test_search_runs(name):
    game, rng = load_game(name), np.random.RandomState(5)
    state = random_state(game, np.random.default_rng(5), 6)
    evaluator = mcts.RandomRolloutEvaluator(random_state=rng)
    for bot in (
        mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=rng),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=rng),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=rng, use_observation_string=True),
    ):
        assert bot.step(state) in state.legal_actions()


def test_regret_minimisation_runs():
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load_game(GHOSTS))
    for _ in range(3):
        solver.iteration()
    assert solver.average_policy()


def test_their_learning_environment_runs():
    env = rl_environment.Environment(load_game(GHOSTS, observation="compact"))
    agents = [random_agent.RandomAgent(player, env.action_spec()["num_actions"]) for player in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sorted(step.rewards) == [-1, 1]
    assert len(step.observations["info_state"][0]) == spec(GHOSTS).observation_layout("compact").size


def test_games_that_pay_on_the_way():
    game, rng = load_game("destinies", players=2, scenario="hallow_pass", max_days=3), np.random.default_rng(6)
    assert game.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    state, total = game.new_initial_state(), np.zeros(2)
    while not state.is_terminal():
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
        total += state.rewards()
    assert total.tolist() == state.returns()


def test_a_bot_plays_in_our_matches():
    agent = make_agent("python:haunted_env.envs.openspiel_bot:BotAgent,simulations=2", spec(GHOSTS))
    assert isinstance(agent, BotAgent) and agent.simulations == 2
    first, again = (against(GHOSTS, agent, "random", players=2, deals=2) for _ in range(2))
    assert first.games.sum() == 4 and np.array_equal(first.wins, again.wins)


def test_the_example_runs():
    beats_random("openspiel_algorithms", 0.6, deals=1)
