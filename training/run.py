"""What every training script does: read the command line, train, keep checkpoints, end with an export."""

import argparse
import contextlib
import json
import os
import platform
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from haunted_env import __version__
from haunted_env.engine.files import write_atomically
from training import config as configs
from training import export, saving
from training.config import Config
from training.journal import Journal
from training.trainer import HABITS, Trainer

PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium")
ROOT = Path(__file__).parents[1]
STAMP = "%Y%m%d-%H%M%S"


def main(description: str, argv: list[str] | None = None, **experiment: Any) -> Path:
    """Run an experiment from the command line; `experiment` are its own defaults. Returns the run folder."""
    with clear_errors():
        return run(configs.parser(description, **experiment).parse_args(argv))


@contextlib.contextmanager
def clear_errors() -> Iterator[None]:
    """What is wrong in one line, and exit code 2."""
    try:
        yield
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def run(arguments: argparse.Namespace) -> Path:
    torch.set_num_threads(1)  # small matrices: a second thread waits more than it works
    console = Console(stderr=False)
    if arguments.resume:
        folder = Path(arguments.resume)
        config = resumed_config(folder, {**identity(arguments), **configs.given(arguments)})
        target = named_checkpoint(arguments.name, config)
        if arguments.preset:
            raise ValueError("--resume goes on with the settings of the run; leave --preset out")
        trainer = Trainer(config, resumed=saving.is_begun(folder))
        warn_of_versions(folder, console)
    else:
        config = configs.from_arguments(arguments)
        folder = free_folder(arguments, config)
        target = named_checkpoint(arguments.name, config)
        trainer = Trainer(config)  # refuses what cannot be played before anything is written
        begin_folder(folder, arguments, config)
    console.print(f"{'Resuming' if arguments.resume else 'Training in'} {folder}", highlight=False)
    train(trainer, folder, console, resume=bool(arguments.resume) and saving.is_begun(folder))
    if target:
        export.copy(folder / "checkpoint", target)
        console.print(f"Checkpoint in {target}", highlight=False)
    return folder


def train(trainer: Trainer, folder: Path, console: Console, resume: bool = False) -> None:
    """Train to the end of the config, from the beginning or from the newest checkpoint."""
    config, course = trainer.config, None
    if resume:
        course = saving.load(trainer, folder)
        saving.tidy(folder)
    with Journal(folder, trainer, course, console) as journal, patient(console, folder) as asked_to_stop:
        saved = time.monotonic()
        evaluated = next_evaluation(trainer, journal.course)
        if not resume:
            journal.compared(trainer.references(config.evaluate_deals))
            journal.evaluated(trainer.evaluate(config.evaluate_deals))
            saving.save(trainer, folder, journal.course)
        while not trainer.done:
            was_preparing = trainer.preparing
            journal.note(trainer.update())
            is_prepared = was_preparing and not trainer.preparing
            is_due = trainer.place >= evaluated and was_preparing != HABITS  # trials leave the policies alone
            if is_due or is_prepared or trainer.done:
                journal.evaluated(trainer.evaluate(config.evaluate_deals))
                evaluated = next_evaluation(trainer, journal.course)
            is_stopping = asked_to_stop.is_set()
            if time.monotonic() - saved >= 60 * config.checkpoint_minutes or trainer.done or is_stopping:
                saving.save(trainer, folder, journal.course)
                journal.write_csv()
                saved = time.monotonic()
            if is_stopping and not trainer.done:
                console.print(f"Stopped. Go on with --resume {folder}", highlight=False)
                raise SystemExit(130)
    export.export(trainer, folder / "checkpoint", journal.course, versions())
    console.print(f"Done: {folder}/checkpoint, learning curves in {folder}/curves.png", highlight=False)


