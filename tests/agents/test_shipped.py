"""The checkpoints that come with the project, if any: they fit the games as they are now, and play."""

from pathlib import Path

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.agents.card import CARD, game_of, read_card
from haunted_env.agents.shelf import checkpoint_folder
from haunted_env.play.batch import ENDED, Batch
from haunted_env.play.table import Table

SHELF = Path(__file__).parents[2] / "checkpoints"
FOLDERS = sorted(card.parent for card in SHELF.glob(f"*/*/{CARD}"))
LARGEST = 3_000_000  # bytes of a file

SHIPPED = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")


@SHIPPED
def test_a_shipped_checkpoint_plays(folder):
    """An illegal action would be refused."""
    spec = registry.spec(game_of(folder))
    card, agent = read_card(folder, spec), make_agent(str(folder), spec)
    assert (spec.name, card.name) == (folder.parent.name, folder.name)
    assert card.players
    for players in card.players:
        batch = Batch(spec, 8, {**card.options, "players": players}, observation=None)
        batch.deal(np.arange(8))
        steps = iter(range(200))
        Table(batch, [agent], 0).play(until=lambda steps=steps: next(steps, None) is None)
        assert (batch.status == ENDED).any() or next(steps, None) is None


@SHIPPED
def test_its_card_has_figures_from_many_games(folder):
    card = read_card(folder, registry.spec(game_of(folder)))
    rows = card.evaluation["against"]
    for players in card.players:
        measured = {(row["what"], row["against"]) for row in rows if row["players"] == players}
        alone = {(what, "alone") for what in ("all roles", "heuristic", "random")}
        opponents = {(what, other) for what in ("all roles", "heuristic") for other in ("heuristic", "random")}
        assert measured >= (alone if players == 1 else opponents)
    assert all(row["games"] >= 2000 for row in rows)


@SHIPPED
def test_its_files_are_small_and_all_on_the_card(folder):
    card = read_card(folder, registry.spec(game_of(folder)))
    assert {path.name for path in folder.iterdir()} == {*card.files, CARD}
    assert max(path.stat().st_size for path in folder.iterdir()) <= LARGEST


@SHIPPED
def test_it_is_found_by_name_from_anywhere(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = f"{folder.parent.name}/{folder.name}"
    assert checkpoint_folder(Path(name)) == folder
    agent = make_agent(f"{name}:temperature=0", registry.spec(folder.parent.name))
    assert agent.temperature == 0


def test_a_folder_of_ones_own_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = Path(FOLDERS[0].parent.name, FOLDERS[0].name)
    own.mkdir(parents=True)
    assert checkpoint_folder(own) == own
    assert checkpoint_folder(Path("nowhere/at_all")) == Path("nowhere/at_all")
