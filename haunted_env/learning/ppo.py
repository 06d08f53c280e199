"""Self-play PPO: sb3-contrib's MaskablePPO with rollouts from every learning seat's decisions.

    model = SelfPlayPPO(preset("quick", players=(4,)))
    model.learn()
    model.save("policy.zip")        # loads as a plain MaskablePPO

What differs from MaskablePPO: all seats of a game learn, so rollouts are streams (`streams.py`); the next rollout is
played by a second thread while one is learnt from; the critic sees hidden roles (`critic.py`); only the decisions with
the largest advantages are learnt from; what plays in the end is a running average of the weights.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from haunted_env import registry
from haunted_env.agents import make_agent
from haunted_env.agents.card import CheckpointError, read_card
from haunted_env.agents.network import choose, pointers_of, read_safetensors
from haunted_env.agents.policy import PolicyAgent
from haunted_env.agents.shelf import checkpoint_folder
from haunted_env.envs import spaces
from haunted_env.envs.sb3 import SeatVecEnv
from haunted_env.learning.beginnings import Beginnings
from haunted_env.learning.config import Config
from haunted_env.learning.critic import Critic, n_secrets, secrets_of
from haunted_env.learning.opponents import LEARNER, Opponents, learning_roles
from haunted_env.learning.policy import PointerNetwork, PointerPolicy, masked
from haunted_env.learning.streams import Decisions, Rollout, Streams
from haunted_env.play.batch import Batch
from haunted_env.play.table import Player, Table
from haunted_env.play.view import View
from haunted_env.spec import GameSpec
from haunted_env.spec.game import COMPACT

ANNEALED_RATE, ANNEALED_ENTROPY = 0.1, 0.25  # what share of a setting is left at the end of a run
VALUE_WEIGHT, MAX_GRADIENT = 0.5, 0.5
MAX_SEED = 2**62


class SelfPlayPPO(MaskablePPO):
    """A learner with its tables: one for every number of players.

    `agent()` and `save()` have the averaged weights, `predict()` the newest ones.
    """

    policy: PointerPolicy

    def __init__(self, config: Config) -> None:
        self.config = config.checked()
        self.game_spec = spec = registry.spec(config.game)
        if spec.features is None:
            raise ValueError(f"game={spec.name}: it has no compact observation to learn from")
        self.roles = learning_roles(spec, config)
        options = games_of(spec, config)
        batches = [
            Batch(spec, max(1, config.games // len(options)), given, observation=COMPACT, threads=1)
            for given in options
        ]
        super().__init__(
            PointerPolicy,
            None,  # type: ignore[arg-type]
            learning_rate=config.learning_rate,
            batch_size=config.batch_size,
            n_steps=2,  # of a buffer that is never used
            gamma=config.gamma,
            ent_coef=config.entropy,
            policy_kwargs={
                "scale": scale_of(batches),
                "width": config.width,
                "pointers": [tuple(pointer) for pointer in pointers_of(spec, COMPACT)],
            },
            seed=config.seed,
            device="cpu",
            _init_setup_model=False,
        )
        self.observation_space, self.action_space = spaces.flat_space(spec, COMPACT), spaces.action_space(spec)
        self.n_envs = 1
        self._setup_model()
        self.set_logger(Logger(None, []))
        if config.start:
            start_from(self.policy.network, Path(config.start), spec)
        self.critic = Critic(config.width, n_secrets(spec))
        self.policy.optimizer.add_param_group({"params": self.critic.parameters()})
        self.averaged = AveragedModel(self.policy.network, multi_avg_fn=get_ema_multi_avg_fn(config.average))
        self.rng = np.random.default_rng(config.seed)
        self.deals = np.random.default_rng((config.seed, 2))
        self.pending: Rollout | None = None  # played, to be learnt from next
        self._sit_down(batches)

    def _sit_down(self, batches: list[Batch]) -> None:
        config, spec = self.config, self.game_spec
        instead = make_agent(config.instead, spec)
        self.opponents = Opponents(spec, config, instead, np.random.default_rng((config.seed, 1)))
        seats = sum(batch.n * batch.n_seats for batch in batches)
        if config.rollout < seats:
            raise ValueError(
                f"rollout={config.rollout}: expected at least a decision for each of {seats} seats; fewer games?"
            )
        n_features = spec.observation_layout(COMPACT).size
        self.decisions = Decisions(
            config.rollout + seats + config.games, n_features, spec.actions.size, n_secrets(spec)
        )
        learnt = None if len(self.roles) == len(spec.roles) else frozenset(self.roles)
        self.tables: list[Table] = []
        self.streams: list[Streams] = []  # the learner at each table
        self.beginnings: list[Beginnings] = []
        for number, batch in enumerate(batches):
            streams = Streams(
                self._decide,
                self.decisions,
                (batch.n, batch.n_seats),
                secrets=partial(secrets_of, batch),
                roles=learnt,
                instead=instead,
                new_games=self._deal,
            )
            seed = config.seed * len(batches) + number
            players: list[Player] = [streams, *self.opponents.agents, instead]
            beginnings = Beginnings(self.opponents, config.begun, len(players) - 1, batch.n)
            self.streams.append(streams)
            self.beginnings.append(beginnings)
            self.tables.append(Table(batch, players, LEARNER, seed, observers=[streams, beginnings]))
        self._network, self._critic = self.policy.network.compiled(), self.critic.compiled()
        for table in self.tables:
            self._deal(table, table.batch.rows)

    # Playing

    def _deal(self, table: Table, rows: np.ndarray) -> None:
        table.deal(rows, self.deals.integers(MAX_SEED, size=len(rows)))
        self.beginnings[self.tables.index(table)].seat(table, rows)

    def _decide(self, view: View, secrets: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        hidden = self._network.hidden(view.observations)
        logits = self._network.logits_of(hidden, view.observations, view.masks)
        return *choose(logits, view.masks, view.generators), self._critic.values(hidden, secrets)

    def collect(self) -> Rollout:
        """Play until there are enough decisions to learn from, with the weights from before the update."""
        wanted = self.config.rollout // len(self.tables)
        for table in self.tables:
            enough = self.decisions.count + wanted
            table.play(until=lambda: self.decisions.count >= enough)  # noqa: B023 - asked before the next table
        config = self.config
        return self.decisions.finish(config.gamma, config.advantage_lambda, config.value_lambda)

    # Learning

    def learn(self, total_timesteps: int | None = None, callback: Any = None) -> "SelfPlayPPO":  # type: ignore[override]
        """Until so many decisions have been learnt from, counted from the beginning."""
        total = self.config.total if total_timesteps is None else total_timesteps
        callback = self._init_callback(callback)
        callback.on_training_start(locals(), globals())
        while self.num_timesteps < total and callback.on_step():
            callback.on_rollout_start()
            self.update()
            callback.on_rollout_end()
        callback.on_training_end()
        return self

    def update(self) -> dict[str, float]:
        """Learn from one rollout while the next is played, so that both cores have something to do: what is learnt from
        was played with the weights of one update before. Returns the losses and other figures."""
        rollout = self.pending or self.collect()
        self._network, self._critic = self.policy.network.compiled(), self.critic.compiled()
        with ThreadPoolExecutor(1) as player:
            following = player.submit(self.collect)
            figures = self.train_on(rollout)
            self.pending = following.result()
        before, every = self.num_timesteps, self.config.snapshot_every
        self.num_timesteps += len(rollout)
        if before // every != self.num_timesteps // every:
            self.opponents.add(self.num_timesteps, self.playing.arrays())
        self.opponents.choose_active()
        return figures

    def train_on(self, rollout: Rollout) -> dict[str, float]:
        """PPO's update, in one pass over the decisions that taught most."""
        config, network, optimizer = self.config, self.policy.network, self.policy.optimizer
        left = max(0.0, 1 - self.num_timesteps / config.total)
        entropy_weight = config.entropy * annealed(left, ANNEALED_ENTROPY)
        for group in optimizer.param_groups:
            group["lr"] = config.learning_rate * annealed(left, ANNEALED_RATE)
        size = np.abs(rollout.advantages)
        chosen = np.flatnonzero(size >= np.quantile(size, 1 - config.keep))
        mean, deviation = rollout.advantages[chosen].mean(), rollout.advantages[chosen].std() + 1e-8
        sums = np.zeros(5)
        batches = list(minibatches(self.rng.permutation(chosen), config.batch_size))
        for part in batches:
            masks = torch.from_numpy(rollout.masks[part])
            logits, values, hidden = network.outputs(torch.from_numpy(rollout.observations[part]), masks)
            judged = self.critic(hidden, torch.from_numpy(rollout.secrets[part]))
            log_probs = masked(logits, masks)
            chosen_log_probs = log_probs.gather(1, torch.from_numpy(rollout.actions[part])[:, None])[:, 0]
            entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
            log_ratio = chosen_log_probs - torch.from_numpy(rollout.log_probs[part])
            ratio = log_ratio.exp()
            advantages = torch.from_numpy((rollout.advantages[part] - mean) / deviation)
            clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
            policy_loss = -torch.min(advantages * ratio, advantages * clipped).mean()
            returns = torch.from_numpy(rollout.returns[part])
            value_loss = (values - returns).pow(2).mean() + (judged - returns).pow(2).mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - entropy_weight * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*network.parameters(), *self.critic.parameters()], MAX_GRADIENT)
            optimizer.step()
            self.averaged.update_parameters(network)
            with torch.no_grad():
                moved = (ratio - 1 - log_ratio).mean(), ((ratio - 1).abs() > config.clip).float().mean()
                sums += [float(one) for one in (policy_loss, value_loss, entropy, *moved)]
        self._n_updates += 1
        names = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction")
        figures = dict(zip(names, (sums / len(batches)).tolist()))
        return {**figures, "explained_variance": explained(rollout.values, rollout.returns)}

    # What has been learnt

    @property
    def playing(self) -> PointerNetwork:
        """The network that plays when it counts: the averaged one."""
        network = self.averaged.module if self.config.average else self.policy.network
        assert isinstance(network, PointerNetwork)
        return network

    def agent(self) -> PolicyAgent:
        """The policy as it is now, as an agent."""
        return PolicyAgent(
            spec=self.game_spec,
            networks=dict.fromkeys(self.roles, self.playing.compiled()),
            instead=self.opponents.instead,
            temperature=self.config.temperature,
        )

    def save(self, path: Any, *_: Any, **__: Any) -> None:
        """A zip that loads as a plain MaskablePPO, with the weights that play."""
        maskable_ppo(self.game_spec, self.playing.arrays()).save(path)

    @classmethod
    def load(cls, path: Any, *_: Any, **__: Any) -> "SelfPlayPPO":  # type: ignore[override]
        raise ValueError(
            f"{path}: load it with sb3_contrib.MaskablePPO.load; a run goes on with haunted-env train --resume"
        )


