"""Replays: saved and read back, simulated again, checked, and exported as one seat saw them."""

import contextlib
import dataclasses
import json
import os

import numpy as np
import pytest

from haunted_env.play import replay as replays
from haunted_env.play.replay import Replay, ReplayError, export_for_seat, seal, simulate, state_hash, verify


def played(spec, seed=0, actions=60, position=None):
    """A replay of so many random actions (None: to the end)."""
    batch = replays.start(spec, {}, seed, position)
    generators = batch.generators(seed)
    taken = []
    while not batch.games["table"]["over"][0] and (actions is None or len(taken) < actions):
        action = int(batch.random_actions(generators)[0])
        batch.step([action])
        taken.append(action)
    about = {"game": spec.name, "version": spec.version, "content_hash": spec.content_hash}
    return seal(spec, Replay(**about, options=batch.options, seed=seed, position=position, actions=taken))


def lines_of(replay):
    return [json.loads(line) for line in replay.lines()]


def parse(rows):
    return Replay.parse("\n".join(json.dumps(row) for row in rows))


@pytest.mark.parametrize("actions", [0, 5, 60, None])
def test_a_replay_comes_back_from_its_file_and_is_true(spec, tmp_path, actions):
    replay = played(spec, actions=actions)
    path = tmp_path / "game.jsonl"
    replay.save(path)
    loaded = Replay.load(path)
    assert loaded == replay
    verify(spec, loaded)
    assert (replay.result is not None) == (actions is None or len(replay.actions) < actions)


def test_notes_are_kept(spec):
    replay = dataclasses.replace(played(spec), notes={"seat": 2})
    assert parse(lines_of(replay)).notes == {"seat": 2}


def test_simulating_gives_the_game_step_by_step(spec):
    replay = played(spec, actions=12)
    states = [state_hash(game) for game in simulate(spec, replay)]
    assert len(states) == len(replay.actions) + 1
    assert states[-1] == replay.state_hash
    assert len(set(states)) == len(states)


def test_a_replay_may_start_from_a_position(spec):
    *_, game = simulate(spec, played(spec, actions=9))
    replay = played(spec, seed=4, actions=20, position=spec.positions.write(game))
    verify(spec, parse(lines_of(replay)))
    first = next(iter(simulate(spec, replay)))
    assert state_hash(first) == state_hash(game)


def test_the_state_hash_does_not_depend_on_gaps_between_fields(spec):
    *_, game = simulate(spec, played(spec))
    twin = np.full(game.nbytes, 255, np.uint8).view(game.dtype)
    twin[:] = game
    assert state_hash(twin) == state_hash(game)


def test_a_replay_without_a_hash_is_not_saved(spec, tmp_path):
    unsealed = dataclasses.replace(played(spec), state_hash="")
    with pytest.raises(ReplayError, match="seal"):
        unsealed.save(tmp_path / "game.jsonl")
    assert not list(tmp_path.iterdir())


# Files that are no replays


def test_a_replay_cut_off_anywhere_is_refused(spec):
    text = "\n".join(played(spec, actions=6).lines()) + "\n"
    for length in range(len(text) - 1):
        with pytest.raises(ReplayError, match=r"line|cut off"):
            Replay.parse(text[:length])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: not a replay"),
        ("{", "line 1: not JSON"),
        ("[]", "line 1: Expected `object`, got `array`"),
        ("{}", "line 1: not a replay"),
        ('{"replay": 2}', "line 1: replay format 2"),
        ('{"replay": 1}', "line 1: Object missing required field `game`"),
        ('{"replay": 1, "extra": 0}', "line 1: Object contains unknown field `extra`"),
    ],
)
def test_other_files_are_refused(text, reason):
    with pytest.raises(ReplayError, match=reason):
        Replay.parse(text)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay.load(tmp_path / "missing.jsonl")
    (tmp_path / "picture").write_bytes(bytes(range(128, 256)))
    with pytest.raises(ReplayError, match="picture: not a text file"):
        Replay.load(tmp_path / "picture")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ReplayError, match=r"pipe: cannot be read \(not a file\)"):
            Replay.load(tmp_path / "pipe")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(ReplayError, match="text: line 1: not JSON"):
        Replay.load(tmp_path / "text")


@pytest.mark.parametrize(
    ("row", "change", "reason"),
    [
        (0, {"version": "0"}, r"line 1: Expected `int`, got `str` - at `\$\.version`"),
        (0, {"seed": True}, r"line 1: Expected `int \| null`, got `bool` - at `\$\.seed`"),
        (0, {"options": []}, r"line 1: Expected `object`, got `array` - at `\$\.options`"),
        (1, {"seat": 1}, "line 2: expected .*: Object contains unknown field `seat`"),
        (1, {"action": True}, 'line 2: expected {"action": <number>}: Expected `int`, got `bool`'),
        (1, {"action": "1"}, 'line 2: expected {"action": <number>}: Expected `int`, got `str`'),
        (-1, {"actions": 3}, "speaks of 3 actions, but 4 are there"),
        (-1, {"state_hash": 5}, r"line 6: Expected `str`, got `int` - at `\$\.state_hash`"),
        (-1, {"more": 1}, "line 6: Object contains unknown field `more`"),
    ],
)
def test_lines_that_make_no_sense_are_refused(spec, row, change, reason):
    rows = lines_of(played(spec, actions=4))
    rows[row] |= change
    with pytest.raises(ReplayError, match=reason):
        parse(rows)


