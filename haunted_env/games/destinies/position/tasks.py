"""What unfinished work can look like (DS-DEC-3): of every task the fields it uses, and what lies upon what."""

from haunted_env.games.destinies.actions import Node, Task
from haunted_env.games.destinies.data import Kind

STEPS = frozenset({Node.STEP_GAIN, Node.STEP_LOSS, Node.STAY_GAIN})
# The node at which an option of each kind is resolved.
RESOLVES = {
    Node.CHOICE: Kind.INTERACTION,
    Node.TEST_PRE: Kind.TEST,
    Node.TEST_POST: Kind.TEST,
    Node.SCAN_ITEM: Kind.SCAN_ITEM,
    Node.SCAN_PATH: Kind.SCAN_DESTINY,
    Node.TRADE: Kind.TRADE,
}
RESOLVING = frozenset(RESOLVES)

# The fields that a task uses beside its seat; their ranges depend on the scenario (`forms.py`).
FIELDS: dict[int, dict[str, str]] = {
    **{node: {} for node in Node},
    **{node: {"a": "skill", "b": "number"} for node in STEPS},
    **{node: {"a": "option"} for node in RESOLVING},
    Node.STAGE: {"a": "flag"},
    Task.DRAFT: {"a": "seats"},
    Task.TURN: {"a": "phase"},
    Task.EVENTS: {"a": "events"},
    Task.EFFECTS: {"a": "effects", "b": "effects", "c": "seats"},
    Task.STAYING: {"a": "hand"},
    Task.EXPLORED: {"a": "flag"},
    Task.LEGACIES: {"a": "legacies"},
}

# What can lie right upon each task: what it started, and is waiting for.
ABOVE: dict[int, frozenset[int]] = {
    **{node: frozenset() for node in Node},
    Task.TURN: frozenset(
        {
            Task.DRAFT,
            Task.LEGACIES,
            Task.EVENTS,
            Task.STAYING,
            Task.EXPLORED,
            Node.MOVE,
            Node.VISIT,
            Node.OPTIONS,
            Node.STAGE,
        }
    )
    | STEPS,
    Task.DRAFT: frozenset({Node.CHARACTER}),
    Task.EVENTS: frozenset({Task.EFFECTS}),
    Task.EXPLORED: frozenset({Task.EFFECTS}),
    Task.LEGACIES: frozenset({Task.EFFECTS}),
    Task.STAYING: frozenset({Node.STAY_GAIN}),
    Task.EFFECTS: frozenset({Node.STEP_GAIN, Node.STEP_LOSS, Node.OVERFLOW}),
    Node.MOVE: frozenset({Node.TRAVEL, Node.STEP_GAIN, Node.STEP_LOSS}),
    Node.VISIT: frozenset({Node.STEP_GAIN, Node.STEP_LOSS}),
    Node.OPTIONS: frozenset({Task.EFFECTS, Node.STEP_GAIN, Node.STEP_LOSS, Node.OVERFLOW}) | RESOLVING,
    Node.STAGE: frozenset({Task.EFFECTS, Node.STEP_GAIN, Node.STEP_LOSS}) | RESOLVING,
    Node.TRADE: frozenset({Node.STEP_GAIN, Node.STEP_LOSS, Node.OVERFLOW}),
    Node.TEST_PRE: frozenset({Node.STEP_GAIN}),
    Node.TEST_POST: frozenset({Node.STEP_GAIN}),
    Node.OVERFLOW: frozenset({Node.STEP_GAIN}),
}
