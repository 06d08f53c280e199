"""What unfinished work can look like (HD-OBEY-25): of every task the fields it uses, and its phases at a decision.

The game stands still only while somebody decides. The top task has then asked, in one of the phases that do (`Asks`);
every task below waits for the one upon it (`Waits`). Any other phase passes without a pause.
"""

from dataclasses import dataclass

from haunted_env.games.haunted_destinies.actions import Decision, Purpose, React
from haunted_env.games.haunted_destinies.rules import (
    attack,
    choices,
    haunt,
    opener,
    picking,
    probe,
    revival,
    trade,
    turn,
)
from haunted_env.games.haunted_destinies.rules.stack import Task


@dataclass(frozen=True)
class Asks:
    """A decision: of the seat in the field `by`, about the cards or items of the seat in the field `pile`."""

    decision: Decision
    by: str = "seat"
    needs: str = ""  # further fields that must be there
    options: int = 0  # what may be offered, bits
    pile: str = ""
    purpose: Purpose = Purpose.NONE
    react: React = React.NONE


@dataclass(frozen=True)
class Waits:
    """Something else goes first: one of these tasks, right upon this one."""

    above: frozenset[Task]
    needs: str = ""


@dataclass(frozen=True)
class Work:
    """The fields that a task uses, and what it may be doing by phase."""

    fields: str
    phases: dict[int, tuple[Asks | Waits, ...]]


def _tasks(*tasks: Task) -> frozenset[Task]:
    return frozenset(tasks)


BOTTOM = _tasks(Task.PLACE_TILES, Task.PLACE_GLOOM, Task.TURN)
EFFECT = _tasks(Task.EFFECTS, Task.OP, Task.CHOICE)
ACTIONS = frozenset(Task(int(task)) for task in turn.TASK_OF_ACTION if task)

# What each of these can leave upon the task that started it: itself, or what it ends with.
HURT = _tasks(Task.WOUND, Task.DEATH)
ROLL = HURT | _tasks(Task.ROLL, Task.EVIL_TWINS, Task.DRAW_HAUNTING)
LOOK = _tasks(Task.LOOK, Task.OBEY, Task.ON_REVEAL)
LOOK_OWN = _tasks(Task.LOOK_OWN, Task.OBEY, Task.ON_REVEAL)
DRAW = _tasks(Task.DRAW_HAUNTING)
INSERT = _tasks(Task.INSERT)
CLAIM = _tasks(Task.CLAIM)
PICKING = _tasks(
    *(Task.SHOW, Task.CLEANSE, Task.MOVE_CARD, Task.SWAP, Task.TAKE, Task.STEAL, Task.DISCARD_ITEM, Task.MOVE_TO),
    *(Task.REMOVE_GLOOM, Task.REMOVE_PERSISTENT),
)
ONE_OP = HURT | DRAW | LOOK | LOOK_OWN | INSERT | PICKING | _tasks(Task.DRAW_SEARCH)
EFFECTS = EFFECT | ONE_OP

HAUNT_OPTIONS = (
    choices.H_DRAW1 | choices.H_LOOK1 | choices.H_DRAW2 | choices.H_WOUND | choices.H_LOOK2 | choices.H_DRAW3
)
SEARCH_OPTIONS = choices.DRAW_SEARCH | choices.LOOK_OTHER | choices.LOOK_OWN | choices.PASS
PICKED = "seat other n cause"  # the fields of an effect's pick


def _slot(by: str, pile: str, purpose: Purpose, needs: str = "") -> tuple[Asks]:
    return (Asks(Decision.PICK_SLOT, by, needs, pile=pile, purpose=purpose),)


def _react(react: React, by: str = "seat", needs: str = "") -> tuple[Asks]:
    return (Asks(Decision.REACT, by, needs, choices.NO_OR_YES, react=react),)


def _trade(decision: Decision, pile: str) -> tuple[Asks, Asks]:
    """What is given or asked for: an item too, if both are living."""
    options = choices.KNOWLEDGE | choices.PASS
    return Asks(decision, "seat", "other", options, pile), Asks(decision, "seat", "other", options)


