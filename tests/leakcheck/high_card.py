"""A toy for leakcheck: three agents with a card each say in turn whether theirs is high. It can be made to leak."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

AGENTS = ["player_0", "player_1", "player_2"]
ROUNDS = 2
PASS, SAY, LOOK = range(3)
LEAKS = ("", "observation", "mask", "reward", "info", "words", "render", "later", "turn")


class HighCard(AECEnv, EzPickle):
    """`leaks`: what tells a secret. With "later" it is told after somebody has acted, not at once."""

    metadata = {"name": "high_card", "render_modes": ["ansi"]}

    def __init__(self, leaks="", render_mode=None):
        EzPickle.__init__(self, leaks, render_mode)
        AECEnv.__init__(self)
        assert leaks in LEAKS
        self.leaks, self.render_mode = leaks, render_mode
        self.possible_agents = AGENTS[:]

    def reset(self, seed=None, options=None):
        cards = np.random.default_rng(seed).permutation(10).tolist()
        self.hands, self.deck = dict(zip(AGENTS, cards)), cards[3:]
        self.agents, self.said, self.told = AGENTS[:], [], 0
        self.agent_selection = AGENTS[0]
        for name in ("rewards", "_cumulative_rewards"):
            setattr(self, name, dict.fromkeys(AGENTS, 0.0))
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}

    def observation_space(self, agent):
        return Dict({"observation": Box(-1, 10, (8,), np.int8), "action_mask": Box(0, 1, (3,), np.int8)})

    def action_space(self, agent):
        return Discrete(3)

    def left_of(self, agent):
        return AGENTS[(AGENTS.index(agent) + 1) % 3]

    def observe(self, agent):
        seen = np.full(8, -1, np.int8)
        seen[0], seen[1 : 1 + len(self.said)] = self.hands[agent], self.said
        mask = np.array([1, 1, 0], np.int8) * (agent == self.agent_selection)
        if self.leaks == "observation":
            seen[7] = self.hands[self.left_of(agent)]
        if self.leaks == "later":
            seen[7] = self.told
        if self.leaks == "mask":
            mask[PASS] = self.hands[self.left_of(agent)] > 4
        shown = {"observation": seen, "action_mask": mask}
        if self.leaks == "info":
            self.infos[agent] = {"deck": {"next": self.deck[:1]}}
        if self.leaks == "reward":
            self.rewards[agent] = float(self.deck[-1])
        if self.leaks == "words":
            shown["words"] = f"You have a card.\nOn the deck: {self.deck[0]}"
        return shown

    def render(self):
        return f"card {self.hands[self.agent_selection]}" + f", next {self.deck[0]}" * (self.leaks == "render")

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.said.append(action)
        self.told = self.hands[self.left_of(self.agent_selection)]
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.agent_selection = self.left_of(self.agent_selection)
        if len(self.said) == ROUNDS * 3:
            self.terminations = dict.fromkeys(AGENTS, True)

    def close(self):
        pass


def env(**options):
    return HighCard(**options)


def exchange(env, agent, rng):
    """The other hands and the deck, dealt anew."""
    others = [other for other in AGENTS if other != agent]
    cards = rng.permutation([*(env.hands[other] for other in others), *env.deck]).tolist()
    env.hands |= dict(zip(others, cards))
    env.deck = cards[2:]
    if env.leaks == "turn":
        env.agent_selection = AGENTS[env.deck[0] % 3]


def known(env, agent):
    return {"card": env.hands[agent], "said": env.said[:]}


def too_much(env, agent, rng):
    """A bad exchange: it takes the agent's own card as well."""
    exchange(env, agent, rng)
    env.hands[agent], env.deck[0] = env.deck[0], env.hands[agent]


def nothing(env, agent, rng):
    return False


def same_again(env, agent, rng):
    """It says that it changes something, and does not."""


def fails(env, agent, rng):
    return env.no_such_thing


READY = HighCard()
