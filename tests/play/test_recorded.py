"""Replays and positions that were written once: they are still true."""

import json
from pathlib import Path

import pytest

import haunted_env
from haunted_env.play.replay import Replay, verify
from haunted_env.registry import GAMES, spec

RECORDED = Path(__file__).with_name("recorded")


@pytest.mark.parametrize("name", GAMES)
def test_replays_are_true(name):
    game, replay = spec(name), Replay.load(RECORDED / f"{name}.jsonl")
    assert game.has_content(replay.content_hash) and len(replay.actions) > 50
    verify(game, replay)


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.json")), ids=lambda path: path.stem)
def test_positions_are_read(path):
    position = json.loads(path.read_text())
    env = haunted_env.make(f"{path.stem}_v{GAMES[path.stem].version}", **position["options"])
    env.reset(options={"position": position})
    again = env.unwrapped.position()
    assert {**again, "content": None} == {**position, "content": None}


def test_other_content_is_refused():
    assert not spec("haunted_destinies").has_content("0" * 64)
