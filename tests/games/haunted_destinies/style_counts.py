"""What players of a style do in games among plain ones, counted: one seat each, every seat in turn.

`python -m tests.games.haunted_destinies.style_counts` writes the table of styles in docs/haunted_destinies.md anew.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from haunted_env.agents import make_agent
from haunted_env.games.haunted_destinies.actions import Act, Claim, Decision
from haunted_env.games.haunted_destinies.state import NONE, TRADE_NOTES
from haunted_env.games.haunted_destinies.tables import OPENER
from haunted_env.play.batch import Batch
from haunted_env.play.table import Observer, Table
from haunted_env.play.view import View
from tests.games.haunted_destinies.table import SPEC

STYLED, PLAIN = 0, 1  # in seatings
COUNTED = {"searches": Act.SEARCH, "attacks": Act.ATTACK, "probes": Act.PROBE, "looks": Act.MUTUAL_LOOK}
SAID = ("claims", "true", "tells", "true_tells", "opener_lies")
TRADED = ("trades", "notes", "refused")
COLUMNS = ("claims", "true", "tells", "true_tells", "trades", "notes", "attacks", "deaths", "wins")
PAGE = Path(__file__).parents[3] / "docs" / "haunted_destinies.md"
BLOCK = re.compile(r"(<!-- styles -->\n).*?(<!-- end -->)", re.DOTALL)


class Counts(Observer):
    """Counts what the styled seats do, and which of their claims were true when they were made."""

    def __init__(self, styled: np.ndarray) -> None:
        self.styled = styled
        self.of = dict.fromkeys([*COUNTED, *SAID, *TRADED, "decisions"], 0)

    def decided(self, table: Table, number: int, view: View, actions: np.ndarray) -> None:
        games, chosen = table.batch.games, view.absolute(actions)
        decisions = games["ledger"]["decision"][view.rows, view.seats]
        self.of["decisions"] += len(view.rows)
        for i in np.flatnonzero(decisions == Decision.TRADE_REPLY):
            self.count_trade(games[view.rows[i]]["table"], self.styled[view.rows[i]], chosen[i] == Act.YES)
        ours = self.styled[view.rows] == view.seats
        for name, action in COUNTED.items():
            self.of[name] += int((ours & (decisions == Decision.MAIN) & (chosen == action)).sum())
        for i in np.flatnonzero(ours & (decisions >= Decision.TALK_SEAT) & (decisions <= Decision.TALK_CARD)):
            self.count_claim(games[view.rows[i]], int(view.seats[i]), int(chosen[i]))

    def count_claim(self, game: np.void, seat: int, chosen: int) -> None:
        """Called for the second and third step of a claim: this player says nothing of slots."""
        ledger = game["ledger"][seat]
        kind = int(ledger["claim_kind"])
        if chosen < Act.PSYCHE:
            if kind >= Claim.HOLDS:
                return  # the card comes next
            holds = holder(game, OPENER) == chosen - Act.SEAT
        else:
            holds = holder(game, chosen - Act.PSYCHE) == ledger["claim_seat"]
        is_true = holds == (kind in (Claim.ACCUSE, Claim.HOLDS))
        to_one = game["table"]["action"] in (Act.TELL, Act.TRADE)
        self.of["tells" if to_one else "claims"] += 1
        self.of["true_tells" if to_one else "true"] += is_true
        self.of["opener_lies"] += not is_true and holder(game, OPENER) == seat

    def count_trade(self, table: np.void, seat: int, accepted: bool) -> None:
        if seat not in (table["actor"], table["opponent"]):
            return
        self.of["trades" if accepted else "refused"] += 1
        given = table["trade_give"] if table["actor"] == seat else table["trade_ask"]
        self.of["notes"] += accepted and given == TRADE_NOTES


def holder(game: np.void, card: int) -> int:
    """Who holds a Psyche card, face up or in the pile; -1 if nobody does."""
    up, held = int(game["table"]["up_at"][card]), (game["secret"]["pile"] == card).any(axis=1)
    return up if up >= 0 else int(held.argmax()) if held.any() else NONE


def measured(style: str, players: int = 4, deals: int = 100, seed: int = 0, others: str = "plain") -> dict[str, Any]:
    """Per game and styled seat: what was counted, deaths and wins; every deal is played from every seat."""
    batch = Batch(SPEC, deals * players, {"players": players}, observation=None)
    batch.deal(seed + np.repeat(np.arange(deals), players))
    styled = np.tile(np.arange(players), deals)
    seating = np.where(np.arange(players) == styled[:, None], STYLED, PLAIN)
    agents, counts = [make_agent(f"heuristic:style={name}", SPEC) for name in (style, others)], Counts(styled)
    Table(batch, agents, seating, seed, [counts]).play()
    table = batch.games["table"]
    assert (table["decider"] == NONE).all()
    found = {name: n / batch.n for name, n in counts.of.items()}
    found["deaths"] = float(table["ghost"][batch.rows, styled].mean())
    found["wins"] = float((table["winners"] >> styled & 1).mean())
    return found


def style_table(deals: int = 500, seed: int = 900_000) -> str:
    """The styles side by side: per game; wins in per cent."""
    rows = ["| style | " + " | ".join(COLUMNS).replace("_", " ") + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    for style in SPEC.heuristic.styles:
        found = measured(style, deals=deals, seed=seed)
        cells = [f"{found[name]:.2f}" for name in COLUMNS[:-1]] + [f"{100 * found['wins']:.1f}"]
        rows.append(f"| *{style}* | " + " | ".join(cells) + " |")
    return "\n".join(rows)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(rf"\g<1>\n{style_table()}\n\n\g<2>", text), encoding="utf-8")
