"""What a run leaves behind for people: CSV, TensorBoard, learning curves, and its progress while it is running."""

import csv
import io
import time
from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as RichTable
from torch.utils.tensorboard import SummaryWriter

from haunted_env.engine.files import write_atomically
from training.curves import curves, which_games
from training.measure import ALONE, Measured, interval
from training.trainer import HABITS, MIXED_HABITS, Report, Trainer

LOSSES = (
    "entropy_loss",
    "approx_kl",
    "clip_fraction",
    "value_loss",
    "explained_variance",
    "imitation_loss",
    "outlook_loss",
    "agreement",
)
COUNTED = {HABITS: "games"}  # in phases that do not count decisions
QUIET_SECONDS = 20  # between lines where there is no terminal


class Journal:
    """The record of a run. `course` is all of it as plain data, kept with every checkpoint."""

    def __init__(self, folder: Path, trainer: Trainer, course: dict[str, Any] | None, console: Console) -> None:
        self.folder, self.trainer, self.console = folder, trainer, console
        self.course: dict[str, Any] = course or {"seconds": 0.0, "log": [], "evaluations": []}
        rows = self.course["evaluations"]  # in runs of earlier sources some count another thing
        self.course["evaluations"] = [row for row in rows if "decides_as" in row]
        self._began = time.monotonic() - self.course["seconds"]
        self._phase = ""
        self._noted = self._began_phase = self.trainer.place, time.monotonic()
        self._spoken = 0.0
        step = len(self.course["log"])
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=self.trainer.place if step else None)
        self._live = Live(console=console, refresh_per_second=2, transient=True) if console.is_terminal else None
        self._speed = 0.0
        self.write_csv()

    def __enter__(self) -> "Journal":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()
        self.board.close()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    # Noting down

    def note(self, report: Report) -> None:
        """An update is done."""
        trainer, tally = self.trainer, report.tally
        here, now = self.trainer.place, time.monotonic()
        if report.phase != self._phase:  # what is counted may be another thing, and takes another time
            self._phase, self._began_phase = report.phase, self._noted
        self._noted = here, now
        self._speed = (here - self._began_phase[0]) / max(1e-9, now - self._began_phase[1])
        row: dict[str, Any] = {
            "decisions": trainer.decisions,
            "prepared": trainer.prepared,
            "phase": report.phase,
            "seconds": round(self.seconds, 1),
            "per_second": round(self._speed),
            "games": tally.games,
            "play_ins": tally.play_ins,
            "win_share": round(tally.wins / tally.seats, 4) if tally.seats else "",
        }
        for role in trainer.learnt_names:
            row[f"{role}_decisions"] = report.decisions.get(role, 0)
            for name in LOSSES:
                value = report.losses.get(role, {}).get(name)
                row[f"{role}_{name}"] = "" if value is None else round(value, 5)
        self.course["log"].append(row)
        self.course["seconds"] = self.seconds
        for name, value in row.items():
            if isinstance(value, int | float):
                self.board.add_scalar(name, value, here)
        self._show()

    def compared(self, found: dict[str, Measured]) -> None:
        """What the baselines reach in games for one player."""
        self.course["references"] = [
            {"agent": name, "games": measured.games, "rate": measured.rate, **self._score(measured)}
            for name, measured in found.items()
        ]

    def _score(self, measured: Measured) -> dict[str, float]:
        score = self.trainer.spec.score
        return measured.score(score.name) if score else {}

    def evaluated(self, found: dict[str, Measured]) -> None:
        trainer = self.trainer
        for baseline, measured in found.items():
            for role, (wins, games) in {"all": (measured.wins, measured.games), **measured.roles}.items():
                low, high = interval(wins, games)
                row = {"decisions": trainer.decisions, "prepared": trainer.prepared, "against": baseline}
                row |= {"decides_as": role, "games": games, "wins": wins, "rate": wins / games}
                row |= {"low": low, "high": high, "fair": measured.fair}
                score = self._score(measured) if role == "all" else {}
                self.course["evaluations"].append({**row, **score})
                against = baseline if baseline == ALONE else f"against_{baseline}"
                self.board.add_scalar(f"{against}/{role}", wins / games, self.trainer.place)
                for name, value in score.items():
                    self.board.add_scalar(f"{against}/{name}", value, self.trainer.place)
        self.write_csv()
        self.draw()
        self._show(now=True)

    # Files

    def write_csv(self) -> None:
        """From the course, so that a resumed run has no lines of the work that was lost."""
        for name, rows in (("log.csv", self.course["log"]), ("evaluations.csv", self.course["evaluations"])):
            if rows:
                text = io.StringIO()
                writer = csv.DictWriter(text, list(dict.fromkeys(key for row in rows for key in row)))
                writer.writeheader()
                writer.writerows(rows)
                write_atomically(self.folder / name, text.getvalue())

    def draw(self) -> None:
        """Learning curves."""
        rows = self.course["evaluations"]
        if rows:
            picture = curves(self.trainer.spec, rows, self.course.get("references", []), self.course["log"])
            write_atomically(self.folder / "curves.png", picture)

    # Progress

    def _show(self, now: bool = False) -> None:
        if self._live:
            self._live.update(self._picture())
        elif now or self.seconds - self._spoken > QUIET_SECONDS:
            self._spoken = self.seconds
            self.console.print(self._line(), highlight=False)

    def _done(self) -> str:
        """How far the present phase is, in words."""
        phase, done, amount = self.trainer.progress
        if self.trainer.done:
            return "done"
        is_timed = phase == (HABITS if self._phase == MIXED_HABITS else self._phase)
        seconds = (amount - done) / self._speed if self._speed and is_timed else 0
        left = f", {int(seconds // 60)}:{int(seconds % 60):02} left" if seconds else ""
        return f"{phase}: {done:,} of {amount:,} {COUNTED.get(phase, 'decisions')}, {self._speed:,.0f}/s{left}"

    def _line(self) -> str:
        text = self._done()
        for baseline, row in self._newest().items():
            text += f", {baseline if baseline == ALONE else f'against {baseline}'} {row['rate']:.0%}"
            text += f" [{row['low']:.0%}, {row['high']:.0%}]{self._scored(row)}"
        return text

    def _scored(self, row: dict[str, Any]) -> str:
        score = self.trainer.spec.score
        return f" in {row[score.name]:.1f} {score.name}" if score and score.name in row else ""

    def _newest(self) -> dict[str, dict[str, Any]]:
        return {row["against"]: row for row in self.course["evaluations"] if row["decides_as"] == "all"}

    def _picture(self) -> Group:
        bar = Progress(
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f}%"), TimeElapsedColumn()
        )
        _, done, amount = self.trainer.progress
        bar.add_task(self._done(), total=amount, completed=min(done, amount))
        table = RichTable(title=None, box=None, pad_edge=False)
        words, numbers = ("one seat against", "games"), ("win rate", "95 %", "equal players")
        for head in (*words, *numbers):
            table.add_column(head, justify="left" if head in words else "right")
        newest = {(row["against"], row["decides_as"]): row for row in self.course["evaluations"]}
        for (baseline, role), row in newest.items():
            interval = f"{row['low']:.0%} to {row['high']:.0%}"
            fair = f"{row['fair']:.0%}" if role == "all" and row["fair"] is not None else ""
            table.add_row(baseline, which_games(role), f"{row['rate']:.1%}{self._scored(row)}", interval, fair)
        return Group(bar, table)
