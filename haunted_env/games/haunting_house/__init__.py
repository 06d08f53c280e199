"""The Haunting House: a programmed race for 2 to 6 players through a maze that everybody turns and shifts.

Every turn has a Random Round (three blind cards each) and a Chosen Round (four secretly programmed cards each). Cards
move pawns, turn and exchange tiles, drop through trap doors and move the exit. The first pawn on the exit wins.

    env = haunting_house_v0.env(players=4, quick=True, render_mode="ansi")
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
| Agents | `player_0` to `player_5` (option `players`, 2 to 6) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask`, `card_mask` and `location_mask`, int8 |
| Actions | Discrete (`spec.action_table()`); the seats of PAWN are relative, 0 is oneself |
| Rewards | at the end only: +1 to the winner, -1/(n-1) to each other; 0 to all if truncated after `max_turns` |
| Final infos | `winners`, `reason`, `roles`; before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/haunting_house/rules.md`.
"""

from haunted_env.games.haunting_house.actions import ACTIONS
from haunted_env.games.haunting_house.content import MAX_SEATS, PROGRAM_CARDS
from haunted_env.games.haunting_house.encode import card_mask, encode
from haunted_env.games.haunting_house.engine import deal, run, step
from haunted_env.games.haunting_house.features import FEATURES, POINTERS, features
from haunted_env.games.haunting_house.heuristic.player import suggest
from haunted_env.games.haunting_house.legal import legal
from haunted_env.games.haunting_house.locations import location_mask
from haunted_env.games.haunting_house.observation import OBSERVATION
from haunted_env.games.haunting_house.options import OPTIONS, new_game
from haunted_env.games.haunting_house.outcome import returns
from haunted_env.games.haunting_house.position import from_position, to_position
from haunted_env.games.haunting_house.resample import resample
from haunted_env.games.haunting_house.state import GAME, compiler
from haunted_env.games.haunting_house.tables import CARD_IDS, CONTENT_HASH
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
from haunted_env.registry import GAMES
from haunted_env.spec import Features, GameSpec, Heuristic, Inference, Locations, Positions, Queries, Rules, Words

SPEC = GameSpec(
    name="haunting_house",
    title="The Haunting House",
    version=GAMES["haunting_house"].version,
    summary="program your pawn through a maze that everybody turns and shifts, and be the first at the exit",
    players=(2, MAX_SEATS),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, PROGRAM_CARDS),
    locations=Locations.at_seats(CARD_IDS, MAX_SEATS),
    compiler=compiler,
    content_hash=CONTENT_HASH,
    former_hashes=("6a06ca3b6449b12d79d3dc58e17e73ab2494c6cf695601f4880f533c044a8bf1",),  # 0.1.0
    roles=ROLES,
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
        truncated=truncated,
    ),
    words=Words(
        describe_action=describe_action,
        decision_name=decision_name,
        explain_decision=explain_decision,
        events=events,
        text=text,
        draw=draw,
    ),
    positions=Positions(read=from_position, write=to_position),
    features=Features(FEATURES, features, version=0, pointers=POINTERS),
    heuristic=Heuristic(suggest),
    inference=Inference(resample),
)
