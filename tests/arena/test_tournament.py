"""Contests that stop and go on end as if they had never stopped, wherever they are played."""

import dataclasses
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from haunted_env import registry
from haunted_env.arena import executors, plan, results, tournament
from haunted_env.arena.isolated import DEFAULT_LIMITS
from haunted_env.arena.match import play_games
from haunted_env.arena.plan import Contest
from haunted_env.arena.store import FILE, Store, StoreError
from tests.agents.made_policies import write_policy
from tests.arena.test_match import QUICK
from tests.envs.conftest import registered

ROOT = Path(__file__).parents[2]
FIRST = next(iter(registry.GAMES))
HASTY = {"max_turns": 8, "setup": "random"}


def hasty(name):
    """The options that make a game short."""
    known = {option.name for option in registry.spec(name).options}
    return {key: value for key, value in HASTY.items() if key in known}


@pytest.fixture
def toys(monkeypatch):
    registered("toy_game", monkeypatch)
    return Contest("toy_game", ("random", "heuristic", "ismcts:sims=5"), (2, 3), 6, 3)


def lasting(folder):
    """The results, without what depends on the machine."""
    with Store.open(folder) as store:
        found = results.write(store)
    found.pop("timing")
    return found, (folder / "games.csv").read_text()


def finished(contest, folder, **settings):
    with tournament.start(contest, folder) as store:
        tournament.run(store, **settings)
    return lasting(folder)


def test_an_interrupted_contest_ends_like_an_uninterrupted_one(toys, tmp_path):
    whole = finished(toys, tmp_path / "whole", workers=1)

    def interrupt(done, total, new):
        if done >= stops[0]:
            raise KeyboardInterrupt

    with tournament.start(toys, tmp_path / "parts") as store:
        stops = [5]
        with pytest.raises(KeyboardInterrupt):
            tournament.run(store, workers=1, watch=interrupt)
        assert 5 <= len(store.keys()) < whole[0]["games"]
    for stops in ([9], [10_000]):
        with tournament.resume(tmp_path / "parts") as store:
            if stops == [9]:
                with pytest.raises(KeyboardInterrupt):
                    tournament.run(store, workers=1, watch=interrupt)
            else:
                tournament.run(store, workers=1, watch=interrupt)
    assert lasting(tmp_path / "parts") == whole


def test_more_deals_can_be_added(toys, tmp_path):
    whole = finished(toys, tmp_path / "whole", workers=1)
    few = Contest(toys.game, toys.agents, toys.players, 2, toys.seed)
    finished(few, tmp_path / "grown", workers=1)
    with tournament.resume(tmp_path / "grown", {"deals": 6}) as store:
        tournament.run(store, workers=1)
    assert lasting(tmp_path / "grown") == whole


def test_agents_can_be_added_to_a_finished_contest(toys, tmp_path):
    before, _ = finished(toys, tmp_path, workers=1)
    with tournament.resume(tmp_path, add=["random:seed=5"]) as store:
        tournament.run(store, workers=1)
    after, _ = lasting(tmp_path)
    assert after["games"] == after["planned"] > before["games"]
    newcomer = after["agents"][-1]
    assert newcomer["name"] == "random:seed=5" and newcomer["games"] > 0
    with tournament.resume(tmp_path, {"agents": (*toys.agents, "random:seed=5")}) as store:
        assert store.contest.added == 1


@pytest.mark.parametrize(("name", "reason"), [("random", "named twice"), ("nobody", "nobody")])
def test_agents_that_cannot_join_change_nothing(toys, tmp_path, name, reason):
    finished(toys, tmp_path, workers=1)
    with pytest.raises(ValueError, match=reason):
        tournament.resume(tmp_path, add=[name])
    with Store.open(tmp_path) as store:
        assert store.contest == toys


def test_progress_counts_games_done_before(toys, tmp_path):
    seen = []
    with tournament.start(toys, tmp_path) as store:
        tournament.run(store, workers=1, watch=lambda done, total, new: seen.append((done, total, len(new))))
        tournament.run(store, workers=1, watch=lambda done, total, new: seen.append((done, total, len(new))))
    total = seen[0][1]
    assert seen[0] == (0, total, 0)
    assert seen[-2:] == [(total, total, seen[-2][2]), (total, total, 0)]
    assert sum(new for _, _, new in seen) == total


@pytest.mark.parametrize("name", registry.GAMES)
def test_processes_give_the_same_results(name, tmp_path):
    reader = "text:python:tests.agents.readers:first"
    contest = Contest(name, ("random", reader), registry.spec(name).players[:1], 2, options=hasty(name))
    assert finished(contest, tmp_path / "two", workers=2) == finished(contest, tmp_path / "one", workers=1)


