"""Replays: a game as JSON lines (its start, every action, its end), checked by playing it again.

    {"replay": 1, "game": "haunted_destinies", "version": 0, "content_hash": "...", "options": {...}, "seed": 7}
    {"action": 1}
    ...
    {"actions": 412, "state_hash": "...", "result": {...}}

Actions name absolute seats. `result` is null while the game runs: a saved game is a replay without an end.
"""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from haunted_env.engine.files import read_file, write_atomically
from haunted_env.play.batch import Batch
from haunted_env.play.seeds import check_seed
from haunted_env.spec import GameSpec
from haunted_env.spec.position import options_of

FORMAT = 1
Line = TypeVar("Line")


class Opening(msgspec.Struct):
    """What the first line of any replay has, whatever its format."""

    replay: Any = None


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    replay: int
    game: str
    version: int
    content_hash: str
    options: dict[str, Any]
    seed: int | None = None
    position: dict[str, Any] | None = None
    notes: dict[str, Any] = {}


class Action(msgspec.Struct, forbid_unknown_fields=True):
    """Every line in between."""

    action: int


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    actions: int
    state_hash: str
    result: dict[str, Any] | None


class ReplayError(ValueError):
    """A replay that cannot be read, or whose actions do not lead to the end it states."""


@dataclass(frozen=True)
class Replay:
    """How a game started and every action since. `notes` are the writer's own (who sat where)."""

    game: str
    version: int
    content_hash: str
    options: dict[str, Any]
    seed: int | None = None
    position: dict[str, Any] | None = None
    actions: list[int] = field(default_factory=list)
    state_hash: str = ""
    result: dict[str, Any] | None = None
    notes: dict[str, Any] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """The lines of the file; what is optional and not there is left out."""
        optional = {"seed": self.seed, "position": self.position, "notes": self.notes or None}
        header = {
            "replay": FORMAT,
            "game": self.game,
            "version": self.version,
            "content_hash": self.content_hash,
            "options": self.options,
            **{name: value for name, value in optional.items() if value is not None},
        }
        yield json.dumps(header)
        for action in self.actions:
            yield json.dumps({"action": action})
        yield json.dumps({"actions": len(self.actions), "state_hash": self.state_hash, "result": self.result})

    def save(self, path: str | Path) -> None:
        """Write the file in one step, never half of it. A replay without a state hash has to be sealed first."""
        if not self.state_hash:
            raise ReplayError("the replay has no state hash yet: seal() it first")
        write_atomically(path, "".join(f"{line}\n" for line in self.lines()))

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """Read a file. `verify` tells whether the game really goes that way."""
        try:
            text = read_file(path).decode()
        except OSError as error:
            raise ReplayError(f"{path}: cannot be read ({error.strerror})") from error
        except UnicodeDecodeError as error:
            raise ReplayError(f"{path}: not a text file") from error
        try:
            return cls.parse(text)
        except ReplayError as error:
            raise ReplayError(f"{path}: {error}") from error

    @classmethod
    def parse(cls, text: str) -> "Replay":
        lines = text.splitlines() or ["{}"]
        opening = _decode(1, lines[0], Opening)
        if opening.replay is None:
            raise ReplayError('line 1: not a replay (the first line has to begin with {"replay": ...)')
        if opening.replay != FORMAT:
            raise ReplayError(f"line 1: replay format {opening.replay!r}, this program reads {FORMAT}")
        header = _decode(1, lines[0], Header)
        if len(lines) == 1 or "state_hash" not in _decode(len(lines), lines[-1], dict[str, Any]):
            raise ReplayError(f"line {len(lines)}: the closing line is missing, the file is cut off")
        closing = _decode(len(lines), lines[-1], Closing)
        expected = 'expected {"action": <number>}: '
        actions = [_decode(number, line, Action, expected).action for number, line in enumerate(lines[1:-1], 2)]
        if closing.actions != len(actions):
            raise ReplayError(f"line {len(lines)}: speaks of {closing.actions} actions, but {len(actions)} are there")
        about = msgspec.structs.asdict(header)
        del about["replay"]
        return cls(**about, actions=actions, state_hash=closing.state_hash, result=closing.result)


def _decode(number: int, line: str, kind: type[Line], expected: str = "") -> Line:
    """A line of the file, its keys and types checked; the error names the line and the key."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as error:
        raise ReplayError(f"line {number}: {expected}{error}") from error
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"line {number}: not JSON, or cut off ({error})") from error


def state_hash(game: np.ndarray) -> str:
    """The SHA-256 of a game's record, without the padding between its fields (NumPy copies leave it undefined)."""
    data = np.frombuffer(game.tobytes(), np.uint8)
    return hashlib.sha256(data[_used_bytes(game.dtype)].tobytes()).hexdigest()


