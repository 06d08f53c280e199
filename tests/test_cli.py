"""The command line: every command, played and refused, for every registered game."""

import dataclasses
import json
import re

import pytest
from typer.testing import CliRunner

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.cli import app, peers
from haunted_env.cli import play as playing
from haunted_env.cli import speed as figures
from haunted_env.cli.compiling import PROGRAMS, programs_of
from haunted_env.cli.session import Session
from haunted_env.engine.jit import Compiler
from haunted_env.play.replay import Replay, verify
from haunted_env.play.table import Table
from haunted_env.version import __version__

FIRST = next(iter(registry.GAMES))
SHORT = {"max_turns": 8, "max_days": 3, "setup": "random"}  # whichever of these a game has
BENCH_KEYS = [
    *("game", "players", "observation_size", "actions", "aec_steps_per_s", "single_step_us", "batch", "batch_threads"),
    *("batch_steps_per_s", "compact_size", "compact_batch_steps_per_s"),
    *("small_batch", "small_batch_steps_per_s", "compact_small_batch_steps_per_s"),
    *("clone_us", "cold_compile_s", "warm_start_s", "record_bytes"),
    *("heuristic_steps_per_s", "ismcts_sims_per_s", "ismcts_as_played_sims_per_s"),
]


@pytest.fixture(params=registry.GAMES)
def game(request):
    return request.param


def short(game):
    names = {option.name for option in registry.spec(game).options}
    return [word for key, value in SHORT.items() if key in names for word in ("-o", f"{key}={value}")]


def run(*words, answers="", code=0):
    quiet = {"HAUNTED_ENV_QUIET": "1"}  # nothing about a first compile
    done = CliRunner(env=quiet).invoke(app, [str(word) for word in words], input=answers)
    assert done.exit_code == code, done.output
    assert code == 0 or "Traceback" not in done.output
    return done.output


def saved(game, path, actions=25):
    """A saved game of random players."""
    spec = registry.spec(game)
    session = Session(spec, spec.check_options({}), 1)
    table = Table(session.batch, [make_agent("random", spec)], 0, session.seed, [session])
    table.play(until=lambda: len(session.actions) == actions)
    session.replay(seat=1).save(path)
    return path


# What there is


def test_version():
    assert run("--version") == f"haunted_env {__version__}\n"


def test_help_and_games(game):
    text = run("--help")
    for name in (
        "games",
        "play",
        "watch",
        "replay",
        "bench",
        "compile",
        "info",
        "tournament",
        "match",
        "report",
        "train",
        "leakcheck",
    ):
        assert name in text
    assert f"{game}_v" in run("games")


def test_info_shows_versions_place_options_and_tables(game):
    spec = registry.spec(game)
    assert "compiled code is kept in" in run("info")
    text = run("info", game)
    layouts = [spec.observation, spec.actions, *([spec.features.layout] if spec.features else [])]
    for name in [o.name for o in spec.options] + [block.name for layout in layouts for block in layout.blocks]:
        assert name in text
    for option in spec.options:  # rule sets: their names side by side, and a row for every option they set
        if option.sets:
            shown = text.split(f"what {option.name} stands for")[1].splitlines()[1:]
            assert shown[0].split() == [option.name, *option.sets]
            for name in {name for values in option.sets.values() for name in values}:
                assert any(line.split()[:1] == [name] for line in shown)


def test_compile_makes_every_part_ready(game, monkeypatch):
    """What the parts' users would compile or load is asked for: nothing is left for later."""
    made = []
    compile_part = Compiler.compile

    def note(compiler, functions, part="engine"):
        made.append((part, [function.__name__ for function in functions]))
        return compile_part(compiler, functions, part)

    monkeypatch.setattr(Compiler, "compile", note)
    spec = registry.spec(game)
    for key in list(spec._compiled):  # kept once made
        monkeypatch.delitem(spec._compiled, key)
    text = run("compile", game)
    parts = list(programs_of(spec))
    assert set(parts) <= set(PROGRAMS) and {"engine", "heuristic", "belief", "search"} <= set(parts)
    assert ("features" in parts) == (spec.features is not None)
    assert re.findall(rf"^\[\d/{len(parts)}\] {game}, (\w+): ", text, re.MULTILINE) == parts
    assert text.count("ready after") == len(parts)
    assert {part for part, _ in made} - {"words"} == set(parts)
    assert ("belief", ["sample_worlds"]) in made
    for part in parts:
        assert f"1/1] {game}, {part}: " in run("compile", game, "--part", part)
    assert all(spec.is_warm(PROGRAMS[part]) for part in parts)
    assert f"compiled: {', '.join(parts)}" in run("info", game)