def maskable_ppo(spec: GameSpec, arrays: dict[str, np.ndarray], kind: str = COMPACT) -> MaskablePPO:
    """A plain MaskablePPO with the weights of a checkpoint: for `predict`, or to go on with another learner."""
    env = SeatVecEnv(spec, 1, observation=kind)  # for its spaces; a zip does not keep it
    kwargs = {
        "scale": arrays["scale"].tolist(),
        "width": len(arrays["trunk.0.bias"]),
        "pointers": [tuple(pointer) for pointer in pointers_of(spec, kind)],
    }
    model = MaskablePPO(PointerPolicy, env, n_steps=2, policy_kwargs=kwargs, device="cpu")
    assert isinstance(model.policy, PointerPolicy)
    load_arrays(model.policy.network, arrays)
    return model


def load_arrays(network: PointerNetwork, arrays: dict[str, np.ndarray]) -> None:
    """A CheckpointError if they are not those of such a network."""
    known = network.state_dict()
    try:
        network.load_state_dict({name: torch.from_numpy(np.array(arrays[name], np.float32)) for name in known})
    except (KeyError, RuntimeError) as error:
        raise CheckpointError(f"its network has other sizes ({error})") from None


def start_from(network: PointerNetwork, folder: Path, spec: GameSpec) -> None:
    """Take over the weights of a checkpoint."""
    folder = checkpoint_folder(folder)
    card = read_card(folder, spec)
    files = {role.weights for role in card.roles.values()}
    if len(files) != 1 or card.observation != COMPACT:
        raise ValueError(f"start={folder}: expected one network on compact observations for all roles")
    try:
        load_arrays(network, read_safetensors(folder / files.pop()))
    except CheckpointError as error:
        raise CheckpointError(f"start={folder}: set width to its own; {error}") from None