@contextlib.contextmanager
def patient(console: Console, folder: Path) -> Iterator[threading.Event]:
    """Ctrl-C asks to stop: in the middle of an update there is no state to go on from. Pressed twice, it stops at once,
    and what has been done since the newest checkpoint is lost."""
    asked = threading.Event()

    def ask(number: int, frame: Any) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        console.print("Stopping after this update; Ctrl-C again stops at once.", highlight=False)

    before = signal.signal(signal.SIGINT, ask) if threading.current_thread() is threading.main_thread() else None
    try:
        yield asked
    except KeyboardInterrupt:
        console.print(f"Stopped. Go on from the newest checkpoint with --resume {folder}", highlight=False)
        raise SystemExit(130) from None
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def next_evaluation(trainer: Trainer, course: dict[str, Any]) -> int:
    """Evaluations are due at certain places of the run, whenever it was interrupted."""
    last = max((row["decisions"] + row["prepared"] for row in course["evaluations"]), default=0)
    return int(last + trainer.config.evaluate_every)


def free_folder(arguments: argparse.Namespace, config: Config) -> Path:
    """Where a new run goes; nothing is written yet."""
    stamp = time.strftime(STAMP)
    folder = Path(arguments.out or f"runs/{config.game}-{arguments.preset or configs.DEFAULT}-{config.seed}-{stamp}")
    if (folder / "config.json").exists():
        raise ValueError(f"{folder} already holds a run: choose another --out, or go on with --resume {folder}")
    return folder


def named_checkpoint(name: str, config: Config) -> Path | None:
    """Where the trained policies are to go, if they are to be kept by a name; what is there is not lost by chance."""
    if not name:
        return None
    target = ROOT / "checkpoints" / config.game / name
    if Path(name).name != name:
        raise ValueError(f"--name {name!r}: expected the name of a folder in checkpoints/{config.game}, not a path")
    if target.exists():
        raise ValueError(f"--name {name}: {target} is there already; choose another, or replace it with publish.py")
    return target


def begin_folder(folder: Path, arguments: argparse.Namespace, config: Config) -> None:
    """A new run's settings, and what it is made with."""
    manifest = {"versions": versions(), "preset": arguments.preset or configs.DEFAULT, "command": sys.argv}
    manifest["started"] = time.strftime(STAMP)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / "config.json", json.dumps(config.to_dict(), indent=1) + "\n")
        write_atomically(folder / "manifest.json", json.dumps(manifest, indent=1) + "\n")
    except OSError as error:
        raise OSError(f"no run can be kept in {folder} ({error}); choose another --out") from None


def identity(arguments: argparse.Namespace) -> dict[str, Any]:
    """What makes an experiment this one: who learns, and against whom."""
    return {name: arguments.experiment[name] for name in ("learn", "opponents") if name in arguments.experiment}


def warn_of_versions(folder: Path, console: Console) -> None:
    """Other versions calculate otherwise: then a resumed run does not end exactly as it would have."""
    before, now = begun_with(folder), versions()
    other = [f"{name} {before.get(name)}, now {now[name]}" for name in now if before.get(name) != now[name]]
    if before and other:
        console.print(f"It began with other versions, and may not go on exactly: {'; '.join(other)}")


def begun_with(folder: Path) -> dict[str, str]:
    """The versions that a run began with; empty if that is not known any more."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return dict(json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["versions"])
    return {}


def resumed_config(folder: Path, named: dict[str, Any]) -> Config:
    """The config of a run that goes on; the command line may not say otherwise."""
    path = folder / "config.json"
    try:
        config = Config.from_dict(json.loads(path.read_text(encoding="utf-8")), str(path))
    except FileNotFoundError:
        raise ValueError(f"{folder} holds no run: there is no {path}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}: not JSON ({error})") from None
    different = configs.differences(config, named)
    if different:
        name = different[0]
        said = f"--resume goes on with the settings of the run, where {name} is {config.to_dict()[name]!r}"
        raise ValueError(f"{said}, not {named[name]!r}; leave it out or start another run")
    return config


def versions() -> dict[str, str]:
    """What this was made with, and from which sources."""
    found = {"haunted_env": __version__, "python": platform.python_version()}
    found |= {name: metadata.version(name) for name in PACKAGES}
    return {**found, "git": revision()}


def revision() -> str:
    """The git revision of the sources, with a + if they were changed since; empty outside a repository."""
    try:
        head = _git("rev-parse", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*words: str) -> str:
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    done = subprocess.run(
        ["git", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=20
    )
    return done.stdout.strip()
