"""Read a position, hand-written or written out, into a game record; whatever is wrong is named by its path."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.core.position import Form, Node, PositionError, seeded_words
from haunted_env.games.haunted_destinies import position_forms as w
from haunted_env.games.haunted_destinies.actions import Decision
from haunted_env.games.haunted_destinies.position_cards import Cards
from haunted_env.games.haunted_destinies.position_ledger import Ledgers
from haunted_env.games.haunted_destinies.position_options import checked_game
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.turn import MAIN, START
from haunted_env.games.haunted_destinies.state import (
    CENTRE,
    MAX_TOKENS,
    N_CLAIMS,
    N_EVENTS,
    N_FORCED,
    N_FRAMES,
    N_HAND,
    N_LANES,
    NONE,
    START_HEALTH,
)
from haunted_env.games.haunted_destinies.tables import CEMETERY, CONTENT_HASH, OPENER

GAME = "haunted_destinies"
MAX_GLOOM = 32767
PHASES = {"ROLL": START, "MAIN": MAIN}


def from_position(position: dict[str, Any]) -> np.ndarray:
    """An array of one game. Where a decision is still to be asked, `decider` is NONE: run the engine (RESUME)."""
    return Reader(Node(position)).read()


class Reader:
    """Reads part after part of a position; `self.top` are its entries."""

    def __init__(self, node: Node) -> None:
        self.top = node.table(w.KEYS)
        self.array = self._blank()
        self.game = self.array[0]
        self.table, self.secret = self.game["table"], self.game["secret"]
        self.n_seats = int(self.table["n_seats"])
        self.forms = w.forms(self.n_seats)
        self.cards = Cards(self.game, self.n_seats)
        self.written = "stack" in self.top

    def read(self) -> np.ndarray:
        self.forms.top.read(self.top, self.table)
        self.seed()
        self.board()
        self.seats()
        for key, part in (
            ("persistent", self.cards.persistent),
            ("discards", self.cards.discards),
            ("lanes", self.cards.lanes),
            ("dice", self.dice("light", "dark")),
            ("move_dice", self.dice("move_light", "move_dark")),
            ("roles", self.roles),
            ("force", self.force),
        ):
            if key in self.top:
                part(self.top[key])
        self.cards.decks(self.top.get("decks", Node({}, "decks")))
        self.cards.gone(self.top.get("gone"))
        self.opener()
        self.used()
        self.forms.context.read(self.entries("context", self.forms.context.keys), self.table)
        self.memory("claims", self.forms.claim, N_CLAIMS)
        self.memory("events", self.forms.event, N_EVENTS)
        Ledgers(self.game, self.n_seats).read(self.top.get("ledger"))
        self.work()
        self.asked()
        return self.array

    def entries(self, key: str, known: list[str] | None) -> dict[str, Node]:
        """The entries of a table that may be missing."""
        return self.top[key].table(known) if key in self.top else {}

    def _blank(self) -> np.ndarray:
        """A game with the options in place, and nothing else."""
        if "game" in self.top and self.top["game"].text() != GAME:
            self.top["game"].fail(f'this is a position of another game, not of "{GAME}"')
        if "content" in self.top and self.top["content"].text() != CONTENT_HASH:
            self.top["content"].fail("the position was written with other cards and tiles (another content file)")
        options = {name: node.value for name, node in self.entries("options", None).items()}
        seats = len(self.top["seats"].items()) if "seats" in self.top else 0
        if "players" not in options and seats >= 3:
            options["players"] = seats
        try:
            game = checked_game(options)
        except ValueError as error:
            raise PositionError("options", str(error)) from error
        for path, value in w.BLANKS.items():
            *parts, last = path.split(".")
            field = game
            for part in parts:
                field = field[part]
            field[last] = value
        return game

    def seed(self) -> None:
        seed = self.top["seed"].whole(-(2**63), 2**63 - 1) if "seed" in self.top else 0
        self.secret["seed"] = seed
        self.secret["rng"] = seeded_words(seed)
        if "rng" in self.top:
            words = [item.whole(0, 2**32 - 1) for item in self.top["rng"].items(exactly=4)]
            if not any(words):
                self.top["rng"].fail("four zeros would stay zero for ever")
            self.secret["rng"] = words

    def board(self) -> None:
        table = self.table
        found: dict[int, str] = {}
        for name, node in self.entries("board", None).items():
            cell, tile = w.CELL.read(Node(name, node.path)), w.TILE.read(node)
            if tile in found:
                node.fail(f'tile "{node.value}" is at {found[tile]} already')
            if (tile == CEMETERY) != (cell == CENTRE):
                node.fail("the Cemetery lies at 4,4, and nothing else does (HD-SETUP-9)")
            found[tile] = name
            table["tile"][cell] = tile
        table["tile"][CENTRE] = CEMETERY
        for name, node in self.entries("gloom", None).items():
            cell = w.CELL.read(Node(name, node.path))
            table["gloom"][cell] = node.whole(0, MAX_GLOOM)
            if table["tile"][cell] == NONE:
                node.fail("there is no tile at this cell (HD-INV-7)")

    def seats(self) -> None:
        given = self.top["seats"].items(most=self.n_seats) if "seats" in self.top else []
        for seat in range(self.n_seats):
            node = given[seat] if seat < len(given) else Node({}, f"seats[{seat}]")
            entry = node.table(w.SEAT_KEYS)
            self.pawn(entry.get("pawn"), seat)
            if "ghost" in entry and entry["ghost"].flag():
                self.ghost(entry, seat)
                continue
            if "gloom" in entry:
                entry["gloom"].fail("only a ghost has gloom of its own (HD-INV-4)")
            self.health(entry.get("health"), seat)
            for key, part in (("pile", self.cards.pile), ("up", self.cards.up), ("items", self.cards.items)):
                if key in entry:
                    part(entry[key], seat)
            self.cards.grey(entry.get("grey"), seat)
            if "hand" in entry:
                self.hand(entry["hand"], seat)
            if "gloom_to_place" in entry:
                self.table["gloom_to_place"][seat] = entry["gloom_to_place"].whole(0, 4)

    def pawn(self, node: Node | None, seat: int) -> None:
        cell = CENTRE if node is None else w.PAWN.read(node)
        if node is not None and cell == NONE and not self.table["in_setup"]:
            node.fail("every pawn is on a tile once the setup is over (HD-INV-7)")
        if node is not None and cell != NONE and self.table["tile"][cell] == NONE:
            node.fail("there is no tile at this cell (HD-INV-7)")
        self.table["pawn"][seat] = cell

    def ghost(self, entry: dict[str, Node], seat: int) -> None:
        for key in set(entry) - {"ghost", "gloom", "pawn"}:
            if entry[key].value:
                entry[key].fail("a ghost has neither tokens nor cards (HD-INV-4)")
        self.table["ghost"][seat] = 1
        self.table["own_gloom"][seat] = entry["gloom"].whole(0, MAX_GLOOM) if "gloom" in entry else 0

    def health(self, node: Node | None, seat: int) -> None:
        health = tokens = START_HEALTH
        if node is not None and isinstance(node.value, str):
            found = re.fullmatch(r"(\d{1,2})/(\d{1,2})", node.value)
            if not found:
                node.fail('expected health of tokens, such as "3/5"')
            health, tokens = int(found[1]), int(found[2])
        elif node is not None:
            health = node.whole(0, MAX_TOKENS)
            tokens = max(health, START_HEALTH)
        fallen = self.written or bool(self.table["over"])  # during DECLARE the fallen player has none
        if node is not None and not (0 if fallen else 1) <= health <= tokens <= MAX_TOKENS:
            node.fail(f"a living player has 1 to {MAX_TOKENS} tokens, at least one of them health (HD-INV-3)")
        self.table["health"][seat], self.table["wounds"][seat] = health, tokens - health

    def hand(self, node: Node, seat: int) -> None:
        for i, item in enumerate(node.items(exactly=N_HAND)):
            tile = w.HAND.read(item)
            if tile == CEMETERY:
                item.fail("the Cemetery is in nobody's hand (HD-SETUP-8)")
            if tile != NONE and (tile in self.table["tile"] or tile in self.game["ledger"]["hand"][: self.n_seats]):
                item.fail(f'tile "{item.value}" is on the board or in a hand already')
            self.game["ledger"][seat]["hand"][i] = tile

    def dice(self, light: str, dark: str) -> Callable[[Node], None]:
        def read(node: Node) -> None:
            self.table[light], self.table[dark] = (item.whole(0, 6) for item in node.items(exactly=2))

        return read

    def roles(self, node: Node) -> None:
        for seat, item in enumerate(node.items(exactly=self.n_seats)):
            self.secret["role"][seat] = w.ROLE.read(item)

    def opener(self) -> None:
        """HD-INV-1, and after a ritual HD-INV-12."""
        holder = self.cards.opener_seat()
        if self.table["ghost"][holder] and not self.table["over"]:
            raise PositionError(self.cards.places[OPENER][0], "the Opener card is with a living player (HD-INV-1)")
        if not self.table["ritual"]:
            if "opener" in self.top:
                self.top["opener"].fail("nobody is known to be the Opener before a ritual; set ritual = true")
            return
        if self.table["up_at"][OPENER] == NONE:
            self.top["ritual"].fail("after the ritual the Opener card lies face up (HD-OPEN-7), in the up of a seat")
        if "opener" in self.top and self.top["opener"].whole(0, self.n_seats - 1) != holder:
            self.top["opener"].fail(f"the Opener card lies at seat {holder}")
        self.table["opener"] = holder

    def used(self) -> None:
        entry = self.entries("used", [*self.forms.used.keys, "powers", "rerolls"])
        self.forms.used.read(entry, self.table)
        for key, psyche, item_field in (
            ("powers", "power_used", "item_power_used"),
            ("rerolls", "reroll_used", "item_reroll_used"),
        ):
            for item in entry[key].items() if key in entry else ():
                if item.value in w.ITEM.numbers:
                    self.table[item_field][w.ITEM.read(item)] = 1
                else:
                    self.table[psyche][w.PSYCHE.read(item)] = 1

    def memory(self, key: str, form: Form, room: int) -> None:
        """Claims or events: the last ones, oldest first, in a ring."""
        given = self.top[key].items(most=room) if key in self.top else []
        total = self.top[f"n_{key}"].whole(0, 2**31 - 1) if f"n_{key}" in self.top else len(given)
        if len(given) != min(total, room):
            self.top[f"n_{key}"].fail(f"of {total} {key} the last {min(total, room)} are kept, found {len(given)}")
        self.table[f"n_{key}"] = total
        for number, item in zip(w.kept(total, room), given):
            target = self.table[key][number % room]
            if key == "events":
                self.event(item, target)
            else:
                form.read(item.table(form.keys), target)

    def event(self, item: Node, target: np.void) -> None:
        entry = item.table()
        if "kind" not in entry:
            item.fail("missing key: kind")
        form = self.forms.event_of(w.EVENT.read(entry["kind"]))
        form.read(item.table(form.keys), target)

    def work(self) -> None:
        """The stack of unfinished work; a hand-written position has the turn alone."""
        if not self.written:
            phase = START
            if "decision" in self.top:
                word = self.top["decision"]
                if word.text() not in PHASES:
                    word.fail(f"expected {' or '.join(PHASES)}; other decisions are reached by playing")
                phase = PHASES[word.value]
            turn = {"task": "TURN", "phase": int(phase), "seat": int(self.table["active"])}
            frames = [Node(turn, "stack[0]")]
        else:
            if "decision" in self.top:
                self.top["decision"].fail("the stack says what is asked; leave out one of the two")
            frames = self.top["stack"].items(most=N_FRAMES - 1)
        for i, item in enumerate(frames):
            entry = item.table(self.forms.frame.keys)
            if "task" not in entry:
                item.fail("missing key: task")
            frame = self.secret["stack"][i]
            self.forms.frame_of(w.TASK.read(entry["task"])).read(entry, frame)
            if frame["source"] >= i:
                entry["source"].fail("a frame belongs to one further down the stack")
            if frame["task"] == Task.INSERT and not self.is_on_its_way(int(frame["n"])):
                item.fail("there is no card on its way in this lane (n)")
        self.secret["depth"] = len(frames)

    def is_on_its_way(self, lane: int) -> bool:
        return 0 <= lane < N_LANES and self.secret["lane_card"][lane] != NONE

    def asked(self) -> None:
        """The decision being asked; without one the engine asks by itself when it is run."""
        self.table["decider"] = NONE
        if "asked" not in self.top:
            return
        node = self.top["asked"]
        if not self.written or self.table["over"]:
            node.fail("needs a stack of unfinished work and a game that is not over; leave it out")
        entry = node.table(["seat", *self.forms.asked.keys])
        for key in ("seat", "decision"):
            if key not in entry:
                node.fail(f"missing key: {key}")
        seat = entry["seat"].whole(0, self.n_seats - 1)
        ledger = self.game["ledger"][seat]
        self.forms.asked.read(entry, ledger)
        if ledger["decision"] == Decision.NONE:
            entry["decision"].fail("expected a decision")
        self.table["decider"] = seat
        self.table["label"] = w.label_of(int(ledger["decision"]))

    def force(self, node: Node) -> None:
        """Chance to come, used up in order."""
        entry = node.table(("dice", "picks", "shuffles"))
        for key, low, high in (("dice", 1, 6), ("picks", 0, 127)):
            if key in entry:
                numbers = [item.whole(low, high) for item in entry[key].items(most=N_FORCED)]
                self.secret[f"forced_{key}"][: len(numbers)] = numbers
                self.secret[f"n_forced_{key}"] = len(numbers)
        runs: list[int] = []
        for shuffle in entry["shuffles"].items() if "shuffles" in entry else ():
            codes = [w.CARD.read(item) for item in shuffle.items()]
            runs += [len(codes), *codes]
            if len(runs) > len(self.secret["forced_shuffle"]):
                shuffle.fail(f"at most {len(self.secret['forced_shuffle'])} cards and shuffles together")
        self.secret["forced_shuffle"][: len(runs)] = runs
        self.secret["n_forced_shuffle"] = len(runs)
