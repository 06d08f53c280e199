"""The settings of a training run: typed, checked, the same on the command line and in a run's `config.json`."""

import argparse
import dataclasses
import json
import math
import typing
from dataclasses import dataclass, field
from typing import Any

SELF, SNAPSHOTS, MIXED = "self", "snapshots", "mixed"


def setting(default: Any, meaning: str, low: float | None = None, high: float | None = None) -> Any:
    """A field with its line of help and what it may be."""
    metadata = {"help": meaning, "low": low, "high": high}
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Config:
    """What decides a run. Decisions are counted over all seats: only those that are learnt from."""

    game: str = setting("haunted_destinies", "the game to learn")
    players: tuple[int, ...] = setting((), "numbers of players to train with, e.g. 4 or 3,4,5,6; none: the usual one")
    options: dict[str, Any] = setting({}, 'options of the game, e.g. {"setup": "random"}')  # noqa: RUF009 - a field
    seed: int = setting(0, "decides everything by chance in the run", 0)
    learn: tuple[str, ...] = setting((), "roles that learn; none given: every role that occurs")
    frozen: str = setting("heuristic", "who plays a learner's seat in the roles that do not learn (an agent's name)")
    start: str = setting("", "checkpoint folder whose policies the learners start from")

    total: int = setting(1_000_000, "decisions to learn from by playing; 0: no more than what is done before", 0)
    games: int = setting(256, "games side by side, for each number of players", 1)
    rollout: int = setting(49_152, "decisions between updates", 64)
    batch_size: int = setting(4096, "decisions in a minibatch", 16)
    minibatches: int = setting(8, "fewest minibatches of an update: those of rare roles are smaller", 1)
    least: int = setting(2048, "a role with fewer new decisions waits for more before it learns", 2)
    epochs: int = setting(1, "passes over the decisions of an update", 1)
    learning_rate: float = setting(5e-4, "of Adam, falling linearly to a tenth", 0.0)
    gamma: float = setting(1.0, "discount from a decision to the next one of the same seat and role", 0.0, 1.0)
    gae_lambda: float = setting(0.95, "of generalised advantage estimation, over the same decisions", 0.0, 1.0)
    value_lambda: float = setting(0.95, "the same for what values are to become: nearer to 1, less biased", 0.0, 1.0)
    clip: float = setting(0.2, "of PPO", 0.0)
    entropy: float = setting(0.01, "weight of the entropy bonus, falling linearly to a tenth", 0.0)
    value_weight: float = setting(0.5, "weight of the value loss", 0.0)
    max_grad_norm: float = setting(0.5, "longest gradient", 0.0)
    settle: int = setting(0, "decisions from which only the values are learnt, before the policies move", 0)
    target_kl: float = setting(0.03, "stop an update that has moved the policy by 1.5 times this; 0 = never", 0.0)
    insight: bool = setting(True, "give the networks what the game works out of an observation, if it does")
    advice: float = setting(0.0, "start as the hand-written player: added to the logit of what it would do", 0.0)
    potential: bool = setting(False, "measure decisions by the game's evaluation of positions too, if it has one")
    width: int = setting(192, "units of the first layer, shared by policy and value", 1)
    hidden: tuple[int, ...] = setting((128,), "units of the layers after it, for policy and value each", 1)

    opponents: dict[str, float] = setting(  # noqa: RUF009 - a field
        {SELF: 0.5, SNAPSHOTS: 0.2, "heuristic": 0.25, "random": 0.05},
        "kinds of games and their weights: self (learners in all seats), snapshots, an agent's name, or mixed "
        "(learners and the agents named here, also those of weight 0, at one table)",
    )
    learners: int = setting(0, "seats that learn in games with other agents; 0: a random number of them", 0)
    snapshot_every: int = setting(500_000, "decisions between snapshots for the pool", 1)
    snapshots: int = setting(12, "most snapshots kept in the pool", 1)
    play_in: float = setting(0.3, "most games that start at the first decision of a rare role", 0.0, 1.0)
    rare: float = setting(0.15, "share of all decisions below which a role is rare", 0.0, 1.0)
    habits: int = setting(0, "games in which habits are tried, to be imitated", 0)
    habits_from: tuple[str, ...] = setting(
        (), "checkpoints whose habits trials begin with, or which are imitated as they are, where habits is 0"
    )
    imitate: int = setting(0, "decisions of all roles in which the heuristic or habits are imitated before playing", 0)
    lookahead: int = setting(0, "decisions to look ahead from before playing, if the game can evaluate positions", 0)

    temperature: float = setting(
        1.0, "how sharply policies play when measured and afterwards; 0: the likeliest action", 0.0
    )
    evaluate_every: int = setting(400_000, "decisions between evaluations", 1)
    evaluate_deals: int = setting(100, "deals of an evaluation, each played once from every seat", 1)
    checkpoint_minutes: float = setting(3.0, "minutes between checkpoints", 0.0)

    def __post_init__(self) -> None:
        for f in dataclasses.fields(self):
            _check(f, getattr(self, f.name))
        if len(set(self.players)) < len(self.players):
            raise ValueError(f"players={self.players}: every number once")
        if self.players and "players" in self.options:
            raise ValueError(f"options: players={self.options['players']} is said by the setting players already")
        if not self.opponents or min(self.opponents.values()) < 0 or sum(self.opponents.values()) <= 0:
            raise ValueError(f"opponents={self.opponents}: expected names with weights, not all 0 and none negative")
        if self.opponents.get(MIXED) and not set(self.opponents) - {SELF, SNAPSHOTS, MIXED}:
            raise ValueError("opponents: mixed games need agents to mix with; name some, with their weights")
        if self.lookahead and not self.advice:
            raise ValueError(f"lookahead={self.lookahead}: what it finds is compared with advice; set advice too")
        if (self.habits or self.habits_from) and not self.imitate:
            raise ValueError("habits: policies learn them by imitation; set imitate too")
        if not (self.total or self.imitate or self.lookahead):
            raise ValueError("total=0: there is nothing to learn from")

    def to_dict(self) -> dict[str, Any]:
        return {k: list(v) if isinstance(v, tuple) else v for k, v in dataclasses.asdict(self).items()}

    @classmethod
    def from_dict(cls, given: Any, where: str = "config") -> "Config":
        """The config of a plain dict; a ValueError names what is wrong with it."""
        if not isinstance(given, dict):
            raise ValueError(f"{where}: expected an object with settings, got {type(given).__name__}")
        known = {f.name for f in dataclasses.fields(cls)}
        unknown = sorted(set(given) - known)
        if unknown:
            raise ValueError(f"{where}: unknown setting {unknown[0]!r}; there are: {', '.join(sorted(known))}")
        lists: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items()}
        try:
            return cls(**lists)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None


