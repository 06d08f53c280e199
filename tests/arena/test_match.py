"""Playing games: the same however they are grouped, and a failing agent loses only its own."""

import dataclasses
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import Agent
from haunted_env.agents.random import RandomAgent, random_actions
from haunted_env.arena import match, plan, replays
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest
from haunted_env.play import replay as core_replay
from tests import toy_game
from tests.envs.conftest import registered

QUICK = Path(__file__).parents[1] / "games" / "destinies" / "quick.toml"
SHORT = {"max_turns": 12, "setup": "random"}  # whichever of these a game has


@pytest.fixture
def small(spec):
    """A contest of a few short games."""
    names = {option.name for option in spec.options}
    options = {key: value for key, value in SHORT.items() if key in names}
    agents = ["random", "random:seed=1"]
    agents += ["heuristic"] if spec.heuristic else []
    agents += ["ismcts:sims=4,depth=5"] if spec.inference else []
    return Contest(spec.name, tuple(agents), (spec.players[0],), 3, 5, options)


def comparable(record):
    row = dataclasses.asdict(record)
    row["actions"], row["beliefs"] = record.actions.tolist(), record.beliefs.tolist()
    return {key: value for key, value in row.items() if key not in ("seconds", "timed")}


def test_games_do_not_depend_on_what_is_played_beside_them(small):
    games = list(plan.games(small))
    together = [comparable(record) for record in play_games(small, games)]
    alone = [comparable(record) for game in games for record in play_games(small, [game])]
    backwards = [comparable(record) for record in play_games(small, games[::-1])][::-1]
    assert together == alone == backwards
    assert [record["plan"]["seating"] for record in together] == [game.seating for game in games]


def test_records_say_what_happened(spec, small):
    for record in play_games(small, list(plan.games(small))[:4]):
        replay = replays.replay_of(spec, small, record)
        core_replay.verify(spec, replay)
        assert replay.result["winners"] == record.winners
        assert replay.result["roles"] == record.roles
        assert replay.result["reason"] == record.reason
        assert sum(record.decisions) == len(record.actions) > 0
        assert record.forfeit is None
        assert record.error == ""
        assert all(low <= r <= high for r in record.returns for low, high in [spec.rewards])
        assert record.illegal == [0] * record.plan.players
        *_, end = core_replay.simulate(spec, replay)
        assert record.state_hash == core_replay.state_hash(end)
        assert record.turns == spec.queries.turn(end)


@dataclasses.dataclass(kw_only=True)
class Faulty(Agent):
    """Random, but stumbles in some games: those whose generator says so, at their third decision or later."""

    fault: str = "raise"

    def act(self, view):
        actions = random_actions(view)
        bad = (view.games["table"]["turn"] >= 3) & (view.generators[:, 1] % 4 == 0)
        if not bad.any():
            return actions
        if self.fault == "raise":
            raise RuntimeError("out of order")
        if self.fault == "exit":
            sys.exit("had enough")
        if self.fault == "illegal":
            return np.where(bad, view.masks.argmin(1), actions)
        if self.fault == "outside":
            return np.where(bad, 10_000, actions)
        return {"shape": actions[:-1], "kind": actions.astype(float), "nothing": None}[self.fault]


@pytest.fixture
def faulty(monkeypatch):
    """A toy contest whose second agent is faulty in the way asked."""
    registered("toy_game", monkeypatch)
    agents = {"random": RandomAgent(spec=toy_game.SPEC)}
    monkeypatch.setattr(match, "agent_for", lambda name, spec, *_: agents[name])

    def make(fault):
        agents["faulty"] = Faulty(spec=toy_game.SPEC, fault=fault)
        return Contest("toy_game", ("random", "faulty"), (2,), 40)

    return make


@pytest.mark.parametrize(
    ("fault", "error", "illegal"),
    [
        ("raise", "RuntimeError: out of order", 0),
        ("exit", "SystemExit: had enough", 0),
        ("illegal", "is not legal now: player_", 1),
        ("outside", "action 10000 is outside 0..6", 1),
        ("shape", "ValueError: expected 1 whole numbers, got int64 of shape (0,)", 0),
        ("kind", "ValueError: expected 1 whole numbers, got float64 of shape (1,)", 0),
        ("nothing", "ValueError: expected 1 whole numbers, got object of shape ()", 0),
    ],
)
def test_a_failing_agent_loses_only_its_game(faulty, fault, error, illegal):
    some = faulty(fault)
    games = list(plan.games(some))
    records = play_games(some, games)
    lost = [record for record in records if record.forfeit is not None]
    assert 10 < len(lost) < len(records) - 10
    for record in lost:
        assert record.plan.seating[record.forfeit] == 1
        assert error in record.error
        assert (record.reason, record.winners) == ("forfeit", [])
        assert record.returns[record.forfeit] == -1
        assert record.returns[1 - record.forfeit] == 0
        assert record.illegal[record.forfeit] == illegal
        assert record.illegal[1 - record.forfeit] == 0
    # The other games are those that would have been played without the fault.
    for record in records:
        if record.forfeit is None:
            assert record.winners
            (alone,) = play_games(some, [record.plan])
            assert comparable(alone) == comparable(record)


