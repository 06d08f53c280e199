"""Whether unfinished work could arise in play: task by task (`tasks.py`), and together with the table."""

from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.amounts import REVIVAL_PRICE
from haunted_env.games.haunted_destinies.position import lists
from haunted_env.games.haunted_destinies.position.asking import Asked, Stack, fail
from haunted_env.games.haunted_destinies.position.claims import check_word
from haunted_env.games.haunted_destinies.position.tasks import BEGINNINGS, BOTTOM, EFFECT, Waits
from haunted_env.games.haunted_destinies.rules import trade
from haunted_env.games.haunted_destinies.rules.opener import DECLARED
from haunted_env.games.haunted_destinies.rules.picking import SECOND_PICK
from haunted_env.games.haunted_destinies.rules.stack import Task
from haunted_env.games.haunted_destinies.rules.standing import CANCELS, PREVENTS, REACTIONS
from haunted_env.games.haunted_destinies.setup import PAWN_ON
from haunted_env.games.haunted_destinies.state import MAX_PILE, N_HAND, N_ITEMS, NONE, TRADE_WORD
from haunted_env.games.haunted_destinies.tables import (
    DRAW_LIST,
    EFFECT_LIST,
    ITEM_CODE,
    OPS,
    PROBE_LIST,
    TILE_SEARCHABLE,
    Col,
    Op,
)


