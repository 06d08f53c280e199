"""A training run in a folder: begin it or go on with it, keep states, end with a checkpoint.

config.json, manifest.json, log.csv, evaluations.csv, curves.png, tensorboard/, state/, snapshots/, checkpoint/
"""

import contextlib
import itertools
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
from typing import Annotated, Any

import msgspec
import torch
import tyro
from rich.console import Console

from haunted_env.agents import trust
from haunted_env.agents.card import CARD
from haunted_env.agents.shelf import checkpoint_folder
from haunted_env.engine.files import read_file, write_atomically
from haunted_env.learning import checkpoints, evaluation, saving
from haunted_env.learning.config import PRESETS, Config, from_plain, preset, read_config
from haunted_env.learning.journal import Journal
from haunted_env.learning.ppo import SelfPlayPPO
from haunted_env.version import __version__

PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium")
DEFAULT = "quick"
STAMP = "%Y%m%d-%H%M%S"
SAVE_SECONDS = 120


class Arguments(msgspec.Struct, frozen=True, kw_only=True):
    """Of every training script."""

    config: Annotated[Config, tyro.conf.OmitArgPrefixes]
    preset: str = DEFAULT
    """One of quick, standard, full, test, or a checkpoint folder, to train as it was: where the other settings start
    from."""
    out: str = ""
    """Run folder; otherwise runs/<game>-<preset>-<seed>-<time>."""
    resume: str = ""
    """Go on with the run in this folder."""
    name: str = ""
    """Also put the trained policy in checkpoints/<game>/<name>."""
    trust: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = ()
    """With --resume or the settings of a checkpoint: an agent named there that may run its code, once for each."""


def main(description: str, argv: list[str] | None = None, **experiment: Any) -> Path:
    """Run an experiment from the command line; `experiment` are its own settings. Returns the run folder."""
    with clear_errors():
        return run(arguments(description, argv, **experiment))


def arguments(description: str, argv: list[str] | None = None, **experiment: Any) -> Arguments:
    """The command line, read: settings that it does not name come from the preset, or from the run that goes on."""
    words = sys.argv[1:] if argv is None else argv
    resumed, named = word_after("--resume", words), word_after("--preset", words)
    if resumed and named:
        raise ValueError("--resume goes on with the settings of the run; leave --preset out")
    config = read_config(Path(resumed) / "config.json") if resumed else settings(named or DEFAULT, **experiment)
    # What an option's help says of its default is then true.
    default = Arguments(config=config, preset=named or DEFAULT, resume=resumed)
    given = tyro.cli(Arguments, description=description, args=words, default=default)
    if resumed:
        other = {**{name: getattr(given.config, name) for name in Config.__struct_fields__}, **experiment}
        for name, value in other.items():
            if value != getattr(config, name):
                said = f"--resume goes on with the settings of the run, where {name} is {getattr(config, name)!r}"
                raise ValueError(f"{said}, not {value!r}; leave it out or start another run")
    if resumed or named not in (*PRESETS, ""):
        own = {experiment.get("instead"), *experiment.get("opponents", ())}  # named by the script, not by the file
        trust.check_names(config.agents, Path(resumed) / "config.json" if resumed else named, {*given.trust, *own})
    return msgspec.structs.replace(given, config=given.config.checked())


def settings(named: str, **experiment: Any) -> Config:
    """Those of a preset, or those that a checkpoint was trained with."""
    if named in PRESETS:
        return preset(named, **experiment)
    folder = checkpoint_folder(Path(named))
    if not (folder / CARD).is_file():
        return preset(named, **experiment)  # which says what there is
    _, card = checkpoints.trained(folder)
    config = from_plain(card.training.get("config"), f"{folder / CARD}: training.config")
    return msgspec.structs.replace(config, **experiment)


def word_after(option: str, words: list[str]) -> str:
    """The value of an option that decides what the others start from; the last one counts."""
    found = ""
    for word, after in itertools.zip_longest(words, words[1:], fillvalue=""):
        if word == option:
            found = after
        elif word.startswith(f"{option}="):
            found = word.partition("=")[2]
    return found


@contextlib.contextmanager
def clear_errors() -> Iterator[None]:
    """What is wrong in one line, and exit code 2."""
    try:
        yield
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def run(given: Arguments) -> Path:
    torch.set_num_threads(1)  # small matrices: a second thread waits more than it works
    console = Console()
    config = given.config
    target = named_checkpoint(given.name, config)
    if given.resume:
        folder = Path(given.resume)
        learner = SelfPlayPPO(config)
        warn_of_versions(folder, console)
    else:
        folder = free_folder(given)
        learner = SelfPlayPPO(config)  # refuses what cannot be played before anything is written
        begin_folder(folder, given)
    console.print(f"{'Resuming' if given.resume else 'Training in'} {folder}", highlight=False)
    train(learner, folder, console, resume=bool(given.resume) and saving.is_begun(folder))
    if target:
        checkpoints.copy(folder / "checkpoint", target)
        console.print(f"Checkpoint in {target}", highlight=False)
    return folder