# Replays that are not true


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "other"}, "a replay of 'other'"),
        ({"version": 99}, "version 99"),
        ({"content_hash": "0"}, "other cards"),
        ({"options": {"players": 99}}, "line 1: option players=99"),
        ({"state_hash": "0" * 64}, "tampered with"),
        ({"result": {"winners": [0]}}, "tampered with: the result is None"),
        ({"position": {"no such thing": 1}}, "line 1: "),
    ],
)
def test_what_the_replay_says_is_checked(spec, change, reason):
    replay = dataclasses.replace(played(spec, actions=5), **change)
    with pytest.raises(ReplayError, match=reason):
        verify(spec, replay)


def test_a_position_of_another_number_of_players_is_refused(spec):
    low, high = spec.players
    game = replays.start(spec, {"players": low}, 0).games
    replay = played(spec, actions=0)
    odd = dataclasses.replace(replay, options={"players": high}, position=spec.positions.write(game))
    with pytest.raises(ReplayError, match=f"has {low} players"):
        verify(spec, odd)


def leads_to_the_same(spec, replay, other):
    """Whether other actions end in the same state: then nothing tells the two apart."""
    with contextlib.suppress(ReplayError):
        return replays.seal(spec, other).state_hash == replay.state_hash
    return False


def test_an_action_that_was_changed_is_found(spec):
    replay = played(spec)
    found = 0
    for number, (taken, game) in enumerate(zip(replay.actions[:20], simulate(spec, replay))):
        batch = replays.start(spec, replay.options, position=spec.positions.write(game))
        others = np.flatnonzero(batch.masks[0] == 0), np.flatnonzero(batch.masks[0])
        for illegal, actions in zip((True, False), others, strict=True):
            changed = [int(action) for action in actions if action != taken][:1]
            if not changed:
                continue
            actions = [*replay.actions[:number], *changed, *replay.actions[number + 1 :]]
            other = dataclasses.replace(replay, actions=actions)
            if not illegal and leads_to_the_same(spec, replay, other):
                continue
            with pytest.raises(ReplayError, match=f"^line {number + 2}: .*not legal" if illegal else "line|tampered"):
                verify(spec, other)
            found += 1
    assert found > 10


@pytest.mark.parametrize("beyond", [0, 2**63, 10**30])
def test_an_action_outside_the_space_is_found(spec, beyond):
    replay = dataclasses.replace(played(spec, actions=0), actions=[spec.actions.size + beyond])
    with pytest.raises(ReplayError, match=r"line 2: .*outside"):
        verify(spec, replay)


def test_actions_after_the_end_are_found(spec):
    replay = played(spec, actions=None)
    with pytest.raises(ReplayError, match=f"line {len(replay.actions) + 2}: .*over"):
        verify(spec, dataclasses.replace(replay, actions=[*replay.actions, 0]))


# What one seat saw


def test_the_export_holds_what_the_seat_saw_and_did(spec):
    replay = played(spec, actions=None)
    for seat in (0, 1):
        head, *rows, closing = map(json.loads, export_for_seat(spec, replay, seat))
        assert set(head) == {"export", "game", "version", "content_hash", "options", "seat"}
        own = iter(rows)
        for number, game in enumerate(simulate(spec, replay)):
            if game["table"]["decider"][0] != seat:
                continue
            row = next(own)
            assert row["view"] == spec.words.text(game, seat)
            assert row["action"] == replay.actions[number]
            assert row["words"] == spec.words.describe_action(game, row["action"])
            assert str(row["action"]) in row["legal"]
        assert next(own, None) is None
        assert closing["result"] == replay.result


def test_the_export_tells_every_event_once_as_the_seat_heard_it(spec):
    replay = played(spec, actions=100)
    told = [event for line in export_for_seat(spec, replay, 0)[1:] for event in json.loads(line)["events"]]
    events, seen = [], 0
    for game in simulate(spec, replay):
        seen, new = spec.words.events_of(game, seen, 0)
        events += new
    assert told == events


def test_the_export_does_not_tell_how_the_game_started(spec):
    *_, game = simulate(spec, played(spec, actions=3))
    replay = played(spec, seed=918273645, actions=30, position=spec.positions.write(game))
    text = "\n".join(export_for_seat(spec, replay, 0))
    assert "918273645" not in text
    assert '"position"' not in text
    assert '"rng"' not in text


def test_a_seat_that_is_not_there_is_refused(spec):
    for seat in (-1, 99):
        with pytest.raises(ReplayError, match=f"no seat {seat}"):
            export_for_seat(spec, played(spec, actions=2), seat)