class Unfinished(Stack):
    """Checks the stack of a game that goes on; `asked` says whether a decision is being asked."""

    def __init__(self, game: Any, asked: bool) -> None:
        super().__init__(game)
        self.asked = asked

    def check(self) -> None:
        if not self.tasks or self.tasks[0] not in BOTTOM:
            fail("stack", f"begins with one of {', '.join(sorted(task.name for task in BOTTOM))}")
        for i in range(len(self.stack) - 1):
            self.waiting(i)
        self.bottom(self.stack[0])
        if self.asked:
            Asked(self.game).check()
        elif len(self.stack) > 1 or self.stack[0]["phase"] not in BEGINNINGS[self.tasks[0]]:
            fail("asked", "missing: unfinished work waits for a decision")
        self.once()
        self.lanes()
        for i, task in enumerate(self.tasks):
            self.frame(i, task)
        check_word(self.game, self.word_of())

    def waiting(self, i: int) -> None:
        (step,) = self.steps(i, Waits, "waits for nothing")
        self.needs(i, step.needs)
        above = self.tasks[i + 1]
        if above not in step.above:
            fail(f"stack[{i + 1}].task", f"{above.name} does not lie upon {self.tasks[i].name} in this phase")

    # Frames and the table

    def frame(self, i: int, task: Task) -> None:
        frame, path = self.stack[i], f"stack[{i}]"
        if frame["seat"] == NONE and task != Task.PLACE_TILES:
            fail(f"{path}.seat", f"missing: {task.name} is somebody's")
        if task in EFFECT:
            self.effect(i)
        elif task == Task.OBEY:
            self.obeying(i)
        elif task == Task.WOUND:
            self.reaction(i, {1: "seat"}, PREVENTS)
        elif task == Task.TRADE:
            self.traded(i)
        elif task == Task.TELL:
            self.meeting(i)
        elif task == Task.CLAIM:
            self.claimed(i)
        elif task == Task.ATTACK:
            for field, who in (("who", "winner"), ("target", "loser")):
                if frame[field] not in (NONE, frame["seat"], frame["other"]):
                    fail(f"{path}.{field}", f"the {who} of a round is one of the two")
        elif task == Task.REMOVE_TILE and (not self.table["ritual"] or frame["seat"] != self.table["opener"]):
            fail(f"{path}.seat", "only the Opener removes tiles, after the ritual (HD-OPEN-14)")
        elif task == Task.REVIVE:
            self.reviving(frame, path)
        elif task == Task.ON_REVEAL and self.table["up_at"][frame["card"]] == NONE and frame["phase"] < 2:
            fail(f"{path}.card", "this card has not been turned up")
        elif task == Task.SWAP and frame["phase"] == SECOND_PICK:
            self.slot(int(frame["seat"]), int(frame["slot"]))
        elif task == Task.DEATH and not self.table["ghost"][frame["seat"]]:
            fail(f"{path}.seat", "who has died is a ghost")
        elif task == Task.DECLARE and self.table["ghost"][frame["seat"]] and frame["phase"] == DECLARED:
            fail(f"{path}.seat", "the living declare (HD-OPEN-3)")
        elif task == Task.MOVE_CARD and frame["phase"] == 2 and not 0 <= frame["n"] <= frame["bits"] <= MAX_PILE:
            fail(f"{path}.n", "the bounds of the grey cards (HD-INFO-18) are in order")

    def obeying(self, i: int) -> None:
        frame = self.stack[i]
        card, effects = int(frame["card"]), (int(frame["pc"]), int(frame["end"]))
        if effects not in [(int(row[card, 0]), int(row[card, 1])) for row in (PROBE_LIST, DRAW_LIST)]:
            fail(f"stack[{i}].pc", "these are not the effects of the card")
        self.reaction(i, {1: "seat", 3: "other"}, CANCELS)

    def reaction(self, i: int, by: dict[int, str], kind: int) -> None:
        """HD-FX-14: who is asked has an item to use."""
        frame = self.stack[i]
        if int(frame["phase"]) in by:
            items = self.table["items"][frame[by[int(frame["phase"])]]]
            if not any(items[item] and REACTIONS[ITEM_CODE[item], kind] for item in range(N_ITEMS)):
                fail(f"stack[{i}].phase", "nobody has an item for this reaction")

    def reviving(self, frame: Any, path: str) -> None:
        """HD-REV-1 to HD-REV-3."""
        if not self.table["revival"]:
            fail(f"{path}.task", 'ghosts are brought back only with revival="on" (HD-REV-1)')
        if self.table["ghost"][frame["seat"]] or self.table["health"][frame["seat"]] <= REVIVAL_PRICE:
            fail(f"{path}.seat", f"needs more than {REVIVAL_PRICE} health to bring somebody back (HD-REV-2)")
        if frame["other"] != NONE and not self.table["ghost"][frame["other"]]:
            fail(f"{path}.other", "only a ghost is brought back (HD-REV-1)")
        most = MAX_PILE + 1 - self.n_seats + int(self.table["ghost"][: self.n_seats].sum())
        if self.table["pile_size"].max() > most:
            fail(path, f"no pile may hold more than {most} cards then (HD-REV-3)")

    def traded(self, i: int) -> None:
        """HD-FREE-8, HD-FREE-9: what is given or asked for is there, with its owner before the answer, after it not."""
        frame, path = self.stack[i], f"stack[{i}]"
        phase, two = int(frame["phase"]), (int(frame["seat"]), int(frame["other"]))
        is_done = phase > trade.REPLY
        between_living = not self.table["ghost"][list(two)].any()
        self.meeting(i)
        if phase >= trade.REPLY and frame["card"] == NONE and frame["slot"] == NONE:
            fail(f"{path}.slot", "a trade of nothing for nothing (HD-FREE-9)")
        for field, owner in zip(("card", "slot"), two[::-1] if is_done else two):
            if not 0 <= frame[field] < N_ITEMS:
                continue
            if not between_living:
                fail(f"{path}.{field}", "items change hands between the living only (HD-FREE-8)")
            if not self.table["items"][owner][frame[field]]:
                fail(f"{path}.{field}", f"seat {owner} has no such item")
        if phase in (trade.GIVE, trade.ASK) and (self.table["pick_pile"] != NONE) != between_living:
            fail("context.pick_pile", "items can be named if both are living (HD-FREE-8)")

    def meeting(self, i: int) -> None:
        """HD-FREE-8, HD-FREE-17: who trades or tells is on one tile with the other."""
        frame, pawn = self.stack[i], self.table["pawn"]
        other = int(frame["other"])
        if other == frame["seat"] or (other != NONE and pawn[other] != pawn[frame["seat"]]):
            fail(f"stack[{i}].other", f"seat {other} is not another player on the tile of seat {frame['seat']}")

    def claimed(self, i: int) -> None:
        """A claim is chosen by who tells it, for who is told; both words of a trade one after the other (HD-FREE-9)."""
        frame, below, path = self.stack[i], self.stack[i - 1], f"stack[{i}]"
        speaker, listener = int(below["seat"]), int(below["other"])
        if self.tasks[i - 1] == Task.TALK:
            listener = NONE
        elif self.tasks[i - 1] == Task.TRADE:
            is_second = below["phase"] == trade.TOLD
            if below["slot" if is_second else "card"] != TRADE_WORD:
                fail(f"stack[{i - 1}].phase", "nobody owes a word now (HD-FREE-9)")
            speaker, listener = (listener, speaker) if is_second else (speaker, listener)
        for field, seat in (("seat", speaker), ("other", listener)):
            if frame[field] != seat:
                fail(f"{path}.{field}", f"expected {seat} ({NONE}: everybody), as the task below has it")

    def word_of(self) -> int | None:
        """Who has chosen a word that waits for the other one (HD-FREE-9)."""
        if len(self.tasks) < 2 or self.tasks[-1] != Task.CLAIM or self.tasks[-2] != Task.TRADE:
            return None
        below = self.stack[-2]
        return int(below["seat"]) if below["phase"] == trade.TOLD and below["card"] == TRADE_WORD else None

    def effect(self, i: int) -> None:
        """An effect belongs to the card, power or marker below it, and goes on where the list below it stands."""
        frame, below, path = self.stack[i], self.stack[i - 1], f"stack[{i}]"
        task, pc = self.tasks[i], int(frame["pc"])
        if self.tasks[i - 1] == Task.EFFECTS:
            source = int(below["source"])
            fits = pc in lists.started_by(int(below["pc"]) - 1, task == Task.EFFECTS) or self.is_cost(i, pc)
        else:
            source = i - 1 if self.tasks[i - 1] == Task.OBEY else NONE
            fits = pc in lists.ops_of(self.tasks[i - 1], below)
        if task == Task.EFFECTS:
            fits = fits and lists.END.get(pc) == frame["end"]
        elif task == Task.CHOICE:
            fits = fits and OPS[pc, Col.OP] == Op.CHOICE
        if not fits:
            fail(f"{path}.pc", "not an effect that the task below carries out")
        if frame["source"] != source:
            fail(f"{path}.source", f"expected {source} ({NONE}: none): the card being obeyed")
        if task == Task.OP and frame["phase"] == 3 and not self.can_do(frame):
            fail(f"{path}.who", "this player cannot do it (HD-FX-5)")

    def is_cost(self, i: int, pc: int) -> bool:
        """A power's cost is paid upon its effects, which are still to come."""
        owner = self.stack[i - 2]
        if self.tasks[i - 2] != Task.POWER or self.stack[i - 1]["pc"] != EFFECT_LIST[owner["card"], 0]:
            return False
        return pc in lists.COST_OPS[int(owner["card"])]

    def can_do(self, frame: Any) -> bool:
        op, who = OPS[int(frame["pc"]), Col.OP], int(frame["who"])
        if op in (Op.SHOW_CARD, Op.SWAP_CARD):
            return bool(self.table["pile_size"][who])
        return op in (Op.LOOK_OTHER, Op.SCAN_BORDERS, Op.TAKE_CARD, Op.STEAL_ITEM)

    def once(self) -> None:
        """Each card is turned up once and each player dies once: this bounds the stack."""
        for task, field in ((Task.ON_REVEAL, "card"), (Task.DEATH, "seat")):
            found = [int(frame[field]) for frame, other in zip(self.stack, self.tasks) if other == task]
            for i, (frame, other) in enumerate(zip(self.stack, self.tasks)):
                if other == task and found.count(int(frame[field])) > 1:
                    fail(f"stack[{i}].{field}", f"two {task.name} of the same {field}")

    def lanes(self) -> None:
        """HD-INFO-24: a card is on its way while its owner is asked for a slot, and the other one of a swap."""
        top, task = self.stack[-1], self.tasks[-1]
        due: dict[int, int] = {}
        if task == Task.INSERT:
            due[int(top["n"])] = int(top["seat"])
            if self.tasks[-2] == Task.SWAP:
                due[1] = int(self.stack[-2]["seat"])
            if self.table["pile_size"][top["seat"]] >= MAX_PILE:
                fail(f"seats[{top['seat']}].pile", f"a pile holds at most {MAX_PILE} cards (HD-COMP-16)")
        elif task == Task.DRAW_SEARCH and self.asked:
            due[0] = int(top["seat"])
        for lane, card in enumerate(self.secret["lane_card"]):
            if (card != NONE) != (lane in due) or self.secret["lane_seat"][lane] != due.get(lane, NONE):
                where = f"seat {due[lane]} inserts a card" if lane in due else "nobody inserts a card"
                fail(f"lanes[{lane}]", f"{where} from there (HD-INFO-24)")

    def bottom(self, frame: Any) -> None:
        """Setup, or the turns (HD-SETUP-11 to HD-SETUP-18)."""
        table, task = self.table, self.tasks[0]
        if bool(table["in_setup"]) != (task != Task.TURN):
            fail("in_setup", f"expected {str(task != Task.TURN).lower()} with {task.name} at the bottom of the stack")
        if task != Task.PLACE_TILES and NONE in table["pawn"][: self.n_seats]:
            fail("seats", "every pawn is on a tile once the tiles are laid (HD-SETUP-14)")
        if task == Task.PLACE_TILES:
            self.placing(int(frame["n"]))
        elif task == Task.TURN and frame["seat"] != table["active"]:
            fail("stack[0].seat", f"expected {table['active']}, whose turn it is")
        elif task == Task.PLACE_GLOOM and frame["phase"] and not table["gloom_to_place"][frame["seat"]]:
            fail(f"seats[{frame['seat']}].gloom_to_place", "has gloom to place (HD-SETUP-16)")
        if task != Task.TURN:
            tiles = np.append(table["tile"], self.ledgers["hand"][: self.n_seats])
            if not TILE_SEARCHABLE[tiles].any():
                fail("board", "there is no searchable tile (HD-SETUP-16)")

    def placing(self, n: int) -> None:
        if not 1 <= n <= N_HAND * self.n_seats:
            fail("stack[0].n", f"expected a whole number from 1 to {N_HAND * self.n_seats}, not {n}")
        for seat in range(self.n_seats):
            after = (seat - int(self.table["holder"])) % self.n_seats  # this seat's turns to place
            placed = len(range(after or self.n_seats, n, self.n_seats))
            hand = int((self.ledgers[seat]["hand"] != NONE).sum())
            if hand != N_HAND - placed:
                fail(f"seats[{seat}].hand", f"expected {N_HAND - placed} tiles by now (HD-SETUP-11)")
            laid = len([m for m in range(1, n) if (m - after) % self.n_seats == 0 and m // self.n_seats == PAWN_ON - 1])
            if laid and self.table["pawn"][seat] == NONE:
                fail(f"seats[{seat}].pawn", "stands on the fourth tile laid (HD-SETUP-14)")
