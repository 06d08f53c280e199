"""Haunted Destinies: hidden-role deduction and pursuit for 3 to 6 players on a moor laid tile by tile.

One player holds the Opener card without knowing it. Investigators want to bind the Opener, the Opener wants to
consume everyone, and the dead play on as ghosts with goals of their own.

    env = haunted_destinies_v0.env(players=4, setup="random", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

| | |
|---|---|
| Agents | `player_0` to `player_5` (option `players`, 3 to 6) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask`, `card_mask` and `location_mask`, int8 |
| Actions | Discrete (`spec.action_table()`); seats are relative, 0 is oneself |
| Rewards | at the end only: +1 to winners, -1 to all others; at dawn the option `draw_reward` to all |
| Final infos | `winners`, `reason`, `roles`; before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/haunted_destinies/rules.md`.
"""

from pathlib import Path

from haunted_env.games.haunted_destinies.actions import ACTIONS, Role
from haunted_env.games.haunted_destinies.encode import card_mask, encode
from haunted_env.games.haunted_destinies.engine import deal, run, step
from haunted_env.games.haunted_destinies.evaluation import N_FEATURES, evaluate, fill_features
from haunted_env.games.haunted_destinies.features import FEATURES, POINTERS, features
from haunted_env.games.haunted_destinies.heuristic import suggest
from haunted_env.games.haunted_destinies.heuristic.judging import suspect
from haunted_env.games.haunted_destinies.heuristic.styles import STYLES
from haunted_env.games.haunted_destinies.legal import legal
from haunted_env.games.haunted_destinies.locations import location_mask
from haunted_env.games.haunted_destinies.observation import OBSERVATION
from haunted_env.games.haunted_destinies.options import OPTIONS, new_game
from haunted_env.games.haunted_destinies.outcome import returns
from haunted_env.games.haunted_destinies.position import from_position, to_position
from haunted_env.games.haunted_destinies.resample import resample
from haunted_env.games.haunted_destinies.state import GAME, MAX_PILE, MAX_SEATS, N_PSYCHE, compiler
from haunted_env.games.haunted_destinies.tables import CARD_IDS, CONTENT_HASH
from haunted_env.games.haunted_destinies.words import rulings
from haunted_env.games.haunted_destinies.words.describe import (
    dealt_roles,
    decision_name,
    describe_action,
    events,
    explain_decision,
    result,
    role_of,
    seat_events,
    text,
)
from haunted_env.games.haunted_destinies.words.draw import draw
from haunted_env.games.haunted_destinies.words.overheard import TALK
from haunted_env.games.haunted_destinies.words.primer import PRIMER
from haunted_env.games.haunted_destinies.words.questions import QUESTIONS, WHO_IS_THE_OPENER
from haunted_env.registry import GAMES
from haunted_env.spec import (
    Evaluation,
    Features,
    GameSpec,
    Heuristic,
    Inference,
    Locations,
    Positions,
    Queries,
    Rules,
    Words,
)

SPEC = GameSpec(
    name="haunted_destinies",
    title="Haunted Destinies",
    version=GAMES["haunted_destinies"].version,
    summary="one player unknowingly holds the Opener card: bind them, become them, or haunt them",
    players=(3, 6),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, MAX_PILE),
    locations=Locations.at_seats(CARD_IDS[:N_PSYCHE], MAX_SEATS, "out of the game"),
    compiler=compiler,
    content_hash=CONTENT_HASH,
    former_hashes=("18dbec744c99c1bb784fc81c20377b74329edb4561f8519318e09c47460462e4",),  # 0.1.0
    roles=tuple(role.name.lower() for role in Role),
    new_game=new_game,
    rules=Rules(
        deal=deal,
        step=step,
        run=run,
        legal=legal,
        encode=encode,
        card_mask=card_mask,
        location_mask=location_mask,
        returns=returns,
    ),
    queries=Queries(
        role_of=role_of,
        result=result,
        dealt_roles=dealt_roles,
    ),
    words=Words(
        describe_action=describe_action,
        decision_name=decision_name,
        explain_decision=explain_decision,
        events=events,
        text=text,
        draw=draw,
        primer=PRIMER,
        prepare=rulings.compiled,
        seat_events=seat_events,
    ),
    positions=Positions(read=from_position, write=to_position),
    features=Features(FEATURES, features, version=0, pointers=POINTERS),
    heuristic=Heuristic(suggest, STYLES, suspect),
    inference=Inference(resample, belief=WHO_IS_THE_OPENER, subjects=lambda game: QUESTIONS),
    evaluation=Evaluation(evaluate, fill_features, N_FEATURES, Path(__file__).with_name("evaluation.npz")),
    talk=TALK,
)
