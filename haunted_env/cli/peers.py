"""Hanabi through OpenSpiel and PettingZoo, where they are installed: what our speed is measured against.

Like ours: agent steps with observation and mask, random legal play, one core.
"""

import importlib.util
from collections.abc import Callable
from typing import Any

from haunted_env.cli.speed import aec_steps, fastest, random_numbers

PLAYERS = (2, 5)


def measure(ours: dict[str, Any], quick: bool = False) -> list[dict[str, Any]]:
    """A row per peer and number of players; `ratio` compares our batch with OpenSpiel, our AEC with PettingZoo."""
    repeats, seconds = (3, 0.2) if quick else (5, 1.0)
    rows = []
    for module, name, steps, key in (
        ("pyspiel", "OpenSpiel Hanabi", openspiel_steps, "batch_steps_per_s"),
        ("shimmy", "PettingZoo Hanabi", pettingzoo_steps, "aec_steps_per_s"),
    ):
        if importlib.util.find_spec(module) is None:
            continue
        for players in PLAYERS:
            speed = 1 / fastest(steps(players), repeats, seconds)
            row = {"peer": name, "players": players, "steps_per_s": round(speed)}
            rows.append(row | {"ours": key, "ratio": round(ours[key] / speed, 1)})
    return rows


def openspiel_steps(players: int) -> Callable[[int], None]:
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("hanabi", {"players": players})
    observation = make_observation(game)  # into a NumPy array, twice as fast as state.observation_tensor()
    numbers = random_numbers()
    state = game.new_initial_state()

    def work(rounds: int) -> None:
        nonlocal state
        while rounds:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(next(numbers) * len(outcomes))][0])
            else:
                observation.set_from(state, state.current_player())
                mask = state.legal_actions_mask()
                legal = [action for action, allowed in enumerate(mask) if allowed]
                state.apply_action(legal[int(next(numbers) * len(legal))])
                rounds -= 1

    return work


def pettingzoo_steps(players: int) -> Callable[[int], None]:
    from pettingzoo.classic import hanabi_v5

    return aec_steps(hanabi_v5.env(players=players))
