"""The public context of the decision being asked (HD-INFO-25): it follows from the unfinished work."""

from typing import Any

import numpy as np

from haunted_env.engine.entries import bind
from haunted_env.engine.interpreted import Record
from haunted_env.games.haunted_destinies.blank import clear_context
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.rules.context import set_context
from haunted_env.spec.position import PositionError


def _uncompiled(rule: Any) -> Any:
    return getattr(rule, "py_func", rule)


# One game at a time: compiling this would take longer than it runs.
_set_context = bind(_uncompiled(set_context), {"clear_context": _uncompiled(clear_context)})


def check_context(game: Any) -> None:
    """Refuse a context that the rules would not give the decision: words and observations rely on it."""
    expected = np.array([game])
    _set_context(Record(expected))
    for entry in w.forms(int(game["table"]["n_seats"])).context.entries:
        value = int(expected["table"][entry.key][0])
        if game["table"][entry.key] != value:
            wanted = "nothing" if value == entry.default else entry.codec.write(value)
            raise PositionError(f"context.{entry.key}", f"expected {wanted}, as the stack has it")
