"""The figures of `docs/reliability.md`: what has been tried, run after run added up in `docs/reliability.json`."""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from haunted_env.engine.files import write_atomically
from tests.fuzz import agents, games, inputs, kills, leaks, positions
from tests.fuzz.watch import Outcome, Run

FILE = Path(__file__).parents[2] / "docs" / "reliability.json"
SUMS = ("tried", "special", "lost", "hung", "wrong_errors")


@dataclass(frozen=True)
class Part:
    """A part of the fuzzing.

    tried, special: what is counted, in words. amount: for each kind, in `make fuzz`. share: of the time.
    silence: seconds without anything done that count as a hang.
    """

    run: Run
    kinds: tuple[str, ...]
    tried: str
    special: str
    amount: int
    share: float
    silence: float = 60


PARTS = {
    "games": Part(games.run, games.KINDS, "random steps", "games ended", 20_000_000, 0.15),
    "positions": Part(positions.run, positions.KINDS, "changed positions", "accepted, played on", 100_000, 0.3),
    "inputs": Part(inputs.run, inputs.KINDS, "changed files", "accepted, used", 20_000, 0.2),
    "leaks": Part(leaks.run, leaks.KINDS, "exchanges", "compared in words too", 250_000, 0.15),
    "kills": Part(kills.run, kills.KINDS, "kills", "ended as if there had been none", 20, 0.15, silence=300),
    "agents": Part(agents.run, agents.KINDS, "agents", "tables", len(agents.MISBEHAVIOUR), 0.05, silence=120),
}

Figures = dict[str, dict[str, dict[str, int]]]  # part, kind, what is counted


def load(path: Path = FILE) -> Figures:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def add(figures: Figures, part: str, kind: str, outcome: Outcome) -> None:
    row = figures.setdefault(part, {}).setdefault(kind, dict.fromkeys(SUMS, 0))
    for name, value in dataclasses.asdict(outcome).items():
        if name in SUMS:
            row[name] += value


def save(figures: Figures, path: Path) -> None:
    write_atomically(path, json.dumps(figures, indent=1) + "\n")


def table(figures: Figures) -> str:
    """As Markdown; a row for every kind, and one for all of them where they can be added up."""
    lines = ["| | tried | | lost | hung | wrong errors |", "|---|---:|---|---:|---:|---:|"]
    for name, part in PARTS.items():
        rows = {kind: figures[name][kind] for kind in part.kinds if kind in figures.get(name, {})}
        total = {key: sum(row[key] for row in rows.values()) for key in SUMS}
        shown = {f"**{part.tried}**": total} if len(rows) > 1 else {}
        shown |= {f"{part.tried}: {kind.replace('_', ' ')}": row for kind, row in rows.items()}
        for words, row in shown.items():
            faults = " | ".join(f"{row[key]:,}" for key in SUMS[2:])
            lines.append(f"| {words} | {row['tried']:,} | {row['special']:,} {part.special} | {faults} |")
    return "\n".join(lines)
