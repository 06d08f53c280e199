"""A traveller who has read the scenario: follows one path of a destiny through its safe options, then its finale.

No good player, but an honest proof: the moves are legal, the dice are rolled.
"""

import itertools
from collections import Counter

import numpy as np

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.actions import Act, Node
from haunted_env.games.destinies.data import MAX_XP, N_HOSTED
from haunted_env.games.destinies.scenario.guide import before
from haunted_env.games.destinies.scenario.reach import granted, safe_options
from haunted_env.games.destinies.scenario.schema import Step
from haunted_env.games.destinies.scenario.ways import lasting, neighbours
from haunted_env.games.destinies.words.names import World
from haunted_env.play.batch import Batch

PAIRS = Counter(a + b for a, b in itertools.product(range(1, 7), repeat=2))
LOWEST = 1  # a marker on the lowest space of a track, as bits
REST_UNTIL = 3  # effort dice wanted before a finale


def reached(space: int) -> float:
    """The chance that two dice reach a space."""
    return sum(n for total, n in PAIRS.items() if total >= space) / 36


class Guide:
    """Plays seat 0 alone along path A (0) or B (1); the seasoned have a marker more per skill, and experience."""

    def __init__(self, path: int, seed: int, seasoned: bool = False, **options) -> None:
        self.batch = Batch(SPEC, 1, {"players": 1, **options}, relative_seats=False)
        self.batch.deal(seed)
        if seasoned:
            games = self.batch.games.copy()
            games["table"]["xp"][:, 0] = MAX_XP
            games["table"]["track"][:, 0] |= LOWEST
            self.batch.load(games)
        self.path = path
        self.safe = safe_options(self.world.scenario)
        self.earlier = before(self.world.scenario)
        self.near = neighbours(self.world.scenario, lasting(self.world.scenario))

    @property
    def world(self) -> World:
        return World(self.batch.games[0])

    @property
    def legal(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.batch.masks[0])]

    def play(self) -> bool:
        """Whether the destiny is fulfilled along the path."""
        while not self.batch.games["table"]["over"][0]:
            self.batch.step([self.choose()])
        table = self.batch.games["table"][0]
        mine = self.world.paths(0)[self.path].finale
        return bool(table["winner"] == 0) and self.world.scenario.finales[int(table["finale"][0])].id == mine

    @property
    def day(self) -> int:
        return int(self.batch.games["table"]["day"][0])

    def choose(self) -> int:
        world, legal = self.world, self.legal
        if Act.SPEND_XP in legal:
            return int(Act.SPEND_XP)
        answers = {
            Node.MOVE: self.move,
            Node.VISIT: self.visit,
            Node.OPTIONS: self.option,
            Node.CHOICE: self.entry,
            Node.STAGE: self.stage,
            Node.STEP_GAIN: self.gain,
            Node.STEP_LOSS: self.loss,
            Node.TEST_PRE: lambda: max(a for a in legal if a >= Act.EFFORT),
        }
        answer = answers.get(Node(world.node))
        return int(answer()) if answer else legal[0]

    def goal(self) -> int:
        """The place to go to: of the next step, or of the finale."""
        world, todo = self.world, self.todo()
        finale = next(row.poi for row in world.scenario.finales if row.id == world.paths(0)[self.path].finale)
        wanted = todo[0].where if todo else finale
        return next(poi.slot for poi in world.scenario.pois if poi.id == wanted)

    def todo(self) -> list[Step]:
        """The steps that may be done now; none once the path is complete."""
        ledger, path = self.world.whole["ledger"][0], self.world.paths(0)[self.path]
        if ledger["complete"][self.path]:
            return []
        done = {step.id for i, step in enumerate(path.steps) if int(ledger["done"][self.path]) >> i & 1}
        return [step for step in path.steps if step.id not in done and done.issuperset(step.after)]

    def move(self) -> int:
        tiles = self.world.scenario.tiles
        goal = self.goal()
        seen, poi = self.world.tile_of(goal), self.world.scenario.pois[goal]
        target = tiles[seen] if seen >= 0 else next(tile for tile in tiles if tile.id == poi.tile)
        far = self.far(target.id)
        return min((a for a in self.legal if Act.TILE <= a < Act.POI), key=lambda a: far[tiles[a - Act.TILE].id])

    def far(self, target: str) -> dict[str, int]:
        """By tile, the steps to one of them over ways that are always open."""
        found, edge = {target: 0}, [target]
        for tile in edge:  # grows on the way
            for other in sorted(self.near[tile] - set(found)):
                found[other] = found[tile] + 1
                edge.append(other)
        return found

    def visit(self) -> int:
        wanted = Act.POI + self.goal()
        return wanted if wanted in self.legal else int(Act.DONE)

    def option(self) -> int:
        world = self.world
        finale = Act.OPTION + N_HOSTED + self.path
        if finale in self.legal:
            return finale if world.table["effort"][0] >= REST_UNTIL else int(Act.DONE)
        for action in self.legal:
            option = world.slot_option(action - Act.OPTION) if Act.OPTION <= action < Act.OPTION + N_HOSTED else None
            if option in self.safe and granted(option) & self.needed():
                return action
        return int(Act.DONE)

    def needed(self) -> set[str]:
        asked = {condition.words[0] for step in self.todo() for condition in step.need}
        return asked.union(*(self.earlier[flag] for flag in asked)) - set(self.world.flags(0))

    def entry(self) -> int:
        choices = self.world.option(int(self.world.table["option"])).choices
        wanted = [
            action
            for action in self.legal
            if any(e.verb == "pflag" and e.words[0] in self.needed() for e in choices[action - Act.CHOICE].effects)
        ]
        return (wanted or self.legal)[0]

    def stage(self) -> int:
        """An option that just works, else the test with the best skill."""
        world = self.world
        options = {a: world.slot_option(a - Act.OPTION) for a in self.legal if Act.OPTION <= a < Act.CHOICE}
        sure = [action for action, option in options.items() if option.kind == "interaction"]
        tests = [action for action, option in options.items() if option.kind == "test"]
        return sure[0] if sure else max(tests, key=lambda a: self.skill(options[a].skill))

    def skill(self, name: str) -> float:
        return sum(reached(space) for space in self.world.markers(0, ("int", "dex", "pow").index(name)))

    def steps(self, sign: int) -> dict[int, float]:
        """Per legal step, what it changes."""
        found = {}
        for action in self.legal:
            track, k = divmod(action - Act.STEP, 4)
            if 0 <= track < 3:
                space = self.world.markers(0, track)[k]
                found[action] = reached(space - sign) - reached(space)
        return found

    def gain(self) -> int:
        steps = self.steps(1)
        return max(steps, key=lambda a: steps[a])

    def loss(self) -> int:
        steps = self.steps(-1)
        return max(steps, key=lambda a: steps[a])
