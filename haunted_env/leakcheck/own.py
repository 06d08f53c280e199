"""The games of this package for `leakcheck`: everything that a seat can get hold of, and worlds as exchanges."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from haunted_env.envs.pettingzoo import GameEnv, raw_env
from haunted_env.leakcheck.games import AecGame
from haunted_env.play.batch import Batch
from haunted_env.play.worlds import draw_worlds
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT, FULL
from haunted_env.spec.position import options_of

IMAGINED = 7  # the seed of the world that a search would imagine


class OwnGame(AecGame):
    """One of our games: its environment, and beside it whatever else shows something to a seat."""

    def __init__(self, spec: GameSpec, **options: Any) -> None:
        super().__init__(raw_env(spec, render_mode="ansi", **options), render=True)

    def seen(self, seat: str) -> dict[str, Any]:
        env: GameEnv = self.raw
        spec, game, place = env.spec, env.batch.games, env.possible_agents.index(seat)
        seen = super().seen(seat)
        for relative in (True, False):
            kind = "relative seats" if relative else "absolute seats"
            seen[kind] = everything_seen(spec, game, place, relative)
        if spec.inference:
            seen["imagined world"] = draw_worlds(spec, game, place, IMAGINED)[0].tobytes()
        return seen

    @staticmethod
    def exchange(env: GameEnv, agent: str, rng: np.random.Generator) -> None:
        """The game in a world that the agent cannot tell from this one."""
        seat = env.possible_agents.index(agent)
        world = draw_worlds(env.spec, env.batch.games, seat, int(rng.integers(2**31)))
        env.load(world, "the world", resume=False)


def everything_seen(spec: GameSpec, game: np.ndarray, seat: int, relative: bool) -> dict[str, Any]:
    """All that a seat can get hold of: tensors, masks, words, events."""
    batch = Batch(spec, 1, options_of(spec, game), relative_seats=relative)
    batch.load(game, resume=False)
    seen: dict[str, Any] = {
        "text": spec.words.text(game, seat),
        "events": spec.words.events_of(game, 0, seat),
        "decision": spec.words.decision_name(game, seat),
        "role": spec.queries.role_of(game, np.array([seat])),
        "decider": int(game["table"]["decider"][0]),
    }
    for kind in (FULL, COMPACT) if spec.features else (FULL,):
        look = batch.look([seat], observation=kind, masks=True)
        seen |= {f"{kind} {block}": array for block, array in in_blocks(spec, kind, look.observations[0])}
        seen |= {"mask": look.masks[0], "card_mask": look.card_masks[0], "location_mask": look.location_masks[0]}
    if seen["decider"] == seat:
        seen["explained"] = spec.words.explain_decision(game, seat)
        actions = [batch.absolute(0, int(action)) for action in np.flatnonzero(batch.look([seat]).masks[0])]
        seen["described"] = [spec.words.describe_action(game, action) for action in actions]
    return seen


def in_blocks(spec: GameSpec, kind: str, observation: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    layout = spec.observation_layout(kind)
    for block in layout.blocks:
        yield block.name, observation[layout.span(block.name)]