WORK = {
    Task.PLACE_TILES: Work(
        "n",
        {
            1: (Asks(Decision.SETUP_TILE, "placer"),),
            2: (Asks(Decision.SETUP_CELL, "placer"),),
            3: (Asks(Decision.SETUP_TURN, "placer"),),
        },
    ),
    Task.PLACE_GLOOM: Work(
        "seat",
        {1: (Asks(Decision.SETUP_GLOOM),), 2: (Asks(Decision.SETUP_GLOOM, options=choices.PASS),)},
    ),
    Task.TURN: Work(
        "seat flag",
        {
            turn.ROLLED: (Asks(Decision.ROLL),),
            turn.MOVED: (Waits(ROLL),),
            turn.MAIN: (Waits(ACTIONS | DRAW),),
            turn.CHOSEN: (Asks(Decision.MAIN),),
        },
    ),
    Task.ROLL: Work("seat n cause card", {2: _react(React.REROLL, needs="card")}),
    Task.EVIL_TWINS: Work(
        "seat flag",
        {1: (Asks(Decision.EVIL_TWINS, options=choices.HAUNTING | choices.WOUND),), 2: (Waits(HURT),)},
    ),
    Task.SEARCH: Work(
        "seat slot n flag bits",
        {
            1: (Waits(ROLL),),
            2: (Waits(LOOK | LOOK_OWN | _tasks(Task.DRAW_SEARCH), "slot"),),
            3: (Asks(Decision.SEARCH_OPTION, needs="slot", options=SEARCH_OPTIONS),),
            4: (Asks(Decision.LOOK_SEAT, needs="slot"),),
            5: (Waits(LOOK | LOOK_OWN | _tasks(Task.DRAW_SEARCH), "slot"),),
        },
    ),
    Task.PROBE: Work(
        "seat other n flag",
        {
            probe.CHOSEN: (Asks(Decision.TARGET),),
            probe.ROLLED: (Waits(ROLL, "other"),),
            probe.PRIZE: (
                Asks(
                    *(Decision.PROBE_PRIZE, "seat", "other"),
                    choices.HAUNTING | choices.LOOK_OTHER | choices.WOUND | choices.PASS,
                ),
            ),
            probe.PENALTY: (Asks(Decision.PROBE_PENALTY, "other", "", choices.HAUNTING | choices.LOOK_OTHER),),
            probe.SETTLED: (Waits(LOOK | DRAW | HURT, "other"),),
        },
    ),
    Task.ATTACK: Work(
        "seat other who target n flag bits cause",
        {
            attack.ROUND: (Asks(Decision.TARGET),),
            attack.ROLLED: (Waits(ROLL, "other"),),
            attack.PRIZE: (
                Asks(Decision.ATTACK_PRIZE, "who", "other", choices.WOUND | choices.TAKE | choices.PASS),
                Asks(Decision.ATTACK_PENALTY, "who", "other", choices.WOUND | choices.TAKE | choices.HAUNTING),
            ),
            attack.TAKING: (Asks(Decision.TAKE_CARD, "who", "other", pile="target"),),
            attack.SETTLED: (Waits(HURT | DRAW | INSERT, "other who"),),
            attack.CONTINUE: (
                Asks(Decision.CONTINUE, "seat", "other", choices.NO_OR_YES),
                Asks(Decision.CONTINUE, "other", "", choices.NO_OR_YES),
            ),
            attack.OVER: (Waits(HURT | _tasks(Task.DECLARE), "other"),),
        },
    ),
    Task.HAUNT: Work(
        "seat other n flag bits",
        {
            haunt.CHOSEN: (Asks(Decision.TARGET),),
            haunt.ROLLED: (Waits(ROLL, "other"),),
            haunt.OPTION: (Asks(Decision.HAUNT_OPTION, "seat", "other", HAUNT_OPTIONS),),
            haunt.DRAWING: (Waits(DRAW | HURT, "other"),),
            haunt.LOOKING: (Waits(LOOK, "other"),),
        },
    ),
    Task.SYPHON: Work("seat", {1: (Waits(ROLL),), 2: (Asks(Decision.SYPHON_AMOUNT),)}),
    Task.MUTUAL_LOOK: Work(
        "seat other",
        {
            1: (Asks(Decision.TARGET),),
            2: _slot("seat", "seat", Purpose.SHOW, "other"),
            3: (Waits(LOOK, "other"),),
            4: _slot("other", "other", Purpose.SHOW),
            5: (Waits(LOOK, "other"),),
        },
    ),
    Task.TRADE: Work(
        "seat other card slot",
        {
            trade.PARTNER: (Asks(Decision.TARGET),),
            trade.GIVE: _trade(Decision.TRADE_GIVE, "seat"),
            trade.ASK: _trade(Decision.TRADE_ASK, "other"),
            trade.REPLY: (Asks(Decision.TRADE_REPLY, "other", "", choices.NO_OR_YES),),
            trade.SECOND_WORD: (Waits(CLAIM, "other"),),
            trade.TOLD: (Waits(CLAIM, "other"),),
        },
    ),
    Task.TALK: Work("seat", {1: (Waits(CLAIM),)}),
    Task.TELL: Work("seat other", {1: (Asks(Decision.TARGET),), 2: (Waits(CLAIM, "other"),)}),
    Task.CLAIM: Work(
        "seat other",
        {
            1: (Asks(Decision.TALK_KIND, options=choices.CLAIMS | choices.CLAIMS_OF_SLOTS),),
            2: (Asks(Decision.TALK_SEAT),),
            3: (Asks(Decision.TALK_CARD), Asks(Decision.TALK_SLOT)),
            4: (Asks(Decision.TALK_BORDER),),
        },
    ),
    Task.POWER: Work("seat card", {1: (Asks(Decision.POWER),), 2: (Waits(EFFECTS, "card"),)}),
    Task.REMOVE_TILE: Work("seat", {1: (Asks(Decision.REMOVE_CELL),)}),
    Task.REVIVE: Work(
        "seat other",
        {
            revival.CHOSEN: (Asks(Decision.TARGET),),
            revival.REPLY: (Asks(Decision.REVIVE_REPLY, "other", "", choices.NO_OR_YES),),
        },
    ),
    Task.LOOK: Work(
        "seat other slot card",
        {
            1: _slot("seat", "other", Purpose.LOOK),
            2: (Asks(Decision.LOOK_OUTCOME, "seat", "other slot", choices.FACE_UP | choices.FACE_DOWN),),
            3: (Asks(Decision.WITNESS, "seat", "other slot"),),
            4: (
                Asks(
                    *(Decision.REWARD, "seat", "other slot card"),
                    choices.HAUNTING | choices.HEAL | choices.PASS,
                ),
            ),
            5: (Asks(Decision.PICK_DRAWER, "seat", "other slot card"),),
        },
    ),
    Task.LOOK_OWN: Work(
        "seat slot",
        {
            1: _slot("seat", "seat", Purpose.LOOK_OWN),
            2: (Asks(Decision.OWN_OUTCOME, "seat", "slot", choices.FACE_UP | choices.FACE_DOWN | choices.TRIGGER),),
            3: (Asks(Decision.WITNESS, "seat", "slot"),),
            4: (Asks(Decision.PICK_PROBER, "seat", "slot"),),
        },
    ),
    Task.ON_REVEAL: Work(
        "seat card", {0: (Waits(DRAW, "card"),), 1: _react(React.ON_REVEAL, needs="card"), 2: (Waits(EFFECTS, "card"),)}
    ),
    Task.OBEY: Work(
        "seat other card flag pc end",
        {
            1: _react(React.CANCEL_HAUNTING, needs="card"),
            3: _react(React.CANCEL_HAUNTING, "other", "card"),
            5: (Waits(EFFECTS, "card"),),
        },
    ),
    Task.DRAW_HAUNTING: Work(
        "seat who n",
        {0: (Waits(INSERT),), 1: (Asks(Decision.PICK_DRAWER),), 3: (Waits(EFFECTS, "who"),)},
    ),
    Task.DRAW_SEARCH: Work(
        "seat n",
        {
            0: (Waits(INSERT | _tasks(Task.OBEY)),),
            1: (Waits(EFFECTS),),
            3: (Asks(Decision.DUAL_CARD, options=choices.USE_DRAW | choices.KEEP_PROBE),),
        },
    ),
    Task.INSERT: Work("seat other slot n cause", {1: (Asks(Decision.INSERT_AT),)}),
    Task.WOUND: Work("seat n cause", {1: _react(React.PREVENT_WOUND)}),
    Task.DEATH: Work("seat flag", {1: (Waits(INSERT),)}),
    Task.DECLARE: Work(
        "seat other",
        {
            opener.DECLARED: (Asks(Decision.DECLARE, "seat", "other", choices.DECLARATIONS),),
            opener.PENALTY: (Waits(_tasks(Task.DEATH), "other"),),
            opener.RISE: (Waits(_tasks(Task.DEATH), "other"),),
            opener.SPARE: (Waits(_tasks(Task.DEATH), "other"),),
        },
    ),
    Task.EFFECTS: Work("seat other source pc end", {0: (Waits(EFFECTS),)}),
    Task.OP: Work(
        "seat other who target bits source pc",
        {
            1: (Asks(Decision.FX_SEAT, "chooser"),),
            2: (Waits(ONE_OP),),
            3: (Asks(Decision.FX_SEAT, "chooser", "who"),),
        },
    ),
    Task.CHOICE: Work(
        "seat other source pc",
        {1: (Asks(Decision.FX_BRANCH, "chooser", "", choices.BRANCH_A | choices.BRANCH_B),)},
    ),
    Task.SHOW: Work(PICKED, {1: _slot("seat", "seat", Purpose.SHOW, "other")}),
    Task.CLEANSE: Work(PICKED, {1: _slot("seat", "seat", Purpose.CLEANSE)}),
    Task.MOVE_CARD: Work(f"{PICKED} bits", {1: _slot("seat", "seat", Purpose.MOVE_CARD), 2: (Waits(INSERT),)}),
    Task.SWAP: Work(
        f"{PICKED} slot",
        {
            1: _slot("seat", "seat", Purpose.SWAP_OWN, "other"),
            picking.SECOND_PICK: _slot("seat", "other", Purpose.SWAP_OTHER, "slot"),
            3: (Waits(INSERT, "other slot"),),
        },
    ),
    Task.TAKE: Work(PICKED, {1: _slot("seat", "other", Purpose.TAKE)}),
    Task.STEAL: Work(PICKED, {1: (Asks(Decision.FX_ITEM, pile="other", purpose=Purpose.STEAL_ITEM),)}),
    Task.DISCARD_ITEM: Work(PICKED, {1: (Asks(Decision.FX_ITEM, pile="seat", purpose=Purpose.DISCARD_ITEM),)}),
    Task.MOVE_TO: Work(
        PICKED,
        {
            1: (
                Asks(Decision.FX_CELL, purpose=Purpose.ANY_TILE),
                Asks(Decision.FX_CELL, purpose=Purpose.SEARCHABLE_TILE),
            )
        },
    ),
    Task.REMOVE_GLOOM: Work(PICKED, {1: (Asks(Decision.FX_CELL, purpose=Purpose.GLOOM_TILE),)}),
    Task.REMOVE_PERSISTENT: Work(
        f"{PICKED} card target", {1: (Asks(Decision.FX_PERSIST),), 2: (Asks(Decision.FX_SEAT, needs="card"),)}
    ),
}

# Where the engine can be told to go on without a decision asked: at the bottom, nothing else unfinished.
BEGINNINGS = {
    Task.PLACE_TILES: (0,),
    Task.PLACE_GLOOM: (0,),
    Task.TURN: (turn.START, turn.MAIN),
}
SEAT_DECISIONS = (
    *(Decision.TARGET, Decision.LOOK_SEAT, Decision.PICK_DRAWER, Decision.WITNESS, Decision.PICK_PROBER),
    *(Decision.FX_SEAT, Decision.TALK_SEAT),
)