def test_an_agent_that_fails_in_a_process_of_its_own(tmp_path):
    name = FIRST
    broken = "text:python:tests.agents.readers:broken"
    contest = Contest(name, ("random", broken), registry.spec(name).players[:1], 1, options=hasty(name))
    found, _ = finished(contest, tmp_path, workers=2)
    assert len(found["forfeits"]) == found["games"]
    assert {row["error"] for row in found["forfeits"]} == {"RuntimeError: out of order"}
    assert found["agents"][1]["win_rate"] == 0
    assert found["agents"][1]["forfeits"] == found["games"]
    assert found["agents"][0]["forfeits"] == 0
    assert found["agents"][0]["forfeits_of_others"] == found["agents"][0]["games"]
    assert found["agents"][0]["win_rate"] * found["agents"][0]["games"] == found["games"]  # a win per game, shared


KILLED = """
import sys
from pathlib import Path
from haunted_env.arena import tournament
if __name__ == "__main__":
    with tournament.resume(Path(sys.argv[1]), trusted=sys.argv[2:]) as store:
        tournament.run(store, workers=2)
"""


def test_a_killed_contest_can_be_resumed(tmp_path):
    """SIGKILL, in the middle, with worker processes running: finished games are there, the rest is played later."""
    name = FIRST
    slow = "text:python:tests.agents.readers:slow"
    contest = Contest(name, ("random", slow), registry.spec(name).players[:1], 6, options=hasty(name))
    whole = finished(contest, tmp_path / "whole", workers=1)
    tournament.start(contest, tmp_path / "killed").close()
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *(p for p in sys.path if p)])}
    process = subprocess.Popen([sys.executable, str(script), str(tmp_path / "killed"), slow], env=env)
    while n_games(tmp_path / "killed") < 3:
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    left = n_games(tmp_path / "killed")
    assert 3 <= left < whole[0]["games"]
    with tournament.resume(tmp_path / "killed", trusted=[slow]) as store:
        tournament.run(store, workers=1)
    assert lasting(tmp_path / "killed") == whole


def n_games(folder):
    database = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    try:
        return database.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        database.close()


def test_an_agent_that_takes_its_process_along_forfeits_its_games_alone(tmp_path):
    name = FIRST
    fatal = "text:python:tests.agents.readers:fatal"
    contest = Contest(name, ("random", "random:seed=1", fatal), (3,), 1, options=hasty(name))
    for workers in (1, 2):
        found, _ = finished(contest, tmp_path / str(workers), workers=workers)
        assert found["games"] == found["planned"] == 3
        assert [row["agent"] for row in found["forfeits"]] == [fatal] * 3
        assert {row["error"] for row in found["forfeits"]} == {"ended the process it played in (exit code 1)"}
        assert [agent["forfeits"] for agent in found["agents"]] == [0, 0, 3]


@dataclasses.dataclass
class KillingOnce:
    """In place of `play_games`: ends the process it is called in, once (or always)."""

    flag: Path
    always: bool = False

    def __call__(self, contest, plans, limits):
        if self.always or not self.flag.exists():
            self.flag.touch()
            os._exit(1)
        return play_games(contest, plans, limits)


def test_games_of_a_process_that_is_killed_are_played_again(tmp_path, monkeypatch):
    contest = Contest(FIRST, ("random", "random:seed=1"), (3,), 2, options=hasty(FIRST))
    whole = finished(contest, tmp_path / "whole", workers=1)
    monkeypatch.setattr(executors, "BATCH", 2)
    monkeypatch.setattr(executors, "play_games", KillingOnce(tmp_path / "killed"))
    assert finished(contest, tmp_path / "killed_once", workers=2) == whole
    assert (tmp_path / "killed").exists()
    monkeypatch.setattr(executors, "play_games", KillingOnce(tmp_path / "killed", always=True))
    with pytest.raises(OSError, match="worker processes die"):
        finished(contest, tmp_path / "killed_always", workers=2)


# Mistakes


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"agents": ("random", "minimax")}, "unknown agent 'minimax'"),
        ({"agents": ("random", "no/such/folder")}, "no checkpoint folder no/such/folder"),
        ({"players": (9,)}, "players=9: toy_game is for 2 to 4"),
        ({"options": {"colour": 1}}, "unknown option 'colour'"),
        ({"options": {"rounds": 0}}, "rounds=0"),
        ({"lineup": (0, 1, 1)}, "the lineup has 3 agents for 2 players"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(toys, tmp_path, change, reason):
    fields = {"game": "toy_game", "agents": ("random", "heuristic"), "players": (2,), "deals": 1} | change
    with pytest.raises(ValueError, match=reason):
        tournament.start(Contest(**fields), tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"agents": ("random",)}, "begun with agents="),
        ({"seed": 4}, "begun with seed=3, not 4"),
        ({"deals": 5}, "begun with deals=6, not 5"),
        ({"options": {"rounds": 2}}, "begun with options={}, not {'rounds': 2}"),
    ],
)
def test_resuming_another_contest_is_refused(toys, tmp_path, given, reason):
    tournament.start(toys, tmp_path).close()
    with pytest.raises(ValueError, match=reason):
        tournament.resume(tmp_path, given)
    tournament.resume(tmp_path, {"agents": toys.agents, "seed": 3, "deals": 6}).close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("haunted_env", "haunted_env has changed since"),
        ("game", "the version of the game has changed since"),
        ("content_hash", "the content file of the game has changed since"),
        ("code", "the code of the rules or of the agents that come along has changed since"),
        ("agents", "agent 'one more' is another one under the same name"),
    ],
)
def test_resuming_with_other_rules_is_refused(toys, tmp_path, name, words):
    store = tournament.start(toys, tmp_path)
    changed = store.versions | {name: store.versions[name] | {"one more": ""} if name == "agents" else "other"}
    store._database.execute("UPDATE about SET value = ? WHERE key = 'versions'", (json.dumps(changed),))
    store._database.commit()
    store.close()
    with pytest.raises(StoreError, match=f"{words}.*put it back as it was, or start again elsewhere"):
        tournament.resume(tmp_path)


