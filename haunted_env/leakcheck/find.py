"""What the command line names: `MODULE:NAME`, `openspiel:GAME` or a game of ours."""

import importlib
from collections.abc import Callable
from typing import Any

from haunted_env import registry
from haunted_env.leakcheck.games import AecGame, Game

SHAPE = "expected MODULE:NAME (an environment or what makes one), openspiel:GAME, or one of our games"


def find_game(target: str, options: dict[str, Any] | None = None, render: bool = False) -> Game:
    """The game that the text names, made with these options."""
    options = options or {}
    module, colon, name = target.partition(":")
    if not colon:
        return _ours(target, options)
    if module == "openspiel":
        return _loaded(name, options)
    thing = named(target, "the game")
    if callable(thing) and not _is_game(thing):
        try:
            thing = thing(**options)
        except TypeError as error:
            raise ValueError(f"{target} cannot be made with options {options}: {error}") from error
    elif options:
        raise ValueError(f"{target} is there already, so --option has nothing to act on: name what makes it")
    try:
        return as_game(thing, render)
    except TypeError as error:
        raise ValueError(f"{target}: {error}") from error


def _ours(name: str, options: dict[str, Any]) -> Game:
    from haunted_env.leakcheck.own import OwnGame

    try:
        spec = registry.spec(name)
    except ValueError as error:
        raise ValueError(f"{name!r}: {SHAPE}: {error}") from error
    return OwnGame(spec, **spec.check_options(options))


def _loaded(name: str, options: dict[str, Any]) -> Game:
    try:
        import pyspiel
    except ImportError as error:
        raise ValueError("openspiel: is not installed: pip install open_spiel") from error
    try:
        return as_game(pyspiel.load_game(name, options) if options else pyspiel.load_game(name))
    except pyspiel.SpielError as error:
        raise ValueError(f"openspiel:{name}: {error}") from error


def _is_game(thing: Any) -> bool:
    """An environment, and not what makes one; some of both can be called."""
    return not isinstance(thing, type) and any(
        hasattr(thing, name) for name in ("new_initial_state", "seen", "observe")
    )


def as_game(thing: Any, render: bool = False) -> Game:
    """An AEC environment, a game of OpenSpiel, or an object that is a `Game`."""
    if isinstance(thing, type):
        raise TypeError(f"{thing.__name__} is a class: give an environment of it")
    if hasattr(thing, "new_initial_state"):
        from haunted_env.leakcheck.openspiel import SpielGame

        return SpielGame(thing)
    if hasattr(thing, "seen") and hasattr(thing, "legal"):
        found: Game = thing
        return found
    if hasattr(thing, "agent_iter") and hasattr(thing, "observe"):
        return AecGame(thing, render)
    raise TypeError(
        f"{type(thing).__name__} is neither an AEC environment of PettingZoo nor a game of OpenSpiel"
        " (parallel environments: pettingzoo.utils.parallel_to_aec; others: haunted_env.leakcheck.Game)"
    )


def function(place: str, what: str) -> Callable[..., Any]:
    found = named(place, what)
    if not callable(found):
        raise ValueError(f"{what} {place!r}: not a function")
    wanted: Callable[..., Any] = found
    return wanted


def named(place: str, what: str) -> Any:
    """The thing that MODULE:NAME names."""
    module, _, name = place.partition(":")
    if not module or not name:
        raise ValueError(f"{what} {place!r}: expected MODULE:NAME")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{what} {place!r}: {error}") from error
