"""Ghosts in the Graveyard: a deduction race over 50 tombstones; 2 to 4 players. The rules are in `rules.md`."""

from haunted_env.games.ghosts_in_the_graveyard.actions import ACTIONS, Role
from haunted_env.games.ghosts_in_the_graveyard.encode import card_mask, encode
from haunted_env.games.ghosts_in_the_graveyard.engine import deal, run, step
from haunted_env.games.ghosts_in_the_graveyard.heuristic.player import suggest
from haunted_env.games.ghosts_in_the_graveyard.legal import legal
from haunted_env.games.ghosts_in_the_graveyard.observation import OBSERVATION
from haunted_env.games.ghosts_in_the_graveyard.options import OPTIONS, new_game
from haunted_env.games.ghosts_in_the_graveyard.outcome import returns
from haunted_env.games.ghosts_in_the_graveyard.position import from_position, to_position
from haunted_env.games.ghosts_in_the_graveyard.resample import resample
from haunted_env.games.ghosts_in_the_graveyard.state import GAME, MAX_SEATS, compiler
from haunted_env.games.ghosts_in_the_graveyard.tables import CONTENT_HASH, N_CARDS
from haunted_env.games.ghosts_in_the_graveyard.words.chronicle import events
from haunted_env.games.ghosts_in_the_graveyard.words.describe import describe_action, result, role_of, truncated
from haunted_env.games.ghosts_in_the_graveyard.words.draw import draw
from haunted_env.games.ghosts_in_the_graveyard.words.explain import decision_name, explain_decision
from haunted_env.games.ghosts_in_the_graveyard.words.questions import TARGETS_HAUNT, questions
from haunted_env.games.ghosts_in_the_graveyard.words.view import text
from haunted_env.spec import GameSpec

SPEC = GameSpec(
    name="ghosts_in_the_graveyard",
    title="Ghosts in the Graveyard",
    version=0,
    summary="everybody hides among 50 tombstones: find your left neighbour's Haunt before yours is found",
    players=(2, MAX_SEATS),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, N_CARDS),
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
    roles=tuple(role.name.lower() for role in Role),
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
    belief=TARGETS_HAUNT,
    subjects=questions,
)
