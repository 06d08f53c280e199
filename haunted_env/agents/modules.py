"""What an agent's name finds in a module of Python: `MODULE:NAME`, imported as any other module is."""

import importlib
from typing import Any


def found_in_module(agent: str, place: str, pattern: str) -> Any:
    """The thing that `python:MODULE:NAME` names; `pattern`: what the agent's whole name should look like."""
    kind, _, rest = place.partition(":")
    module, _, name = rest.partition(":")
    if kind != "python" or not module or not name:
        raise ValueError(f"agent {agent!r}: expected {pattern}")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent {agent!r}: {error}") from error
