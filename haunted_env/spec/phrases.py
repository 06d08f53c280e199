"""Small change of the English language, for the words of every game."""

from typing import Any

import numpy as np


def record(game: np.ndarray) -> Any:
    """The record of an array of one game (or the record itself)."""
    return game[0] if game.shape else game


def count(n: int, noun: str) -> str:
    """A number and its noun: 1 wound, 2 wounds."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def listed(parts: list[str], last: str = "and") -> str:
    """A list as it is spoken: a, b and c."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts else ""


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def player(seat: int) -> str:
    return f"player {int(seat)}" if seat >= 0 else "nobody"
