"""Destinies: a story-driven race for 1 to 3 players, each with a secret destiny and two paths to it.

Players explore tiles, visit places, talk, trade and pass tests with dice; hidden virtue opens and closes options.
Everything story-specific comes from a scenario file; the one supplied is The Long Ebb. A campaign (`campaign="..."`)
plays several of them one after the other as one game.

    env = destinies_v0.env(players=3, destiny_deal="shuffled", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Alone (`players=1`, modes explorer and challenger) the same game is a plain Gymnasium environment:

    env = gymnasium.make("haunted_env/Destinies-v0", mode="challenger", step_reward=0.05)

| | |
|---|---|
| Agents | `player_0` to `player_2` (option `players`, 1 to 3) |
| Observation | `observation` (`spec.observation_table()`), `action_mask`, `card_mask`, `location_mask` (destinies) |
| Actions | Discrete(156) (`spec.action_table()`) |
| Rewards | +1 to the winner, -1 to the others; -1 on defeat (at once), 0 if truncated after `max_days`; per chapter |
| Final infos | `winners`, `reason`, `roles`; before the end infos are empty, but for `chapter` when one has ended |

Options are listed by `env.unwrapped.spec.options`; the rules are in `games/destinies/rules.md`.
"""

from haunted_env.games.destinies.actions import ACTIONS
from haunted_env.games.destinies.campaign import library as campaigns
from haunted_env.games.destinies.data import MAX_SEATS, N_CHARACTERS
from haunted_env.games.destinies.encode import card_mask, encode
from haunted_env.games.destinies.engine import deal, run, step
from haunted_env.games.destinies.features import FEATURES, POINTERS, features
from haunted_env.games.destinies.generator import SIZES
from haunted_env.games.destinies.generator import worlds as generated
from haunted_env.games.destinies.heuristic.player import suggest
from haunted_env.games.destinies.legal import legal
from haunted_env.games.destinies.locations import location_mask
from haunted_env.games.destinies.observation import OBSERVATION
from haunted_env.games.destinies.options import OPTIONS, new_game, worlds_of
from haunted_env.games.destinies.outcome import pay, returns
from haunted_env.games.destinies.position import from_position, to_position
from haunted_env.games.destinies.resample import focus, resample
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.state import GAME, compiler
from haunted_env.games.destinies.words import chart
from haunted_env.games.destinies.words.campaign import chapter_result, n_chapters_over
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
from haunted_env.games.destinies.words.story import story
from haunted_env.games.destinies.words.view import text
from haunted_env.registry import GAMES
from haunted_env.spec import (
    Features,
    GameSpec,
    Generator,
    Heuristic,
    Inference,
    Locations,
    Parts,
    Positions,
    Queries,
    Rules,
    Scenarios,
    Score,
    Words,
)

SPEC = GameSpec(
    name="destinies",
    title="Destinies",
    version=GAMES["destinies"].version,
    summary="explore a story world and be the first to fulfil your secret destiny, by one of its two paths",
    players=(1, MAX_SEATS),
    options=OPTIONS,
    record=GAME,
    actions=ACTIONS,
    observation=OBSERVATION,
    card_slots=(MAX_SEATS, 1),
    locations=Locations.at_seats((f"destiny {number}" for number in range(N_CHARACTERS)), MAX_SEATS),
    compiler=compiler,
    content_hash="",  # a game's record names its scenario (`data_key`), and so does a position
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
        pay=pay,
    ),
    queries=Queries(
        role_of=role_of,
        result=result,
        turn=turn,
        truncated=truncated,
        gone=gone,
    ),
    words=Words(
        describe_action=describe_action,
        decision_name=decision_name,
        explain_decision=explain_decision,
        events=events,
        text=text,
        draw=draw,
        primer=PRIMER,
        story=story,
    ),
    positions=Positions(read=from_position, write=to_position),
    features=Features(FEATURES, features, version=1, pointers=POINTERS),
    heuristic=Heuristic(suggest),
    inference=Inference(resample, subjects=questions, focus=focus),
    scenarios=Scenarios(
        worlds=worlds_of,
        data=library.arrays_by_key,
        following=campaigns.following,
        campaigns=campaigns.shipped,
        names=library.shipped,
        summary=chart.summary,
        draw=chart.draw,
        generator=Generator(
            sizes=tuple(SIZES),
            spelt=generated.SPELT,
            write=lambda seed, size: generated.text_of(generated.world(seed, size)),
            check=lambda seed, size: generated.check(generated.world(seed, size)),
        ),
        draw_world=chart.draw_world,
    ),
    parts=Parts(
        "chapter",
        several=lambda game: bool(game["table"]["last_chapter"][0]),
        number=n_chapters_over,
        result=chapter_result,
    ),
    score=Score("days", "days taken by those who fulfil their destiny", days_taken),
)