def test_compile_makes_sentences_ready(monkeypatch):
    """What sentences ask of the rules comes with the engine."""
    spec, asked = registry.spec(FIRST), []
    words = dataclasses.replace(spec.words, prepare=lambda: asked.append("words"))
    monkeypatch.setattr(registry, "spec", lambda name: dataclasses.replace(spec, words=words))
    run("compile", FIRST, "--part", "heuristic")
    assert asked == []
    run("compile", FIRST, "--part", "engine")
    assert asked == ["words"]


def test_compile_refuses_parts_that_there_are_not():
    assert "--part rules: choose of engine, features" in run("compile", "--part", "rules", code=2)


def test_bench_measures(game, monkeypatch):
    monkeypatch.setattr(figures, "fastest", lambda work, repeats, seconds: work(2) or 0.001)
    row = json.loads(run("bench", game, "--json", "--quick").splitlines()[0])
    assert set(BENCH_KEYS) <= set(row)
    assert row["cold_compile_s"] is None
    assert row["warm_start_s"] > 0
    monkeypatch.setattr(figures, "starting_times", lambda name, quick: (1.0, 1.0))
    assert "batch_steps_per_s" in run("bench", game, "--players", registry.spec(game).players[1])


def test_bench_prints_ratios_where_peers_are_installed(monkeypatch):
    def steps(players):
        return lambda rounds: None

    monkeypatch.setattr(figures, "measure", lambda *_: dict.fromkeys(BENCH_KEYS, 100))
    monkeypatch.setattr(peers, "fastest", lambda work, repeats, seconds: work(2) or 0.1)
    monkeypatch.setattr(peers, "openspiel_steps", steps)
    monkeypatch.setattr(peers, "pettingzoo_steps", steps)
    monkeypatch.setattr(peers.importlib.util, "find_spec", lambda name: name)
    assert len(re.findall("Hanabi .*10.0 x", run("bench", FIRST))) == 4
    monkeypatch.setattr(peers.importlib.util, "find_spec", lambda name: None)
    assert "Hanabi" not in run("bench", FIRST)
    assert len(run("bench", FIRST, "--json").splitlines()) == 1


def test_fastest_takes_the_best_of_several():
    rounds = []
    assert 0 < figures.fastest(lambda n: rounds.append(n) or sum(range(1000 * n)), 3, 0.01) < 0.01
    assert len(rounds) >= 4


# Watching


def test_watch_prints_moves_and_the_end(game):
    text = run("watch", game, "--seed", 3, *short(game))
    assert "seed 3" in text
    assert re.search(r"^player \d: ", text, re.MULTILINE)
    assert "The game is over" in text
    assert text == run("watch", game, "--seed", 3, *short(game))


def test_watch_other_players():
    words = ("watch", "haunted_destinies", "--seed", 3, "-o", "setup=random", "--turns", 6)
    assert run(*words, "--agent", "heuristic") != run(*words)


def test_what_happened_before_the_first_move_is_told_before_it():
    """The first move of a random setup is a roll: the laying out of the moor comes before it, not as its outcome."""
    text = run("watch", "haunted_destinies", "--seed", 3, "-o", "setup=random", "--turns", 1)
    before, after = re.split(r"^player \d: ", text, maxsplit=1, flags=re.MULTILINE)
    assert "begins" in before
    assert "places" not in after


def test_watch_stops_after_some_turns(game):
    text = run("watch", game, "--seed", 3, "--turns", 2, *short(game))
    assert "The game is over" not in text


def test_watching_as_one_seat_shows_only_its_moves(game):
    text = run("watch", game, "--seed", 3, "--view", 1, *short(game))
    assert {line[:9] for line in text.splitlines() if re.match(r"player \d: ", line)} == {"player 1:"}


