"""What players of a style do in games among plain ones, counted: one seat each, every seat in turn."""

from typing import Any

import numpy as np

from haunted_env.agents import make_agent
from haunted_env.games.haunted_destinies.actions import Act, Decision
from haunted_env.games.haunted_destinies.state import NONE
from haunted_env.games.haunted_destinies.tables import OPENER
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer, Table
from haunted_env.play.view import View
from tests.games.haunted_destinies.table import SPEC

STYLED, PLAIN = 0, 1  # in seatings
COUNTED = {"searches": Act.SEARCH, "attacks": Act.ATTACK, "probes": Act.PROBE, "looks": Act.MUTUAL_LOOK}


class Counts(Observer):
    """Counts what the styled seats do, and which of their claims, all accusations, were true when they were made."""

    def __init__(self) -> None:
        self.of = dict.fromkeys([*COUNTED, "claims", "true"], 0)

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        if number != STYLED:
            return
        games, chosen = table.batch.games, view.absolute(actions)
        decisions = games["ledger"]["decision"][view.rows, view.seats]
        for name, action in COUNTED.items():
            self.of[name] += int(((decisions == Decision.MAIN) & (chosen == action)).sum())
        for i in np.flatnonzero(decisions == Decision.TALK_SEAT):
            self.of["claims"] += 1
            self.of["true"] += int(chosen[i] - Act.SEAT == opener_of(games[view.rows[i]]))


def opener_of(game: np.void) -> int:
    """Who holds the Opener card, face up or in the pile."""
    up = int(game["table"]["up_at"][OPENER])
    return up if up >= 0 else int((game["secret"]["pile"] == OPENER).any(axis=1).argmax())


def measured(style: str, players: int = 4, deals: int = 100, seed: int = 0) -> dict[str, Any]:
    """Per game and styled seat: what was counted, deaths and wins; every deal is played from every seat."""
    batch = Batch(SPEC, deals * players, {"players": players}, observation=None)
    batch.deal(seed + np.repeat(np.arange(deals), players))
    styled = np.tile(np.arange(players), deals)
    seating = np.where(np.arange(players) == styled[:, None], STYLED, PLAIN)
    agents, counts = [make_agent(f"heuristic:style={style}", SPEC), make_agent("heuristic", SPEC)], Counts()
    Table(batch, agents, seating, seed, [counts]).play()
    table = batch.games["table"]
    assert (table["decider"] == NONE).all()
    found = {name: n / batch.n for name, n in counts.of.items()}
    found["deaths"] = float(table["ghost"][batch.rows, styled].mean())
    found["wins"] = float((table["winners"] >> styled & 1).mean())
    return found
