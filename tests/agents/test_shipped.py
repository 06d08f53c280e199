"""The checkpoints that come with the project: they fit the games as they are now, and play."""

import json
from pathlib import Path

import numpy as np
import pytest

from haunted_env import registry
from haunted_env.agents import View, make_agent
from haunted_env.play.batch import Batch

SHELF = Path(__file__).parents[2] / "checkpoints"
FOLDERS = sorted(card.parent for card in SHELF.glob("*/*/card.json"))
LARGEST = 3_000_000  # bytes of a file


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_a_shipped_checkpoint_plays(folder):
    spec = registry.spec(folder.parent.name)
    agent = make_agent(str(folder), spec)
    card = json.loads((folder / "card.json").read_text())
    for players in card["players"]:
        batch = Batch(spec, 8, {**card["training"]["config"]["options"], "players": players}, autoreset=True)
        batch.deal(np.arange(8))
        generators = batch.generators(0)
        for _ in range(40):
            batch.step(agent.act(View(batch, generators=generators)))  # an illegal action would be refused here


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_its_card_has_figures_from_many_games_and_its_files_are_small(folder):
    card = json.loads((folder / "card.json").read_text())
    rows = card["evaluation"]["against"]
    for players in card["players"]:
        mine = {(row["what"], row["against"]) for row in rows if row["players"] == players}
        alone = {(what, "alone") for what in ("all roles", "heuristic", "random")}
        fields = {(what, field) for what in ("all roles", "heuristic") for field in ("heuristic", "random")}
        assert mine >= (alone if players == 1 else fields)
    assert all(row["games"] >= 2000 for row in rows)
    assert {path.name for path in folder.iterdir()} == {*card["files"], "card.json"}
    assert max(path.stat().st_size for path in folder.iterdir()) <= LARGEST


def test_there_are_some():
    assert FOLDERS
