"""What a run leaves behind for people: CSV, TensorBoard, learning curves, and its progress while it is running."""

import csv
import io
import time
from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from torch.utils.tensorboard import SummaryWriter

from haunted_env.arena.against import ALONE
from haunted_env.engine.files import write_atomically
from haunted_env.learning.curves import curves
from haunted_env.learning.ppo import SelfPlayPPO

QUIET_SECONDS = 20  # between lines where there is no terminal


class Journal:
    """The record of a run. `course` is all of it as plain data, kept with every state."""

    def __init__(self, folder: Path, learner: SelfPlayPPO, course: dict[str, Any] | None, console: Console) -> None:
        self.folder, self.learner, self.console = folder, learner, console
        self.course: dict[str, Any] = course or {"seconds": 0.0, "log": [], "evaluations": [], "references": []}
        self._began = time.monotonic() - self.course["seconds"]
        self._started_at = learner.num_timesteps, time.monotonic()
        self._spoken = 0.0
        purge = learner.num_timesteps if course else None
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=purge)
        self._live = Live(console=console, refresh_per_second=2, transient=True) if console.is_terminal else None
        self.write_csv()

    def __enter__(self) -> "Journal":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()
        self.board.close()

    # Noting down

    def updated(self, figures: dict[str, float]) -> None:
        """An update is done."""
        self.course["seconds"] = time.monotonic() - self._began
        here = self.learner.num_timesteps
        row: dict[str, Any] = {
            "decisions": here,
            "seconds": round(self.course["seconds"], 1),
            "per_second": round(self._speed()),
            "games": sum(streams.games for streams in self.learner.streams),
            **{name: round(value, 5) for name, value in figures.items()},
        }
        self.course["log"].append(row)
        for name, value in row.items():
            self.board.add_scalar(name, value, here)
        self._show()

    def compared(self, rows: list[dict[str, Any]]) -> None:
        """What the baselines reach."""
        self.course["references"] = rows

    def evaluated(self, rows: list[dict[str, Any]]) -> None:
        self.course["evaluations"] += rows
        for row in rows:
            self.board.add_scalar(f"win_rate/{row['against']}", row["rate"], row["decisions"])
        self.write_csv()
        picture = curves(self.learner.game_spec, self.course["evaluations"], self.course["references"])
        write_atomically(self.folder / "curves.png", picture)
        self._show(now=True)

    def write_csv(self) -> None:
        """From the course, so that a resumed run has no lines of work that was lost."""
        for name, rows in (("log.csv", self.course["log"]), ("evaluations.csv", self.course["evaluations"])):
            if rows:
                text = io.StringIO()
                writer = csv.DictWriter(text, list(dict.fromkeys(key for row in rows for key in row)))
                writer.writeheader()
                writer.writerows(rows)
                write_atomically(self.folder / name, text.getvalue())

    # Progress

    def _speed(self) -> float:
        """Decisions per second since the run was begun or resumed, evaluations included."""
        decisions, moment = self._started_at
        return (self.learner.num_timesteps - decisions) / max(1e-9, time.monotonic() - moment)

    def _show(self, now: bool = False) -> None:
        if self._live:
            self._live.update(self._picture())
        elif now or self.course["seconds"] - self._spoken > QUIET_SECONDS:
            self._spoken = self.course["seconds"]
            rates = [f"{_named(row)} {_rate(row)}" for row in self._newest()]
            self.console.print("; ".join([self._done(), *rates]), highlight=False)

    def _done(self) -> str:
        done, total, speed = self.learner.num_timesteps, self.learner.config.total, self._speed()
        left = f", {_minutes((total - done) / speed)} left" if speed and done < total else ""
        return f"{done:,} of {total:,} decisions, {speed:,.0f}/s{left}"

    def _newest(self) -> list[dict[str, Any]]:
        return list({row["against"]: row for row in self.course["evaluations"]}.values())

    def _picture(self) -> Group:
        bar = Progress(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f}%"))
        total = self.learner.config.total
        bar.add_task(self._done(), total=total, completed=min(self.learner.num_timesteps, total))
        table = Table("one seat", "win rate (95 %)", "baselines in its place", box=None, pad_edge=False)
        for row in self._newest():
            others = [one for one in self.course["references"] if one["against"] == row["against"]]
            table.add_row(_named(row), _rate(row), ", ".join(f"{one['agent']} {one['rate']:.0%}" for one in others))
        return Group(bar, table)


def _named(row: dict[str, Any]) -> str:
    return row["against"] if row["against"] == ALONE else f"against {row['against']}"


def _rate(row: dict[str, Any]) -> str:
    return f"{row['rate']:.1%} [{row['low']:.0%}, {row['high']:.0%}]"


def _minutes(seconds: float) -> str:
    return f"{int(seconds // 60)}:{int(seconds % 60):02}"
