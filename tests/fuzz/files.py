"""The kinds of files that people exchange: sound ones, how they are changed, and how they are read.

Half of the changes are to what is written (a value, a row, a table), the other half to the bytes. What guards a file
against damage, a checksum or a hash, is mostly made to fit again, as somebody would who means it.
"""

import importlib
import json
import shutil
import sqlite3
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy
from typer.testing import CliRunner

from haunted_env.agents.card import CARD, CheckpointError, sha256
from haunted_env.agents.policy import load_checkpoint
from haunted_env.arena import referee, report, results, tournament
from haunted_env.arena.plan import Contest
from haunted_env.arena.store import COLUMNS, FILE, Store, _checksum
from haunted_env.cli import app
from haunted_env.play import replay as replays
from haunted_env.play.replay import Replay, ReplayError, export_for_seat
from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec
from haunted_env.spec.content import ContentError
from tests.agents.made_policies import write_policy
from tests.agents.positions import running, view_of
from tests.fuzz.watch import FaultError
from tests.games.destinies import hearths
from tests.games.destinies.made import played_on, toml
from tests.mutation import EDGES, NAN, STRANGE, Mutator, damaged

ANYTHING = (*EDGES, *STRANGE)
REPORTED = 0.3  # of contests; the others are judged and counted only, which is quicker
SMALL = "ghosts_in_the_graveyard"  # the game whose games are shortest


class Changer:
    """A kind of files in a folder. `refusal` is the documented type of errors."""

    refusal: type[Exception] = ValueError

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.folder, self.rng = folder, rng

    def mutator(self, samples: Sequence[Any]) -> Mutator:
        return Mutator(self.rng, samples, ANYTHING)

    def change(self) -> str:
        """Write a changed file; returns it, or what was done to it."""
        raise NotImplementedError

    def read(self) -> None:
        """Read it and use it."""
        raise NotImplementedError


class Documents(Changer):
    """Single files of text. `samples` are (the game, the file as data)."""

    suffix = ""
    samples: Sequence[tuple[str, Any]]

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        super().__init__(folder, rng)
        self.path = folder / f"file{self.suffix}"
        self.mutators = {game: self.mutator([data for other, data in self.samples if other == game])
                         for game, _ in self.samples}  # fmt: skip

    def change(self) -> str:
        self.game, data = self.samples[self.rng.integers(len(self.samples))]
        if self.rng.random() < 0.5:
            written = self.written(self.mutators[self.game].changed(data))
        else:
            written = damaged(self.written(data), self.rng)
        self.path.write_bytes(written)
        return f"{self.game}: {written!r}"

    def written(self, data: Any) -> bytes:
        raise NotImplementedError


class TomlDocuments(Documents):
    suffix = ".toml"
    refusal = ContentError

    def written(self, data: Any) -> bytes:
        lines = data.items() if isinstance(data, dict) else [("all", data)]
        return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in lines).encode(errors="backslashreplace")


class ContentFiles(TomlDocuments):
    """The cards and tiles of a game."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.modules = {name: importlib.import_module(f"haunted_env.games.{name}") for name in GAMES}
        found = {name: Path(str(module.__file__)).with_name("content.toml") for name, module in self.modules.items()}
        self.samples = [(name, _read_toml(path)) for name, path in found.items() if path.exists()]
        super().__init__(folder, rng)

    def read(self) -> None:
        importlib.import_module(f"haunted_env.games.{self.game}.content").load(self.path)


class ScenarioFiles(TomlDocuments):
    """Scenarios of Destinies; those that are accepted are played."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        from haunted_env.games.destinies.scenario import library
        from tests.games.destinies.made import QUICK

        shipped = [_read_toml(library.FOLDER / f"{name}.toml") for name in library.shipped()]
        self.samples = [("destinies", data) for data in (QUICK, *shipped)]
        super().__init__(folder, rng)
        self.path.write_bytes(self.written(QUICK))
        self.read()  # compiles now, where that is waited for: among changed files it might be taken for a hang

    def read(self) -> None:
        played_on(self.path)


