"""Haunted Destinies: hidden roles, unseen cards, and a ritual; 3 to 6 players. The rules are in `rules.md`."""

from pathlib import Path

from haunted_env.games.haunted_destinies.actions import ACTIONS, Role
from haunted_env.games.haunted_destinies.encode import card_mask, encode
from haunted_env.games.haunted_destinies.engine import deal, run, step
from haunted_env.games.haunted_destinies.evaluation import N_FEATURES, evaluate, fill_features, turns
from haunted_env.games.haunted_destinies.habits import HABITS, circumstances, deed, occasion
from haunted_env.games.haunted_destinies.heuristic import suggest
from haunted_env.games.haunted_destinies.insight import INSIGHT, NEWEST, insight
from haunted_env.games.haunted_destinies.legal import legal
from haunted_env.games.haunted_destinies.observation import OBSERVATION
from haunted_env.games.haunted_destinies.options import OPTIONS, new_game
from haunted_env.games.haunted_destinies.outcome import returns
from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.games.haunted_destinies.resample import resample
from haunted_env.games.haunted_destinies.state import GAME, MAX_PILE, MAX_SEATS, compiler
from haunted_env.games.haunted_destinies.tables import CONTENT_HASH
from haunted_env.games.haunted_destinies.words.describe import (
    decision_name,
    describe_action,
    events,
    explain_decision,
    result,
    role_of,
    text,
)
from haunted_env.games.haunted_destinies.words.draw import draw
from haunted_env.games.haunted_destinies.words.questions import QUESTIONS, WHO_IS_THE_OPENER
from haunted_env.spec import Evaluation, GameSpec, Insight

SPEC = GameSpec(
    name="haunted_destinies",
    title="Haunted Destinies",
    version=0,
    summary="one player unknowingly holds the Opener card: bind them, become them, or haunt them",
    players=(3, 6),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, MAX_PILE),
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
        "insight": insight,
        "evaluate": evaluate,
        "turns": turns,
        "occasion": occasion,
        "circumstances": circumstances,
        "deed": deed,
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
    belief=WHO_IS_THE_OPENER,
    subjects=lambda game: QUESTIONS,
    insight=Insight(INSIGHT, version=1, newest=NEWEST),
    evaluation=Evaluation(fill_features, N_FEATURES, Path(__file__).with_name("evaluation.npz")),
    habits=HABITS,
)