def finish(folder: Path, config: Config) -> None:
    """Train to the end, from the beginning or from where the run was stopped: one of a series of runs."""
    begun = folder / "config.json"
    if begun.exists() and read_config(begun) != config:
        raise ValueError(f"{begun} has other settings than this series: choose another --out")
    if not (folder / "checkpoint").exists():
        run(Arguments(config=config, out=str(folder), resume=str(folder) if begun.exists() else ""))


def train(learner: SelfPlayPPO, folder: Path, console: Console, resume: bool = False) -> None:
    """Train to the end of the config, from the beginning or from the newest state."""
    total, every = learner.config.total, learner.config.evaluate_every
    course = saving.load(learner, folder) if resume else None
    resuming = f"--resume {folder}{trust.repeated(learner.config.agents)}"
    with Journal(folder, learner, course, console) as journal, patient(console, resuming) as asked_to_stop:
        if not resume:
            journal.compared(evaluation.references(learner))
            journal.evaluated(evaluation.evaluate(learner))
            saving.save(learner, folder, journal.course)
        saved = time.monotonic()
        while learner.num_timesteps < total:
            before = learner.num_timesteps
            journal.updated(learner.update())
            done = learner.num_timesteps >= total
            if done or before // every != learner.num_timesteps // every:
                journal.evaluated(evaluation.evaluate(learner))
            if done or asked_to_stop.is_set() or time.monotonic() - saved >= SAVE_SECONDS:
                saving.save(learner, folder, journal.course)
                journal.write_csv()
                saved = time.monotonic()
            if asked_to_stop.is_set() and not done:
                console.print(f"Stopped. Go on with {resuming}", highlight=False)
                raise SystemExit(130)
    checkpoints.export(learner, folder / "checkpoint", journal.course, versions())
    console.print(f"Done: {folder}/checkpoint, learning curves in {folder}/curves.png", highlight=False)


@contextlib.contextmanager
def patient(console: Console, resuming: str) -> Iterator[threading.Event]:
    """Ctrl-C asks to stop: in the middle of an update there is no state to go on from. Pressed twice, it stops at once,
    and what has been done since the newest state is lost."""
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
        console.print(f"Stopped. Go on from the newest state with {resuming}", highlight=False)
        raise SystemExit(130) from None
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def free_folder(given: Arguments) -> Path:
    """Where a new run goes; nothing is written yet."""
    config = given.config
    folder = Path(given.out or f"runs/{config.game}-{given.preset}-{config.seed}-{time.strftime(STAMP)}")
    if (folder / "config.json").exists():
        raise ValueError(f"{folder} already holds a run: choose another --out, or go on with --resume {folder}")
    return folder


def named_checkpoint(name: str, config: Config) -> Path | None:
    """Where the trained policy is to go, if it is to be kept by a name; what is there is not overwritten."""
    if not name:
        return None
    target = Path("checkpoints") / config.game / name
    if Path(name).name != name:
        raise ValueError(f"--name {name!r}: expected the name of a folder in checkpoints/{config.game}, not a path")
    if target.exists():
        raise ValueError(f"--name {name}: {target} is there already; choose another, or replace it with publish.py")
    return target


def begin_folder(folder: Path, given: Arguments) -> None:
    """A new run's settings, and what it is made with."""
    manifest = {"versions": versions(), "preset": given.preset, "command": sys.argv, "started": time.strftime(STAMP)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        config = msgspec.json.format(msgspec.json.encode(given.config), indent=1)
        write_atomically(folder / "config.json", config + b"\n")
        write_atomically(folder / "manifest.json", json.dumps(manifest, indent=1) + "\n")
    except OSError as error:
        raise OSError(f"no run can be kept in {folder} ({error}); choose another --out") from None


def warn_of_versions(folder: Path, console: Console) -> None:
    """Other versions compute otherwise: then a resumed run does not end exactly as it would have."""
    before, now = begun_with(folder), versions()
    other = [f"{name} {before.get(name)}, now {now[name]}" for name in now if before.get(name) != now[name]]
    if before and other:
        console.print(f"It began with other versions, and may not go on exactly: {'; '.join(other)}")


def begun_with(folder: Path) -> dict[str, str]:
    """The versions that a run began with; empty if that is not known any more."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        return dict(json.loads(read_file(folder / "manifest.json"))["versions"])
    return {}


def versions() -> dict[str, str]:
    """What this was made with, and from which sources."""
    found = {"haunted_env": __version__, "python": platform.python_version()}
    found |= {name: metadata.version(name) for name in PACKAGES}
    return {**found, "git": revision()}


def revision() -> str:
    """The git revision of the sources, with a + if they were changed since; empty outside a repository."""
    try:
        _git("ls-files", "--error-unmatch", Path(__file__).name)  # fails if installed inside somebody's repository
        head = _git("rev-parse", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*words: str) -> str:
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    here = Path(__file__).parent
    done = subprocess.run(
        ["git", *words], cwd=here, env=environment, capture_output=True, text=True, check=True, timeout=20
    )
    return done.stdout.strip()
