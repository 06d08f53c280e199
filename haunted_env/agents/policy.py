"""Trained policies: folders with a `card.json` that says what they hold.

`LOADERS` names, for each kind of checkpoint (`card["kind"]`), what turns a folder into an agent.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from haunted_env.agents.interface import Agent
from haunted_env.spec import GameSpec

CARD = "card.json"
LOADERS: dict[str, Callable[[Path, dict[str, Any], GameSpec], Agent]] = {}


def load_checkpoint(folder: Path, spec: GameSpec) -> Agent:
    """The agent in a checkpoint folder; a ValueError says what is wrong with it."""
    if not folder.is_dir():
        raise ValueError(f"no checkpoint folder {folder}")
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{folder} is no checkpoint: it has no {CARD}") from None
    except ValueError as error:
        raise ValueError(f"{folder / CARD}: not JSON ({error})") from error
    if not isinstance(card, dict) or card.get("game") != spec.name:
        trained = card.get("game") if isinstance(card, dict) else None
        raise ValueError(f"{folder}: a checkpoint for {trained or 'no game that it names'}, not for {spec.name}")
    loader = LOADERS.get(str(card.get("kind")))
    if loader is None:
        known = ", ".join(LOADERS) or "none yet"
        raise ValueError(f"{folder}: a checkpoint of kind {card.get('kind')!r}; kinds that can be played: {known}")
    return loader(folder, card, spec)
