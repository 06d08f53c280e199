"""Options of decisions as bits: bit i stands for action FIRST_OPTION + i."""

from haunted_env.games.haunted_destinies.actions import FIRST_OPTION, Act


def _bit(act: Act) -> int:
    return 1 << (int(act) - FIRST_OPTION)


NO_OR_YES = _bit(Act.YES) | _bit(Act.NO)
PASS = _bit(Act.PASS)
DRAW_SEARCH = _bit(Act.OPT_DRAW_SEARCH)
LOOK_OTHER = _bit(Act.OPT_LOOK_OTHER)
LOOK_OWN = _bit(Act.OPT_LOOK_OWN)
HAUNTING = _bit(Act.OPT_HAUNTING)
WOUND = _bit(Act.OPT_WOUND)
TAKE = _bit(Act.OPT_TAKE)
HEAL = _bit(Act.OPT_HEAL)
FACE_UP = _bit(Act.FACE_UP)
FACE_DOWN = _bit(Act.FACE_DOWN)
TRIGGER = _bit(Act.TRIGGER)
USE_DRAW = _bit(Act.USE_DRAW)
KEEP_PROBE = _bit(Act.KEEP_PROBE)
DECLARATIONS = _bit(Act.BIND) | _bit(Act.RITUAL)
H_DRAW1 = _bit(Act.H_DRAW1)
H_LOOK1 = _bit(Act.H_LOOK1)
H_DRAW2 = _bit(Act.H_DRAW2)
H_WOUND = _bit(Act.H_WOUND)
H_LOOK2 = _bit(Act.H_LOOK2)
H_DRAW3 = _bit(Act.H_DRAW3)
BRANCH_A = _bit(Act.BRANCH_A)
BRANCH_B = _bit(Act.BRANCH_B)
KNOWLEDGE = _bit(Act.WORD) | _bit(Act.NOTES)
CLAIMS = _bit(Act.ACCUSE) | _bit(Act.CLEAR) | _bit(Act.HOLDS) | _bit(Act.NOT_HOLDS)
CLAIMS_OF_SLOTS = _bit(Act.GREY) | _bit(Act.NOT_GREY) | _bit(Act.SEEN)