KINDS: dict[Any, tuple[Any, str]] = {
    str: (str, "a text"),
    int: (int, "a whole number"),
    float: ((int, float), "a number"),
    bool: (bool, "true or false"),
    dict: (dict, "an object"),
}


def _check(f: dataclasses.Field, value: Any) -> None:
    """A ValueError that names the setting, unless its value is what it may be."""
    origin = typing.get_origin(f.type) or f.type
    items = value if origin is tuple and isinstance(value, tuple) else (value,)
    kind, words = KINDS[typing.get_args(f.type)[0] if origin is tuple else origin]
    low, high = f.metadata["low"], f.metadata["high"]
    if origin is dict and isinstance(value, dict) and typing.get_args(f.type)[1] is float:
        items, (kind, words) = tuple(value.values()), KINDS[float]
    wrong = any((isinstance(item, bool) and kind is not bool) or not isinstance(item, kind) for item in items)
    if wrong or (origin is tuple and not isinstance(value, tuple)):
        several = "several of " if origin is tuple else ""
        raise ValueError(f"{f.name}={value!r}: expected {several}{words}")
    if any(isinstance(item, float) and not math.isfinite(item) for item in items):
        raise ValueError(f"{f.name}={value!r}: expected finite numbers")
    if any((low is not None and item < low) or (high is not None and item > high) for item in items):
        raise ValueError(f"{f.name}={value!r}: expected {words} {_range(low, high)}")


def _range(low: float | None, high: float | None) -> str:
    return f"from {low:g} to {high:g}" if high is not None else f"of at least {low:g}"