def test_watch_can_be_interrupted(game, monkeypatch):
    def interrupt(_seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr("haunted_env.cli.show.time.sleep", interrupt)
    assert "The game is over" not in run("watch", game, *short(game))


# Playing


def test_play_a_whole_game(game):
    text = run("play", game, "--seed", 5, "--seat", 1, *short(game), answers="1\n" * 5000)
    assert "You are player 1" in text
    assert "The game is over" in text
    assert "player 1 (you)" in text


def test_play_help_view_events_and_nonsense(game):
    text = run("play", game, "--seed", 5, *short(game), answers="?\nv\ne\n\n0\n99999\nx\n1 2\ns\nq\n")
    assert "s FILE" in text
    assert "'99999' is not a choice" in text
    assert "'1 2' is not a choice" in text
    assert "say where: s FILE" in text
    assert "Goodbye" in text


def test_how_a_game_is_played_is_told_once_and_on_request(game):
    spec = registry.spec(game)
    text = " ".join(run("play", game, "--seed", 5, *short(game), answers="h\nq\n").split())
    primer = " ".join(spec.words.primer.split()) or "rules.md"
    assert text.count(primer) == (2 if spec.words.primer else 1)


def test_enter_is_enough_where_there_is_one_choice(tmp_path):
    path = tmp_path / "game.jsonl"
    run("play", "destinies", "--players", 1, "--seed", 5, answers=f"2\n2\n2\n1\n\n\ns {path}\nq\n")
    assert len(Replay.load(path).actions) == 5  # the last Enter chooses nothing: there are two choices


def test_save_and_resume(game, tmp_path):
    path = tmp_path / "game.jsonl"
    run("play", game, "--seed", 5, *short(game), answers=f"1\n1\ns {path}\nq\n")
    replay = Replay.load(path)
    verify(registry.spec(game), replay)
    assert replay.notes == {"seat": 0}
    straight = run("play", game, "--seed", 5, *short(game), answers="1\n" * 5000)
    resumed = run("play", "--resume", path, answers="1\n" * 5000)
    assert resumed.split("The game is over")[1] == straight.split("The game is over")[1]


@pytest.mark.parametrize("seat", [False, "0", None, 99, [0]])
def test_a_saved_game_that_names_no_seat(seat, tmp_path):
    path = saved(FIRST, tmp_path / "game.jsonl")
    dataclasses.replace(Replay.load(path), notes={"seat": seat}).save(path)
    assert f"seat {seat}: the game has seats 0 to" in run("play", "--resume", path, code=2)


def test_quitting_offers_to_save(game, tmp_path):
    path, missing = tmp_path / "game.jsonl", tmp_path / "missing" / "game.jsonl"
    text = run("play", game, "--seed", 5, *short(game), answers=f"1\nq\n{missing}\n{path}\n")
    assert "not saved" in text
    assert path.exists()
    assert not missing.exists()
    run("play", game, "--seed", 5, *short(game), answers="1\nq\n\n")


def test_end_of_input_and_interruption_leave_politely(game, monkeypatch):
    assert "Goodbye" in run("play", game, *short(game), answers="1\n")
    assert "Goodbye" in run("play", game, *short(game), answers="1\nq\n")

    def interrupt(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(playing.console, "input", interrupt)
    assert "Goodbye" in run("play", game, *short(game))


# Replays


def test_replay_shows_checks_and_exports(game, tmp_path):
    path = saved(game, tmp_path / "game.jsonl")
    shown = run("replay", path)
    assert re.search(r"^player \d: ", shown, re.MULTILINE)
    assert ": true, 25 actions, not ended yet" in run("replay", path, "--check")
    out = tmp_path / "seat.jsonl"
    run("replay", path, "--export-seat", 0, "--out", out)
    printed = run("replay", path, "--export-seat", 0)
    assert printed == out.read_text()
    assert json.loads(printed.splitlines()[0])["seat"] == 0


def test_a_false_replay_fails_the_check_with_code_1(game, tmp_path):
    path = saved(game, tmp_path / "game.jsonl")
    lines = path.read_text().splitlines()
    closing = json.loads(lines[-1]) | {"state_hash": "0"}
    path.write_text("\n".join([*lines[:-1], json.dumps(closing)]))
    assert "tampered" in run("replay", path, "--check", code=1)
    assert "tampered" in run("replay", path, code=2)
    assert "tampered" in run("play", "--resume", path, code=2)
    path.write_text("\n".join(lines[:-1]))
    assert "cut off" in run("replay", path, "--check", code=1)


# Mistakes


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["play", "chess"], "unknown game 'chess'"),
        (["info", "chess"], "unknown game 'chess'"),
        (["watch", "GAME", "--players", "99"], "players=99"),
        (["watch", "GAME", "-o", "nonsense"], "expected KEY=VALUE"),
        (["watch", "GAME", "-o", "nonsense=1"], "unknown option 'nonsense'"),
        (["watch", "GAME", "--view", "none"], "--view none"),
        (["watch", "GAME", "--view", "17"], "--view 17"),
        (["watch", "GAME", "--seed", "-1"], "-1"),
        (["play", "GAME", "--seat", "17"], "seat 17"),
        (["play", "--resume", "missing.jsonl"], "missing.jsonl: cannot be read"),
        (["replay", "missing.jsonl"], "missing.jsonl: cannot be read"),
    ],
)
def test_mistakes_are_one_clear_line(game, words, reason):
    text = run(*[game if word == "GAME" else word for word in words], code=2)
    assert reason in text
    assert len(text.strip().splitlines()) <= 2


def test_a_replay_of_an_unknown_game(game, tmp_path):
    path = saved(game, tmp_path / "game.jsonl")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(lines[0]) | {"game": "chess"}), *lines[1:]]))
    assert "unknown game 'chess'" in run("replay", path, code=2)


def test_exporting_a_seat_that_is_not_there_or_to_nowhere(game, tmp_path):
    path = saved(game, tmp_path / "game.jsonl")
    assert "no seat 17" in run("replay", path, "--export-seat", 17, code=2)
    run("replay", path, "--export-seat", 0, "--out", tmp_path / "missing" / "x", code=2)
