"""Ghosts in the Graveyard: a hidden-information deduction race for 2 to 4 players over 50 tombstones.

Everybody hides a Haunt and two Decoys behind tombstones. Lights shone from played cards tell whether the left
neighbour hides something in an area; whoever first names that neighbour's Haunt wins.

    env = ghosts_in_the_graveyard_v0.env(players=2, render_mode="ansi")
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
| Agents | `player_0` to `player_3` (option `players`, 2 to 4) |
| Observation | `observation` int8 (`spec.observation_table()`), `action_mask`, `card_mask` and `location_mask`, int8 |
| Actions | Discrete 89 (`spec.action_table()`) |
| Rewards | at the end only: +1 to the winner, -1/(players - 1) to the others; 0 to all if cut off by `max_turns` |
| Final infos | `winners`, `reason`, `roles` (active or silenced); before the end infos are empty |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/ghosts_in_the_graveyard/rules.md`.
"""

from haunted_env.games.ghosts_in_the_graveyard.actions import ACTIONS, Role
from haunted_env.games.ghosts_in_the_graveyard.encode import card_mask, encode
from haunted_env.games.ghosts_in_the_graveyard.engine import deal, run, step
from haunted_env.games.ghosts_in_the_graveyard.features import FEATURES, POINTERS, features
from haunted_env.games.ghosts_in_the_graveyard.heuristic.player import suggest
from haunted_env.games.ghosts_in_the_graveyard.legal import legal
from haunted_env.games.ghosts_in_the_graveyard.locations import location_mask
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
from haunted_env.registry import GAMES
from haunted_env.spec import Features, GameSpec, Heuristic, Inference, Locations, Positions, Queries, Rules, Words

SPEC = GameSpec(
    name="ghosts_in_the_graveyard",
    title="Ghosts in the Graveyard",
    version=GAMES["ghosts_in_the_graveyard"].version,
    summary="everybody hides among 50 tombstones: find your left neighbour's Haunt before yours is found",
    players=(2, MAX_SEATS),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, N_CARDS),
    locations=Locations.at_seats((f"{number:02}" for number in range(1, N_CARDS + 1)), MAX_SEATS),
    compiler=compiler,
    content_hash=CONTENT_HASH,
    former_hashes=("6149a5d45019deab4943c1986083c388e7f2d7d21a6f38e634db9a5227a65f6f",),  # 0.1.0
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
    inference=Inference(resample, belief=TARGETS_HAUNT, subjects=questions),
)
