"""A policy in plain NumPy on 512 games at once: linear, learnt by REINFORCE from both sides of every game.

python examples/numpy_batch.py      # a minute; wins more than 60 % of games against a random player
"""

import numpy as np

import haunted_env
from haunted_env.agents.scores import ScoreAgent
from haunted_env.arena.against import against

GAME, GAMES = "ghosts_in_the_graveyard", 512


class Linear:
    def __init__(self, n_entries: int, n_actions: int) -> None:
        self.weights = np.zeros((n_entries, n_actions), np.float32)

    def chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        logits = np.where(masks != 0, observations.astype(np.float32) @ self.weights, np.float32(-1e9))
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)


def draw(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (chances.cumsum(axis=1) > rng.random((len(chances), 1))).argmax(axis=1)


def main(updates: int = 60, steps: int = 40, rate: float = 0.02) -> float:
    envs = haunted_env.make_vec(GAME, GAMES, opponents="random", observation="compact", players=2)
    rng, rows = np.random.default_rng(0), np.arange(GAMES)
    policy = Linear(*(envs.single_observation_space["observation"].shape[0], int(envs.single_action_space.n)))
    seen, _ = envs.reset(seed=0)
    for _ in range(updates):
        moments, rewards, ends = [], [], []
        for _ in range(steps):
            observations, masks = seen["observation"], seen["action_mask"]
            chances = policy.chances(observations, masks)
            actions = draw(chances, rng)
            taken = -chances
            taken[rows, actions] += 1
            seen, reward, terminated, truncated, _ = envs.step(actions)
            moments.append((observations, taken))
            rewards.append(reward)
            ends.append(terminated | truncated)
        total, gradient = np.zeros(GAMES), np.zeros_like(policy.weights)
        for (observations, taken), reward, end in zip(reversed(moments), reversed(rewards), reversed(ends)):
            total = reward + np.where(end, 0.0, total)
            gradient += observations.astype(np.float32).T @ (taken * total[:, None].astype(np.float32))
        policy.weights += rate * gradient / (GAMES * steps)
    agent = ScoreAgent(spec=envs.game_spec, scores=policy.chances)
    won = against(GAME, agent, "random", players=2, deals=200).rate()
    print(f"won {won['win_rate']:.0%} of {won['games']} games against a random player")
    return won["win_rate"]


if __name__ == "__main__":
    main()
