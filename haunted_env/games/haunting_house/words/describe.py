"""Actions, decisions and results in words (HH-DEC-1, HH-DEC-2)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from haunted_env.games.haunting_house.actions import ACTIONS, Decision, End
from haunted_env.games.haunting_house.state import ENTRANCE
from haunted_env.games.haunting_house.tables import AMOUNT, CARDS, N_SLOTS, RING_SIDE
from haunted_env.games.haunting_house.words import names
from haunted_env.games.haunting_house.words.chronicle import ENDS
from haunted_env.spec.phrases import listed, player, record, sentence

ROLES = ("player",)

QUESTIONS = {
    Decision.PROGRAM_1: "Choose your first card of four for this Chosen Round; nobody sees it before it is turned up.",
    Decision.PROGRAM_2: "Your program so far: {program}. Choose your second card.",
    Decision.PROGRAM_3: "Your program so far: {program}. Choose your third card.",
    Decision.PROGRAM_4: "Your program so far: {program}. Choose your last card.",
    Decision.STEP: "{card}: your pawn is on {here}. {which_step}",
    Decision.PASSAGE: "{card}: through which wall does your pawn slip from {here}?",
    Decision.SWITCH_PAWN: "{card}: with whom does your pawn on {here} change places?",
    Decision.ROT90_TILE: "{card}: which unoccupied tile do you turn by a quarter?",
    Decision.ROT90_DIR: "{card}: which way do you turn the tile at {chosen} ({tile})?",
    Decision.ROT180_TILE: "{card}: which unoccupied tile do you turn by a half?",
    Decision.SWAP_FIRST: "{card}: which unoccupied tile do you exchange with a tile that touches it?",
    Decision.SWAP_SECOND: "{card}: with which tile do you exchange the one at {chosen} ({tile})?",
    Decision.TRAP_TARGET: "{card}: to which of the nearest trap doors does your pawn on {here} drop?",
    Decision.EXIT_DIR: "{card}: which way does the exit move? It lies {exit}.",
}
STEPS = {1: "Take a step.", 2: "Take the second step."}


class Scene:
    """The table and the ledger of the deciding seat: everything that may be spoken of."""

    def __init__(self, whole: Any) -> None:
        self.table = whole["table"]
        self.seat = int(self.table["decider"])
        self.ledger = whole["ledger"][self.seat]
        self.decision = Decision(int(self.table["decision"]))
        self.chosen = int(self.table["chosen"])

    def question(self) -> str:
        table = self.table
        step = int(table["step"])
        two = step == 1 and AMOUNT[table["card"]] == 2
        said = {
            "program": listed([names.card(int(card)) for card in self.ledger["program"] if card >= 0]),
            "card": names.card(int(table["card"])),
            "here": names.place(int(table["pawn"][self.seat])),
            "which_step": "Take the first of two steps." if two else STEPS.get(step, ""),
            "chosen": names.at(self.chosen),
            "tile": names.tile(table, self.chosen) if self.chosen >= 0 else "",
            "exit": names.slot(int(table["exit"])),
        }
        return QUESTIONS[self.decision].format_map(said)


def _card(scene: Scene, card: int) -> str:
    return f"{CARDS[card].name}: {CARDS[card].text}"


def _direction(scene: Scene, direction: int) -> str:
    place = names.next_place(scene.table, scene.seat, direction)
    if scene.table["pawn"][scene.seat] == ENTRANCE and direction != RING_SIDE[scene.table["entrance"]] ^ 2:
        return f"go {names.DIRECTIONS[direction]}"
    verb = "slip through the wall" if scene.decision == Decision.PASSAGE else "step"
    others = [seat for seat in names.pawns_at(scene.table, place) if seat != scene.seat]
    with_whom = f", where {listed([player(seat) for seat in others])} is" if len(others) == 1 else ""
    if len(others) > 1:
        with_whom = f", where {listed([player(seat) for seat in others])} are"
    trap = " (trap door)" if 0 <= place < ENTRANCE and names.is_trap_door(scene.table, place) else ""
    return f"{verb} {names.DIRECTIONS[direction]} to {names.place(place)}{trap}{with_whom}"


TILES = {
    Decision.ROT90_TILE: "turn {tile}",
    Decision.ROT180_TILE: "turn {tile}",
    Decision.SWAP_FIRST: "exchange {tile}",
    Decision.SWAP_SECOND: "with {tile}",
    Decision.TRAP_TARGET: "drop to {cell}",
}


def _tile(scene: Scene, cell: int) -> str:
    said = {"cell": names.at(cell), "tile": f"{names.at(cell)} {names.tile(scene.table, cell)}"}
    return TILES.get(scene.decision, "choose {tile}").format_map(said)


def _clockwise(scene: Scene, by: int) -> str:
    way = "clockwise" if by > 0 else "counter-clockwise"
    if scene.decision == Decision.EXIT_DIR:
        slot = int(scene.table["exit"]) + by
        return f"move the exit {way}, to the {names.slot(slot)}" if 0 <= slot < N_SLOTS else f"move the exit {way}"
    if scene.chosen < 0:
        return way
    sides = [
        names.DIRECTIONS[(side + by) % 4][0].upper()
        for side, is_open in enumerate(names.openings(scene.table, scene.chosen))
        if is_open
    ]
    return f"turn {names.at(scene.chosen)} {way}: it will be open {''.join(sorted(sides, key='NESW'.index))}"


def _pawn(scene: Scene, seat: int) -> str:
    if seat >= scene.table["n_seats"]:
        return f"change places with {player(seat)}"
    return f"change places with {player(seat)} on {names.place(int(scene.table['pawn'][seat]))}"


BLOCKS: dict[str, Callable[[Scene, int], str]] = {
    "CARD": _card,
    "DIR": _direction,
    "TILE": _tile,
    "CW": lambda scene, _: _clockwise(scene, 1),
    "CCW": lambda scene, _: _clockwise(scene, -1),
    "PAWN": _pawn,
}


def describe_action(game: np.ndarray, action: int) -> str:
    """An absolute action in words, for the decision now being taken."""
    whole = record(game)
    block, offset = ACTIONS.find(int(action))
    if whole["table"]["decider"] < 0:
        return block.meaning
    return BLOCKS[block.name](Scene(whole), offset)


def decision_name(game: np.ndarray, seat: int) -> str:
    """The decision being asked; its kind is public (HH-HID-2)."""
    return Decision(int(record(game)["table"]["decision"])).name


def explain_decision(game: np.ndarray, seat: int) -> str:
    """What is being asked and why, in a sentence or two, as that seat may know it."""
    whole = record(game)
    table = whole["table"]
    if table["decider"] < 0:
        end = ENDS.get(End(int(table["reason"])), "")
        return f"The game is over: {end}." if end else "Nothing is being asked."
    if table["decider"] == seat:
        return Scene(whole).question()
    if table["decision"] <= Decision.PROGRAM_4:
        return f"{sentence(player(table['decider']))} is choosing card {int(table['decision'])} of a program."
    return f"{sentence(player(table['decider']))} is resolving {names.card(int(table['card']))}."


def role_of(games: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Everybody has the same role."""
    return np.zeros(len(games), np.int8)


def result(game: np.ndarray) -> dict[str, Any]:
    """Who has won, and why the game is over."""
    table = record(game)["table"]
    winner = int(table["winner"])
    return {
        "winners": [winner] if winner >= 0 else [],
        "reason": End(int(table["reason"])).name.lower(),
        "roles": [ROLES[0]] * int(table["n_seats"]),
    }


def truncated(game: np.ndarray) -> bool:
    """HH-WIN-4."""
    return bool(record(game)["table"]["reason"] == End.MAX_TURNS)