@functools.cache
def _used_bytes(dtype: np.dtype) -> np.ndarray:
    """Which bytes of a record belong to a field."""
    if dtype.subdtype:
        items = int(np.prod(dtype.shape))
        return np.tile(_used_bytes(dtype.base), items)
    used = np.full(dtype.itemsize, dtype.fields is None)
    for part, offset, *_ in (dtype.fields or {}).values():
        used[offset : offset + part.itemsize] = _used_bytes(part)
    return used


def start(
    spec: GameSpec,
    options: dict[str, Any],
    seed: int | None = None,
    position: dict[str, Any] | None = None,
    relative_seats: bool = False,
) -> Batch:
    """A batch of one game at its first decision; without observations, which are made when somebody looks."""
    batch = Batch(spec, 1, options, relative_seats=relative_seats, observation=None)
    if position is None:
        batch.deal(check_seed(0 if seed is None else seed))
        return batch
    game = spec.positions.read(position)
    if game["table"]["n_seats"][0] != batch.n_seats:
        raise ValueError(f"the position has {game['table']['n_seats'][0]} players, the options say {batch.n_seats}")
    batch.load(game)
    return batch


def seal(spec: GameSpec, replay: Replay) -> Replay:
    """Play the actions and add the state hash and result they lead to."""
    *_, game = simulate(spec, replay)
    return dataclasses.replace(replay, state_hash=state_hash(game), result=result_of(spec, game))


def check(spec: GameSpec, replay: Replay) -> None:
    """Refuse a replay of another game, version or content file."""
    if replay.game != spec.name:
        raise ReplayError(f"a replay of {replay.game!r}, not of {spec.name!r}")
    if replay.version != spec.version:
        raise ReplayError(f"a replay of version {replay.version} of {spec.name}, this is version {spec.version}")
    if not spec.has_content(replay.content_hash):
        raise ReplayError("the replay was made with other cards (another content file)")


def simulate(spec: GameSpec, replay: Replay) -> Iterator[np.ndarray]:
    """The game at its start and after every action: always the same array, copy it to keep it."""
    return (batch.games for batch in _play(spec, replay))


def _play(spec: GameSpec, replay: Replay) -> Iterator[Batch]:
    check(spec, replay)
    try:
        batch = start(spec, replay.options, replay.seed, replay.position)
    except (ValueError, TypeError) as error:
        raise ReplayError(f"line 1: {error}") from error
    yield batch
    for number, action in enumerate(replay.actions, 2):
        if not 0 <= action < spec.actions.size:
            raise ReplayError(f"line {number}: action {action} is outside 0..{spec.actions.size - 1}")
        try:
            batch.step([action])
        except ValueError as error:
            raise ReplayError(f"line {number}: {error}") from error
        yield batch


def verify(spec: GameSpec, replay: Replay) -> None:
    """Play the game again; a ReplayError says where it differs from the file."""
    sealed = seal(spec, replay)
    if sealed.result != replay.result:
        raise ReplayError(f"tampered with: the result is {sealed.result}, the replay says {replay.result}")
    if sealed.state_hash != replay.state_hash:
        raise ReplayError("tampered with, or played by another engine: the final state is not the one noted")


def result_of(spec: GameSpec, game: np.ndarray) -> dict[str, Any] | None:
    """The result of a finished game, ready for JSON."""
    if not game["table"]["over"][0]:
        return None
    result: dict[str, Any] = json.loads(json.dumps(spec.queries.result(game), default=int))
    return result


def export_for_seat(spec: GameSpec, replay: Replay, seat: int) -> list[str]:
    """What one seat saw, as JSON lines: at each of its decisions the events since the last one, with what was said
    to it in private, its view, what it could do and what it did. No seed, no other seat's actions, nothing hidden."""
    lines = []
    events: list[str] = []
    seen = 0
    for number, batch in enumerate(_play(spec, replay)):
        game = batch.games
        if number == 0:
            if not 0 <= seat < batch.n_seats:
                raise ReplayError(f"no seat {seat}: the game has seats 0 to {batch.n_seats - 1}")
            about = {"game": spec.name, "version": spec.version, "content_hash": spec.content_hash}
            options = options_of(spec, batch.games)
            lines.append(json.dumps({"export": FORMAT, **about, "options": options, "seat": seat}))
        seen, new = spec.words.events_of(game, seen, seat)
        events += new
        if game["table"]["decider"][0] == seat and number < len(replay.actions):
            legal = {int(a): spec.words.describe_action(game, int(a)) for a in np.flatnonzero(batch.masks[0])}
            taken = replay.actions[number]
            row = {
                "decision": spec.words.decision_name(game, seat),
                "events": events,
                "view": spec.words.text(game, seat),
                "legal": legal,
                "action": taken,
                "words": legal.get(taken, ""),
            }
            lines.append(json.dumps(row))
            events = []
    closing = {"events": events, "view": spec.words.text(game, seat), "result": result_of(spec, game)}
    return [*lines, json.dumps(closing)]
