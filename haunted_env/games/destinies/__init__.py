"""Destinies: explore a story world and fulfil a secret destiny; 1 to 3 players. The rules are in `rules.md`."""

from haunted_env.games.destinies.actions import ACTIONS
from haunted_env.games.destinies.data import MAX_SEATS
from haunted_env.games.destinies.encode import card_mask, encode
from haunted_env.games.destinies.engine import deal, run, step
from haunted_env.games.destinies.heuristic.player import suggest
from haunted_env.games.destinies.insight import INSIGHT, NEWEST, insight
from haunted_env.games.destinies.legal import legal
from haunted_env.games.destinies.observation import OBSERVATION
from haunted_env.games.destinies.options import OPTIONS, new_game
from haunted_env.games.destinies.outcome import pay, returns
from haunted_env.games.destinies.position import from_position, to_position
from haunted_env.games.destinies.resample import resample
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import GAME, compiler
from haunted_env.games.destinies.words import chart
from haunted_env.games.destinies.words.chronicle import events
from haunted_env.games.destinies.words.describe import (
    ROLES,
    days_taken,
    decision_name,
    describe_action,
    gone,
    result,
    role_of,
    truncated,
    turn,
)
from haunted_env.games.destinies.words.draw import draw
from haunted_env.games.destinies.words.explain import explain_decision
from haunted_env.games.destinies.words.primer import PRIMER
from haunted_env.games.destinies.words.questions import questions
from haunted_env.games.destinies.words.view import text
from haunted_env.spec import GameSpec, Insight, Scenarios, Score

SPEC = GameSpec(
    name="destinies",
    title="Destinies",
    version=0,
    summary="explore a story world and be the first to fulfil your secret destiny, by one of its two paths",
    players=(1, MAX_SEATS),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, 1),
    compiler=compiler,
    functions={
        "deal": deal,
        "step": step,
        "run": run,
        "legal": legal,
        "encode": encode,
        "card_mask": card_mask,
        "returns": returns,
        "pay": pay,
        "resample": resample,
        "suggest": suggest,
        "insight": insight,
    },
    content_hash="",  # a game's record names its scenario (`data_key`), and so does a position
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
    data=lambda options: library.arrays(options["scenario"]),
    turn=turn,
    primer=PRIMER,
    scenarios=Scenarios(names=library.shipped, summary=chart.summary, draw=chart.draw),
    gone=gone,
    subjects=questions,
    insight=Insight(INSIGHT, newest=NEWEST, sparse=True),
    score=Score("days", "days taken by those who fulfil their destiny", days_taken),
)