def test_resuming_with_an_edited_scenario_is_refused(tmp_path):
    scenario = tmp_path / "mine.toml"
    scenario.write_text(QUICK.read_text(encoding="utf-8"), encoding="utf-8")
    contest = Contest("destinies", ("random",), (1, 2), 1, options={"scenario": str(scenario)})
    tournament.start(contest, tmp_path / "out").close()
    tournament.resume(tmp_path / "out").close()
    scenario.write_text(QUICK.read_text(encoding="utf-8").replace("min = 2", "min = 3"), encoding="utf-8")
    with pytest.raises(StoreError, match="the scenario has changed since"):
        tournament.resume(tmp_path / "out")


def test_resuming_with_another_checkpoint_of_the_same_name_is_refused(tmp_path):
    mine = write_policy(tmp_path / "mine", registry.spec("ghosts_in_the_graveyard"))
    contest = Contest("ghosts_in_the_graveyard", ("random", str(mine)), (2,), 1)
    tournament.start(contest, tmp_path / "out").close()
    tournament.resume(tmp_path / "out").close()
    card = json.loads((mine / "card.json").read_text(encoding="utf-8"))
    (mine / "card.json").write_text(json.dumps(card | {"temperature": 0.0}), encoding="utf-8")
    with pytest.raises(StoreError, match=f"agent '{mine}' is another one under the same name"):
        tournament.resume(tmp_path / "out")


def test_resuming_with_an_edited_player_of_ones_own_is_refused(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    player = tmp_path / "edited_player.py"
    player.write_text("def ask(prompt):\n    return '1'\n", encoding="utf-8")
    contest = Contest("ghosts_in_the_graveyard", ("random", "text:python:edited_player:ask"), (2,), 1)
    tournament.start(contest, tmp_path / "out").close()
    tournament.resume(tmp_path / "out", trusted=contest.agents).close()
    player.write_text("def ask(prompt):\n    return '2'\n", encoding="utf-8")
    with pytest.raises(StoreError, match="agent 'text:python:edited_player:ask' is another one"):
        tournament.resume(tmp_path / "out", trusted=contest.agents)


def test_bad_executors(toys, tmp_path):
    with tournament.start(toys, tmp_path) as store:
        with pytest.raises(ValueError, match="executor 'cloud': choose one of local, ray"):
            tournament.run(store, executor="cloud")
        with pytest.raises(ValueError, match="workers=0"):
            tournament.run(store, workers=0)


def test_ray_is_asked_for_politely(toys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with tournament.start(toys, tmp_path) as store, pytest.raises(ValueError, match="needs Ray: pip install"):
        tournament.run(store, executor="ray")


def test_ray_gives_the_same_results(tmp_path):
    pytest.importorskip("ray")
    name = FIRST
    contest = Contest(name, ("random", "random:seed=1"), registry.spec(name).players[:1], 2, options=hasty(name))
    local = finished(contest, tmp_path / "local", workers=1)
    assert finished(contest, tmp_path / "ray", executor="ray", workers=2) == local


def test_quick_agents_share_batches_and_slow_ones_are_spread(toys):
    plans = list(plan.games(toys))
    sizes = {}
    for chunk in executors.chunks(toys, plans, DEFAULT_LIMITS):
        slow = any(toys.agents[agent].startswith("ismcts") for game in chunk for agent in game.seating)
        sizes.setdefault(slow, []).append(len(chunk))
        assert len({game.players for game in chunk}) == 1
    assert set(sizes[True]) == {1}
    assert max(sizes[False]) > 1
    assert sum(map(sum, sizes.values())) == len(plans)
    assert executors.default_workers(toys, DEFAULT_LIMITS) == os.cpu_count()
    assert executors.default_workers(Contest("toy_game", ("random", "heuristic"), (2,), 1), DEFAULT_LIMITS) == 1
