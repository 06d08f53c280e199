"""PPO in a single file, in the manner of CleanRL: 128 games of Ghosts in the Graveyard against random players.

pip install -e ".[training]"
python examples/cleanrl_ppo.py --decisions 150000     # about a minute; wins more than 70 % against a random player
"""

import time
from dataclasses import dataclass

import numpy as np
import torch
import tyro
from torch import nn
from torch.distributions import Categorical

import haunted_env
from haunted_env.agents.scores import ScoreAgent
from haunted_env.arena.against import against


@dataclass
class Args:
    game: str = "ghosts_in_the_graveyard"
    players: int = 2
    opponents: str = "random"  # or "heuristic", or the folder of a checkpoint
    decisions: int = 150_000  # of the learner
    num_envs: int = 128
    num_steps: int = 16  # decisions of every game between two updates
    learning_rate: float = 1e-3
    gamma: float = 1.0
    gae_lambda: float = 0.95
    update_epochs: int = 4
    minibatch_size: int = 512
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    seed: int = 0


def layer(n_in: int, n_out: int, std: float = np.sqrt(2)) -> nn.Linear:
    linear = nn.Linear(n_in, n_out)
    nn.init.orthogonal_(linear.weight, std)
    nn.init.constant_(linear.bias, 0.0)
    return linear


class Agent(nn.Module):
    def __init__(self, n_entries: int, n_actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(n_entries, 128), nn.Tanh(), layer(128, 128), nn.Tanh())
        self.actor = layer(128, n_actions, std=0.01)
        self.critic = layer(128, 1, std=1.0)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(observations)
        logits = self.actor(hidden).masked_fill(~masks, -1e8)
        return Categorical(logits=logits), self.critic(hidden).squeeze(-1)


def tensors(seen: dict[str, np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_numpy(seen["observation"]).float(), torch.from_numpy(seen["action_mask"]).bool()


def main(**changes: int) -> float:
    args = Args(**changes)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    envs = haunted_env.make_vec(
        args.game, args.num_envs, opponents=args.opponents, observation="compact", players=args.players
    )
    n_entries, n_actions = envs.single_observation_space["observation"].shape[0], int(envs.single_action_space.n)
    agent = Agent(n_entries, n_actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)

    shape = (args.num_steps, args.num_envs)
    obs, masks = torch.zeros(*shape, n_entries), torch.zeros(*shape, n_actions, dtype=torch.bool)
    actions, logprobs, rewards, dones, values = torch.zeros(5, *shape)
    seen, _ = envs.reset(seed=args.seed)
    started, batch_size = time.time(), args.num_steps * args.num_envs
    for update in range(1, args.decisions // batch_size + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) * batch_size / args.decisions)
        won = []
        for step in range(args.num_steps):
            obs[step], masks[step] = tensors(seen)
            with torch.no_grad():
                policy, values[step] = agent(obs[step], masks[step])
            actions[step] = action = policy.sample()
            logprobs[step] = policy.log_prob(action)
            seen, reward, terminated, truncated, _ = envs.step(action.numpy())
            rewards[step] = torch.from_numpy(reward)
            dones[step] = torch.from_numpy(terminated | truncated)
            won += reward[terminated].tolist()

        with torch.no_grad():
            next_value, advantages, last = agent(*tensors(seen))[1], torch.zeros(shape), 0.0
            for step in reversed(range(args.num_steps)):
                going_on = 1.0 - dones[step]  # games are dealt again in the step they end in
                delta = rewards[step] + args.gamma * next_value * going_on - values[step]
                advantages[step] = last = delta + args.gamma * args.gae_lambda * going_on * last
                next_value = values[step]
            returns = advantages + values

        flat = [x.flatten(0, 1) for x in (obs, masks, actions, logprobs, advantages, returns)]
        for _ in range(args.update_epochs):
            for rows in torch.randperm(batch_size).split(args.minibatch_size):
                b_obs, b_masks, b_actions, b_logprobs, b_advantages, b_returns = (x[rows] for x in flat)
                policy, value = agent(b_obs, b_masks)
                ratio = (policy.log_prob(b_actions) - b_logprobs).exp()
                b_advantages = (b_advantages - b_advantages.mean()) / (b_advantages.std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
                pg_loss = -torch.min(b_advantages * ratio, b_advantages * clipped).mean()
                v_loss = 0.5 * (value - b_returns).square().mean()
                loss = pg_loss - args.ent_coef * policy.entropy().mean() + args.vf_coef * v_loss
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
        if update % 10 == 0:
            speed = update * batch_size / (time.time() - started)
            print(f"{update * batch_size:8,} decisions, {speed:6,.0f}/s, mean reward at the end {np.mean(won):+.2f}")

    def scores(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return agent.actor(agent.body(torch.from_numpy(observations).float())).numpy()

    player = ScoreAgent(spec=envs.game_spec, scores=scores)
    rate = against(args.game, player, "random", players=args.players, deals=200).rate()
    print(f"won {rate['win_rate']:.0%} of {rate['games']} games against random players")
    return rate["win_rate"]


if __name__ == "__main__":
    main(**vars(tyro.cli(Args)))
