"""Which hand-written player advises a checkpoint: noticed when it plays otherwise, not when it is tidied up."""

import importlib
import json
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.agents.adviser import ADVISER, adviser_hash

GAME = "ghosts_in_the_graveyard"
SHIPPED = Path(__file__).parents[2] / "checkpoints" / GAME / "two"

PLAYER = '''\
"""Plays."""

from adviser_game.rules import N_ACTIONS
from adviser_game.unseen.odds import likely

BOLD = 0.5


def suggest(table, ledger, mask, generator):
    """Dares."""
    return best(mask) if likely(ledger) > BOLD else N_ACTIONS


def best(mask):
    return mask[0]  # the first
'''
BEST = PLAYER[PLAYER.index("def best") :]
ODDS = "def likely(ledger):\n    return ledger * 2\n"
RULES = "N_ACTIONS = 3\n"


def forget():
    for name in [name for name in sys.modules if name.startswith("adviser_game")]:
        del sys.modules[name]


@pytest.fixture
def hash_of(tmp_path, monkeypatch):
    """The hash of a game's player, the files of the game as above or as given."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder = tmp_path / "adviser_game"

    def work(files):
        shutil.rmtree(folder, ignore_errors=True)
        for name, text in {"heuristic/player.py": PLAYER, "unseen/odds.py": ODDS, "rules.py": RULES, **files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        forget()
        importlib.invalidate_caches()
        suggest = importlib.import_module("adviser_game.heuristic.player").suggest
        return adviser_hash(_Spec(functions={"suggest": suggest}, compiler=SimpleNamespace(folder=folder)))

    yield work
    forget()


class _Spec(SimpleNamespace):
    __hash__ = object.__hash__  # as a GameSpec, it is told from others by what it is, not by what it holds


@pytest.mark.parametrize(
    "files",
    [
        {"heuristic/player.py": PLAYER.replace("Dares", "Dares it").replace("Plays", "Plays well")},
        {"heuristic/player.py": PLAYER.replace("  # the first", "").replace("\n\n\n", "\n\n")},
        {"rules.py": "N_ACTIONS = 4\n"},
        {
            "heuristic/choosing.py": BEST,
            "heuristic/player.py": PLAYER.replace(BEST, "from adviser_game.heuristic.choosing import best\n"),
        },
        {"heuristic/unused.py": "def idle():\n    return 0\n"},
    ],
    ids=["docstrings", "comments", "rules", "moved", "unused"],
)
def test_what_does_not_change_the_player_does_not_matter(hash_of, files):
    assert hash_of(files) == hash_of({})


@pytest.mark.parametrize(
    "files",
    [
        {"heuristic/player.py": PLAYER.replace("0.5", "0.6")},
        {"heuristic/player.py": PLAYER.replace("mask[0]", "mask[1]")},
        {"unseen/odds.py": ODDS.replace("2", "3")},
    ],
    ids=["a number", "a choice", "what it counts with"],
)
def test_what_changes_the_player_is_noticed(hash_of, files):
    assert hash_of(files) != hash_of({})


def test_every_game_has_a_player_of_its_own():
    hashes = [adviser_hash(registry.spec(name)) for name in registry.GAMES]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    ("said", "words"), [("0123", "has changed since it was measured"), (None, "may have changed since it was measured")]
)
def test_a_checkpoint_with_another_adviser_plays_under_protest(tmp_path, said, words):
    folder = tmp_path / "two"
    shutil.copytree(SHIPPED, folder)
    card = json.loads((folder / "card.json").read_text())
    card.pop(ADVISER)
    (folder / "card.json").write_text(json.dumps(card if said is None else {**card, ADVISER: said}))
    with pytest.warns(UserWarning, match=f"advises this checkpoint, {words}.*measure it anew"):
        agent = make_agent(str(folder), registry.spec(GAME))
    assert agent.networks
