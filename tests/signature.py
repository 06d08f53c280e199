"""The signatures of behaviour and observations kept with the games (`haunted_env/play/signature.py`).

Written anew only together with a new version of the game or of its features: `python -m tests.signature [GAME]`.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

from haunted_env.play.signature import observed, signature
from haunted_env.registry import GAMES, spec


def path(name: str) -> Path:
    return Path(str(importlib.import_module(f"haunted_env.games.{name}").__file__)).with_name("signature.json")


def kept(name: str) -> dict[str, Any]:
    return dict(json.loads(path(name).read_text(encoding="utf-8")))


def features(name: str) -> int | None:
    """The version of a game's compact observation."""
    parts = spec(name).features
    return None if parts is None else parts.version


def write(name: str) -> None:
    game = spec(name)
    found = {"version": game.version, "signature": signature(game), "features": features(name), **observed(game)}
    path(name).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        write(game)
        print(path(game))
