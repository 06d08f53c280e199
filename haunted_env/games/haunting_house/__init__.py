"""The Haunting House: a programmed race through a shifting maze; 2 to 6 players. The rules are in `rules.md`."""

from haunted_env.games.haunting_house.actions import ACTIONS
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS
from haunted_env.games.haunting_house.encode import card_mask, encode
from haunted_env.games.haunting_house.engine import deal, run, step
from haunted_env.games.haunting_house.heuristic.player import suggest
from haunted_env.games.haunting_house.legal import legal
from haunted_env.games.haunting_house.observation import OBSERVATION
from haunted_env.games.haunting_house.options import OPTIONS, new_game
from haunted_env.games.haunting_house.outcome import returns
from haunted_env.games.haunting_house.position import from_position, to_position
from haunted_env.games.haunting_house.resample import resample
from haunted_env.games.haunting_house.state import GAME, compiler
from haunted_env.games.haunting_house.tables import CONTENT_HASH
from haunted_env.games.haunting_house.words.chronicle import events
from haunted_env.games.haunting_house.words.describe import (
    ROLES,
    decision_name,
    describe_action,
    explain_decision,
    result,
    role_of,
    truncated,
)
from haunted_env.games.haunting_house.words.draw import draw
from haunted_env.games.haunting_house.words.view import text
from haunted_env.spec import GameSpec

SPEC = GameSpec(
    name="haunting_house",
    title="The Haunting House",
    version=0,
    summary="program your pawn through a maze that everybody turns and shifts, and be the first at the exit",
    players=(2, MAX_SEATS),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, PROGRAM_CARDS),
    compiler=compiler,
    functions={
        "deal": deal,
        "step": step,
        "run": run,
        "legal": legal,
        "encode": encode,
        "card_mask": card_mask,
        "returns": returns,
        "resample": resample,
        "suggest": suggest,
    },
    content_hash=CONTENT_HASH,
    roles=ROLES,
    new_game=new_game,
    role_of=role_of,
    result=result,
    describe_action=describe_action,
    decision_name=decision_name,
    explain_decision=explain_decision,
    events=events,
    text=text,
    draw=draw,
    to_position=to_position,
    from_position=from_position,
    truncated=truncated,
)
