"""What scripts ask of a checkpoint that they measure: its card, and the games it was trained with."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from haunted_env import registry
from haunted_env.agents.policy import CARD, read_card
from haunted_env.spec import GameSpec


@dataclass(frozen=True)
class Trained:
    """A checkpoint of this project: what it was trained with."""

    spec: GameSpec
    card: dict[str, Any]
    players: list[int]
    options: dict[str, Any]  # of its games, but for the number of players


def trained(folder: Path) -> Trained:
    """A checkpoint's card, checked; a ValueError says what is wrong with it."""
    spec = registry.spec(game_of(folder))
    card = read_card(folder, spec)
    try:
        players = [int(n) or usual_players(spec) for n in card["players"]]
        options = {name: value for name, value in card["training"]["config"]["options"].items() if name != "players"}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{folder / CARD}: it does not say which games it was trained with ({error!r})") from None
    return Trained(spec, card, players, options)


def usual_players(spec: GameSpec) -> int:
    return int(spec.check_options({}).get("players", spec.players[0]))


def game_of(folder: Path) -> str:
    """The game that a checkpoint's card names; everything else about it is checked when it is read."""
    try:
        return str(json.loads((folder / CARD).read_text(encoding="utf-8"))["game"])
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(f"{folder} is no checkpoint folder: it has no {CARD}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{folder / CARD}: it names no game ({error})") from None