def test_a_forfeited_game_can_be_replayed(faulty):
    some = faulty("raise")
    record = next(r for r in play_games(some, list(plan.games(some))) if r.forfeit is not None)
    replay = replays.replay_of(toy_game.SPEC, some, record)
    assert replay.result is None
    core_replay.verify(toy_game.SPEC, replay)


def test_illegal_answers_are_counted(faulty, monkeypatch):
    some = faulty("raise")

    @dataclasses.dataclass(kw_only=True)
    class Mumbling(Agent):
        def act(self, view):
            view.illegal += 2
            return random_actions(view)

    agents = {"random": RandomAgent(spec=toy_game.SPEC), "faulty": Mumbling(spec=toy_game.SPEC)}
    monkeypatch.setattr(match, "agent_for", lambda name, spec, *_: agents[name])
    for record in play_games(some, list(plan.games(some))):
        for seat, agent in enumerate(record.plan.seating):
            assert record.illegal[seat] == record.decisions[seat] * agent
            assert record.illegal_answers[seat] == 2 * record.decisions[seat] * agent


def test_returns_count_what_was_paid_to_seats_that_left_early(tmp_path):
    """In Destinies a defeated player is paid at once and leaves; the others play on."""
    fatal = QUICK.read_text(encoding="utf-8")
    fatal = fatal.replace("pass = false, effects = []", 'pass = false, effects = ["resolve -2"]')
    fatal = fatal.replace('min = 2, pass = true, effects = ["advance', 'min = 4, pass = true, effects = ["advance')
    scenario = tmp_path / "fatal.toml"
    scenario.write_text(fatal, encoding="utf-8")
    contest = Contest("destinies", ("random", "random:seed=1"), (3,), 8, 5, {"scenario": str(scenario)})
    records = play_games(contest, list(plan.games(contest)))
    assert any(record.winners for record in records)
    assert any(not record.winners for record in records)
    for record in records:
        assert record.returns == [1.0 if seat in record.winners else -1.0 for seat in range(3)]


def test_turns_are_those_of_the_game_and_not_its_decisions():
    contest = Contest("destinies", ("random",), (2,), 2, 5, {"scenario": str(QUICK)})
    for record in play_games(contest, list(plan.games(contest))):
        assert 0 < record.turns < len(record.actions) / 2


@dataclasses.dataclass(kw_only=True)
class Ponderous(Agent):
    """Has much to prepare the first time it is asked, and much to say about what it believes."""

    asked: list = dataclasses.field(default_factory=list)
    believed: list = dataclasses.field(default_factory=list)

    def act(self, view):
        self.asked.append(len(view))
        if len(self.asked) == 1:
            time.sleep(0.5)
        return random_actions(view)

    def belief(self, view):
        self.believed.append(len(view))
        time.sleep(0.02)
        return view.belief()


@pytest.mark.parametrize("beliefs", [True, False])
def test_only_acting_is_timed_and_not_its_first_time(monkeypatch, beliefs):
    """Half a second of preparing and 20 ms per belief are far more than all the acting takes."""
    some = Contest("haunted_destinies", ("ponderous",), (3,), 1, options={"max_turns": 6}, beliefs=beliefs)
    agent = Ponderous(spec=registry.spec(some.game))
    monkeypatch.setattr(match, "agent_for", lambda name, spec, *_: agent)
    monkeypatch.setattr(match.Match, "warm", set())
    (record,) = play_games(some, list(plan.games(some)))
    assert sum(record.decisions) == len(agent.asked) == sum(record.timed) + 1
    assert bool(agent.believed) == bool(len(record.beliefs)) == beliefs
    assert sum(record.seconds) < 0.5
    assert sum(record.seconds) < 0.02 * (len(agent.believed) or 1000)


def test_a_games_own_score_is_in_its_record():
    """In Destinies the days of the one who fulfils the destiny; turns count days too."""
    contest = Contest("destinies", ("random", "random:seed=1"), (2,), 6, 0, {"scenario": str(QUICK)})
    records = play_games(contest, list(plan.games(contest)))
    won = [(record, record.winners[0]) for record in records if record.winners]
    assert len(won) > 6
    for record, winner in won:
        day = record.scores[winner]
        assert day is not None and day >= 1 and record.scores[1 - winner] is None
        assert (record.turns // 2) + 1 == day