LONG: dict[str, Any] = {
    "advice": 5.0,
    "games": 1024,
    "rollout": 131_072,
    "batch_size": 4096,
    "width": 256,
    "learning_rate": 3e-4,
    "entropy": 0.0003,
    "gae_lambda": 0.97,
    "value_lambda": 0.97,
    "play_in": 0.2,
    "opponents": {SELF: 0.2, SNAPSHOTS: 0.05, "heuristic": 0.7, "random": 0.05},
    "evaluate_every": 4_000_000,
    "evaluate_deals": 250,
    "snapshot_every": 3_000_000,
}
PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "total": 1_000_000,
        "advice": 5.0,
        "games": 512,
        "width": 128,
        "rollout": 24_576,
        "batch_size": 2048,
        "least": 1024,
        "entropy": 0.003,
        "snapshot_every": 200_000,
        "evaluate_every": 500_000,
        "evaluate_deals": 50,
        "checkpoint_minutes": 0.5,
    },
    "standard": {**LONG, "total": 24_000_000},
    "full": {**LONG, "total": 200_000_000},
    "test": {  # a few hundred decisions: does everything fit together?
        "total": 600,
        "games": 8,
        "rollout": 256,
        "batch_size": 128,
        "least": 8,
        "width": 16,
        "hidden": (8,),
        "snapshot_every": 200,
        "evaluate_every": 300,
        "evaluate_deals": 1,
        "checkpoint_minutes": 0.0,
    },
}

DEFAULT = "quick"

# Where a game has habits, policies that have learnt them did not gain by playing on (docs/training.md). Set `total` to
# try it: it is done carefully then.
HABITUAL = {
    "temperature": 0.1,
    "settle": 500_000,
    "learning_rate": 5e-5,
    "entropy": 0.0,
    "total": 0,
    "evaluate_every": 1_000_000,
    "play_in": 0.5,
    "rare": 0.3,
    "opponents": {SELF: 0.2, "heuristic": 0.35, "random": 0.05, MIXED: 0.4},
}
OF_GAMES: dict[tuple[str, str], dict[str, Any]] = {
    ("haunted_destinies", "standard"): {**HABITUAL, "habits": 3_200_000, "imitate": 8_000_000},
    ("haunted_destinies", "full"): {**HABITUAL, "habits": 16_000_000, "imitate": 20_000_000},
}


def preset(name: str, **changes: Any) -> Config:
    """The settings of a preset, with changes. Who wants no habits (habits=0) gets what other games have."""
    if name not in PRESETS:
        raise ValueError(f"unknown preset {name!r}; there are: {', '.join(PRESETS)}")
    game = changes.get("game", Config.game)
    wants_habits = changes.get("habits", 1) or changes.get("habits_from")
    own = OF_GAMES.get((game, name), {}) if wants_habits else {}
    return Config(**{**PRESETS[name], **own, **changes})


def parser(description: str, **defaults: Any) -> argparse.ArgumentParser:
    """A command line with an option for every setting; `defaults` are the experiment's own."""
    line = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--preset", default="", help=f"one of {', '.join(PRESETS)} (default {DEFAULT})")
    line.add_argument("--out", default="", help="run folder (default: runs/<game>-<preset>-<seed>-<time>)")
    line.add_argument("--resume", default="", metavar="RUN", help="go on with the run in this folder")
    line.add_argument("--name", default="", help="also put the trained policies in checkpoints/<game>/<name>")
    line.set_defaults(experiment=defaults)
    group = line.add_argument_group("settings")
    for f in dataclasses.fields(Config):
        group.add_argument(f"--{f.name.replace('_', '-')}", help=f.metadata["help"].replace("%", "%%"), default=None)
    return line


def from_arguments(arguments: argparse.Namespace) -> Config:
    """The config of a command line that does not resume."""
    return preset(arguments.preset or DEFAULT, **{**arguments.experiment, **given(arguments)})


def given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings named on the command line, in their types."""
    named = {f: getattr(arguments, f.name) for f in dataclasses.fields(Config)}
    return {f.name: _read(f, text) for f, text in named.items() if text is not None}


def _read(f: dataclasses.Field, text: str) -> Any:
    kind: Any = f.type
    origin = typing.get_origin(kind)
    try:
        if origin is tuple:
            return tuple(typing.get_args(kind)[0](part) for part in text.split(",") if part)
        if origin is dict or kind is dict:
            return json.loads(text)
        if kind is bool:
            return {"true": True, "false": False}[text.lower()]
        return int(float(text)) if kind is int and float(text).is_integer() else kind(text)
    except (ValueError, KeyError):
        wanted = {dict: "an object in JSON", tuple: "values separated by commas"}
        words = wanted.get(typing.cast(Any, origin)) or KINDS[kind][1]
        raise ValueError(f"--{f.name.replace('_', '-')} {text!r}: expected {words}") from None


def differences(config: Config, named: dict[str, Any]) -> list[str]:
    """What a command line says otherwise than a config."""
    mine = config.to_dict()
    return [name for name, value in named.items() if mine[name] != (list(value) if isinstance(value, tuple) else value)]
