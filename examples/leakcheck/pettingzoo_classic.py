"""What an agent may not know in PettingZoo's classic games, for leakcheck.

    haunted-env leakcheck pettingzoo.classic.texas_holdem_v4:env --exchange pettingzoo_classic:poker
    haunted-env leakcheck pettingzoo.classic.hanabi_v5:env --exchange pettingzoo_classic:hanabi

Run it in this folder.
"""

import openspiel_redeal


def poker(env, agent, rng):
    """Leduc hold'em and both Texas hold'em: the deck and the other players' cards, dealt anew."""
    import rlcard_games

    return rlcard_games.exchange(env.unwrapped.env, env.possible_agents.index(agent), rng)


def hanabi(env, agent, rng):
    """A card in the agent's own hand becomes another that fits all it was told."""
    inner = env.unwrapped.hanabi_env
    state = openspiel_redeal.hanabi(inner.game_state, env.possible_agents.index(agent), rng)
    if state is False:
        return False
    inner.game_state = state
    inner._update_action_masks()  # noqa: SLF001 (what it shows is kept from the last step: made anew as `step` does)
    inner._update_observations()  # noqa: SLF001
    env.unwrapped.infos = inner.infos
    return True
