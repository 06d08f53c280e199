"""The settings of a training run: one schema for the command line (tyro) and a run's `config.json` (msgspec)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from tyro.constructors import PrimitiveConstructorSpec

from haunted_env.engine.files import read_file
from haunted_env.registry import GAMES

SELF, SNAPSHOTS = "self", "snapshots"

Count = Annotated[int, msgspec.Meta(ge=1)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Positive = Annotated[float, msgspec.Meta(ge=0.0)]


def _pairs(read: Callable[[str], Any], what: str) -> PrimitiveConstructorSpec:
    """A dict on the command line: name=value name=value."""

    def parse(words: list[str]) -> dict[str, Any]:
        # An agent's name may hold an equals sign itself (ismcts:sims=50=0.2): the last one counts.
        pairs = [word.rpartition("=") for word in words]
        if not all(equals for _, equals, _ in pairs):
            raise ValueError(f"expected {what}, got {' '.join(words)}")
        return {name: read(value) for name, _, value in pairs}

    return PrimitiveConstructorSpec(
        nargs="*",
        metavar=what,
        instance_from_str=parse,
        is_instance=lambda given: isinstance(given, dict),
        str_from_instance=lambda given: [f"{name}={value}" for name, value in given.items()],
    )


def _plain(text: str) -> Any:
    """A value of an option: a number or true or false where it looks like one."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


OPTIONS = _pairs(_plain, "NAME=VALUE")  # of a game


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides a run. Decisions are those of all learning seats together."""

    game: str = next(iter(GAMES))
    """The game to learn."""
    players: tuple[int, ...] = ()
    """Numbers of players to train with, the usual one if none is given. One network plays them all."""
    options: Annotated[dict[str, Any], OPTIONS] = {}
    """Options of the game, e.g. setup=random."""
    seed: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Decides everything random in the run."""
    roles: tuple[str, ...] = ()
    """Roles that learn; all if none is given."""
    instead: str = "heuristic"
    """Who plays a learner's seat in the roles that do not learn: an agent's name."""
    start: str = ""
    """Checkpoint folder whose weights the learner starts from."""
    opponents: Annotated[dict[str, Positive], _pairs(float, "NAME=WEIGHT")] = msgspec.field(
        default_factory=lambda: {SELF: 0.4, "heuristic": 0.6}
    )
    """Kinds of games and their weights: `self` (all seats learn), `snapshots` (earlier versions) or an agent's name."""
    learners: Annotated[int, msgspec.Meta(ge=0)] = 1
    """Seats that learn in games with other agents; 0: a random number of them."""
    dealt: Annotated[dict[str, Positive], _pairs(float, "ROLE=WEIGHT")] = {}
    """How many times as often a learner among others has the seat of a role, e.g. opener=2. Nobody knows it."""
    begun: Share = 0.0
    """Share of the games that `instead` begins in all seats; the others take them over at a random moment."""

    total: Count = 4_000_000
    """Decisions to learn from."""
    games: Count = 1024
    """Games side by side, over all numbers of players."""
    rollout: Annotated[int, msgspec.Meta(ge=64)] = 65_536
    """Decisions between updates."""
    batch_size: Annotated[int, msgspec.Meta(ge=16)] = 4096
    """Decisions in a minibatch."""
    learning_rate: Positive = 7e-4
    """Of Adam, annealed linearly to a tenth."""
    entropy: Positive = 0.02
    """Weight of the entropy bonus, annealed linearly to a quarter."""
    gamma: Share = 1.0
    """Discount from a decision to the same seat's next one."""
    advantage_lambda: Share = 0.85
    """Of generalised advantage estimation, over a seat's own decisions."""
    value_lambda: Share = 0.95
    """The same for the targets of the values: nearer to 1 is less biased."""
    clip: Positive = 0.2
    """Of PPO."""
    keep: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] = 0.5
    """Share of the decisions that is learnt from: those with the largest advantages, either way."""
    average: Share = 0.995
    """Weight of the past in the running average of the weights (per minibatch) that plays when it counts; 0: none."""
    width: Count = 128
    """Units of the hidden layers."""

    snapshot_every: Count = 4_000_000
    """Decisions between snapshots; the newest twelve are kept."""
    temperature: Positive = 0.5
    """How sharply the policy plays when measured and afterwards; 0: the likeliest action."""
    evaluate_every: Count = 1_000_000
    """Decisions between evaluations against the baselines."""
    evaluate_deals: Count = 100
    """Deals of an evaluation, each played once from every seat."""

    def __post_init__(self) -> None:
        if len(set(self.players)) < len(self.players):
            raise ValueError(f"players={self.players}: every number once")
        if "players" in self.options:
            raise ValueError(f"options: players={self.options['players']} is what the setting players is for")
        if not any(self.opponents.values()):
            raise ValueError(f"opponents={self.opponents}: expected names with weights that are not all 0")

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that are named here."""
        return (self.instead, *self.opponents)

    def plain(self) -> dict[str, Any]:
        """As it is written to JSON."""
        return msgspec.json.decode(msgspec.json.encode(self))  # type: ignore[no-any-return]

    def checked(self) -> "Config":
        """The same, every number compared with its limits; a ValueError names the setting."""
        return from_plain(self.plain(), "settings")


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "total": 6_000_000,
        "games": 256,
        "rollout": 16_384,
        "batch_size": 2048,
        "opponents": {SELF: 0.5, "heuristic": 0.3, "random": 0.2},
    },
    "standard": {"total": 120_000_000, "snapshot_every": 10_000_000, "evaluate_every": 10_000_000},
    "full": {
        "total": 600_000_000,
        "width": 192,
        "snapshot_every": 25_000_000,
        "evaluate_every": 25_000_000,
        "evaluate_deals": 250,
    },
    "test": {  # a few hundred decisions: does everything fit together?
        "total": 1200,
        "games": 8,
        "rollout": 256,
        "batch_size": 64,
        "width": 16,
        "snapshot_every": 300,
        "evaluate_every": 600,
        "evaluate_deals": 1,
    },
}


def preset(name: str, **changes: Any) -> Config:
    """The settings of a preset, with changes."""
    if name not in PRESETS:
        raise ValueError(f"unknown preset {name!r}; there are: {', '.join(PRESETS)}")
    unknown = sorted(set(changes) - set(Config.__struct_fields__))
    if unknown:
        raise ValueError(f"unknown setting {unknown[0]!r}; there are: {', '.join(Config.__struct_fields__)}")
    return Config(**{**PRESETS[name], **changes})


def from_plain(plain: Any, where: str) -> Config:
    """The config of plain data; a ValueError names what is wrong with it."""
    try:
        return msgspec.convert(plain, Config)
    except ValueError as error:  # msgspec says: Expected `int` >= 1 - at `$.games`
        said, at, place = str(error).partition(" - at `$.")
        raise ValueError(f"{where}: {place.rstrip('`')}: {said}" if at else f"{where}: {error}") from None


def read_config(path: Path) -> Config:
    """A run's `config.json`."""
    try:
        plain = msgspec.json.decode(read_file(path))
    except FileNotFoundError:
        raise ValueError(f"{path.parent} holds no run: there is no {path}") from None
    except (ValueError, RecursionError) as error:  # among them bytes that are no text
        raise ValueError(f"{path}: not JSON ({error})") from None
    return from_plain(plain, str(path))