class CampaignFiles(TomlDocuments):
    """Campaigns of Destinies; those that are accepted are played to their end."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        hearths.build(folder)  # the scenarios beside the file
        self.samples = [("destinies", hearths.CAMPAIGN)]
        super().__init__(folder, rng)

    def read(self) -> None:
        hearths.played_on(self.path)


class ReplayFiles(Documents):
    """Games as they were dealt, and as they went on from a position."""

    suffix = ".jsonl"
    refusal = ReplayError
    notes: dict[str, Any] = {}

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.samples = [(name, rows) for name in GAMES for rows in self.recorded(spec(name))]
        super().__init__(folder, rng)

    def recorded(self, game: GameSpec) -> list[Any]:
        """The rows of some replays."""
        made = []
        position = None
        for seed, n in enumerate((0, 40, 25, 25)):
            batch = replays.start(game, {}, seed, position)
            generators, actions = batch.generators(seed), []
            while len(actions) < n and not batch.games["table"]["over"][0]:
                actions.append(int(batch.random_actions(generators)[0]))
                batch.step([actions[-1]])
            about = {"game": game.name, "version": game.version, "content_hash": game.content_hash}
            replay = Replay(
                **about, options=batch.options, seed=seed, position=position, actions=actions, notes=self.notes
            )
            made.append([json.loads(line) for line in replays.seal(game, replay).lines()])
            position = game.positions.write(batch.games)
        return made

    def written(self, data: Any) -> bytes:
        rows = data if isinstance(data, list) else [data]
        return "".join(f"{json.dumps(row)}\n" for row in rows).encode()

    def read(self) -> None:
        replay = Replay.load(self.path)
        if replay.game in GAMES:
            replays.verify(spec(replay.game), replay)
            export_for_seat(spec(replay.game), replay, 0)


class SavedGames(ReplayFiles):
    """The same with notes, resumed at the terminal."""

    refusal = ValueError
    notes = {"seat": 0, "opponents": "heuristic"}

    def read(self) -> None:
        words = ["play", "--resume", str(self.path)]
        done = CliRunner(env={"HAUNTED_ENV_QUIET": "1"}).invoke(app, words, input="?\n1\nq\n\n")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        if done.exit_code not in (0, 2):
            raise FaultError(f"exit code {done.exit_code}: {done.output}")
        if done.exit_code == 2:
            raise ValueError(done.output)


class Checkpoints(Changer):
    """Folders with a card and weights; those that are accepted play."""

    refusal = CheckpointError

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        super().__init__(folder, rng)
        self.game = spec(SMALL)
        self.batch = running(self.game, n=4)
        self.sound = write_policy(folder / "sound", self.game)
        self.made = folder / "made"
        self.card = json.loads((self.sound / CARD).read_text())
        self.weights = self.sound / next(iter(self.card["files"]))

    def change(self) -> str:
        shutil.rmtree(self.made, ignore_errors=True)
        shutil.copytree(self.sound, self.made)
        weights, card, path = self.made / self.weights.name, self.card, self.made / CARD
        what = self.rng.integers(4)
        if what == 0:
            path.write_bytes(damaged(path.read_bytes(), self.rng))
            return path.read_text(errors="backslashreplace")
        if what == 1:
            card = self.mutator([self.card]).changed(self.card)
        elif what == 2:
            weights.write_bytes(damaged(weights.read_bytes(), self.rng))
        else:
            weights.write_bytes(safetensors.numpy.save(self.other_arrays()))
        if isinstance(card, dict) and what >= 2:
            card = {**card, "files": {**card["files"], weights.name: sha256(weights)}}
        path.write_text(json.dumps(card))
        return f"card {json.dumps(card)}, weights changed: {what >= 2}"

    def other_arrays(self) -> dict[str, np.ndarray]:
        """One array of another shape, type or name, missing, or with numbers that are none."""
        arrays = dict(safetensors.numpy.load_file(self.weights))
        name = list(arrays)[self.rng.integers(len(arrays))]
        array = arrays.pop(name).copy()
        changes = [
            {},
            {name: array[:-1]},
            {name: array[None]},
            {name: array.astype([np.float16, np.float64, np.int64, np.uint8][self.rng.integers(4)])},
            {name[::-1]: array},
            {name: np.where(array == array.flat[0], [np.nan, np.inf, 3e38][self.rng.integers(3)], array)},
            {name: array, "more": array},
        ]
        return arrays | {key: np.ascontiguousarray(value) for key, value in self._one_of(changes).items()}

    def _one_of(self, choices: list[Any]) -> Any:
        return choices[self.rng.integers(len(choices))]

    def read(self) -> None:
        agent = load_checkpoint(self.made, self.game)
        view = view_of(self.batch)
        actions = agent.act(view)
        if not view.masks[np.arange(len(actions)), actions].all():
            raise FaultError("an accepted checkpoint plays what is not legal")


class ContestFolders(Changer):
    """Folders of contests, reported on and resumed."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        super().__init__(folder, rng)
        self.sound, self.made = folder / "sound", folder / "made"
        with tournament.start(Contest(SMALL, ("random", "heuristic"), (2,), 2), self.sound) as store:
            tournament.run(store, workers=1)
            report.write(store)
        with sqlite3.connect(self.sound / FILE) as database:
            self.about = dict(database.execute("SELECT key, value FROM about"))

    def change(self) -> str:
        shutil.rmtree(self.made, ignore_errors=True)
        self.made.mkdir()
        path = self.made / FILE
        shutil.copy(self.sound / FILE, path)
        what = self.rng.integers(3)
        if what == 0:
            path.write_bytes(damaged(path.read_bytes(), self.rng))
            return "bytes of the database"
        database = sqlite3.connect(path)
        database.execute("PRAGMA ignore_check_constraints = 1")
        with database:
            change = self.forge_about(database) if what == 1 else self.forge_row(database)
        database.close()
        return change

    def forge_about(self, database: sqlite3.Connection) -> str:
        key = list(self.about)[self.rng.integers(len(self.about))]
        value = json.dumps(self.mutator([json.loads(self.about[key])]).changed(json.loads(self.about[key])))
        database.execute("UPDATE about SET value = ? WHERE key = ?", (value, key))
        return f"{key} = {value}"

    def forge_row(self, database: sqlite3.Connection) -> str:
        rows = [dict(zip(COLUMNS, row)) for row in database.execute(f"SELECT {', '.join(COLUMNS)} FROM games")]
        row = rows[self.rng.integers(len(rows))]
        place = [row[name] for name in ("players", "deal", "rotation")]
        name = COLUMNS[self.rng.integers(len(COLUMNS))]
        row[name] = self.other_cell(row[name], [other[name] for other in rows])
        if self.rng.random() < 0.8:
            row["checksum"] = _checksum(row)
        database.execute("DELETE FROM games WHERE (players, deal, rotation) = (?, ?, ?)", place)
        marks = ", ".join("?" * len(COLUMNS))
        database.execute(f"INSERT OR REPLACE INTO games VALUES ({marks})", [row[name] for name in COLUMNS])
        return f"{name} = {row[name]!r} in the row of {place}"

    def other_cell(self, value: Any, others: list[Any]) -> Any:
        if self.rng.random() < 0.3:
            return others[self.rng.integers(len(others))]
        if isinstance(value, str) and value.startswith(("[", "{")) and self.rng.random() < 0.7:
            return json.dumps(self.mutator([json.loads(other) for other in others]).changed(json.loads(value)))
        if isinstance(value, bytes) and self.rng.random() < 0.7:
            return damaged(value, self.rng)
        fitting = [v for v in ANYTHING if isinstance(v, str | float) or (type(v) is int and abs(v) < 2**63)]
        fitting.remove(NAN)  # to SQLite it is NULL
        return fitting[self.rng.integers(len(fitting))]

    def read(self) -> None:
        with Store.open(self.made) as store:
            if self.rng.random() < REPORTED:
                report.write(store)
            else:
                results.write(store, referee.counted(store))
        tournament.resume(self.made).close()


class Configs(Documents):
    """The settings of training runs."""

    suffix = ".json"

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        from haunted_env.learning.config import PRESETS, preset

        self.samples = [(name, preset(name).plain()) for name in PRESETS]
        super().__init__(folder, rng)

    def written(self, data: Any) -> bytes:
        return json.dumps(data).encode()

    def read(self) -> None:
        from haunted_env.agents import trust
        from haunted_env.learning.config import read_config

        config = read_config(self.path).checked()
        trust.check_names(config.agents, self.path)


def _read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


KINDS: dict[str, type[Changer]] = {
    "content files": ContentFiles,
    "scenarios": ScenarioFiles,
    "campaigns": CampaignFiles,
    "replays": ReplayFiles,
    "saved games": SavedGames,
    "checkpoints": Checkpoints,
    "contest folders": ContestFolders,
    "training configs": Configs,
}