def games_of(spec: GameSpec, config: Config) -> list[dict[str, Any]]:
    """The options of every kind of games to train with, checked; a ValueError says what cannot be played."""
    counted = any(option.name == "players" for option in spec.options)
    if config.players and not counted:
        raise ValueError(f"players: {spec.name} has no such option")
    given = [{**config.options, "players": n} for n in config.players] or [dict(config.options)]
    return [spec.check_options(one) for one in given]


def scale_of(batches: list[Batch], steps: int = 1000, n: int = 64) -> list[float]:
    """One over the largest size of every entry in random games: inputs of about the same size learn together."""
    largest = 1
    for model in batches:
        batch = Batch(model.spec, n, model.options, observation=COMPACT, autoreset=True)
        generators = batch.generators(0)
        batch.deal(np.arange(n))
        for _ in range(steps):
            largest = np.maximum(largest, np.abs(batch.observations.astype(np.int16)).max(axis=0))
            batch.step_random(generators)
    return (1 / np.asarray(largest, np.float64)).tolist()


def minibatches(numbers: np.ndarray, size: int) -> list[np.ndarray]:
    """Parts of about this size, all of the same."""
    return np.array_split(numbers, max(1, round(len(numbers) / size)))


def annealed(left: float, end: float) -> float:
    return end + (1 - end) * left


def explained(values: np.ndarray, returns: np.ndarray) -> float:
    """Share of the variance of the returns that the values explained before the update."""
    variance = returns.var()
    return float(1 - (returns - values).var() / variance) if variance > 0 else 0.0
