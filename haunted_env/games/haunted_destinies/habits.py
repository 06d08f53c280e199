"""Habits that can be tried (`core/habits.py`): occasions, circumstances and deeds.

All of them are worked out of the table and the deciding seat's own ledger, as the hand-written player's choices are.
"""

from enum import IntEnum

import numpy as np
from numba import int64

from haunted_env.core.jit import make_rule
from haunted_env.games.haunted_destinies.actions import ACTIONS, N_ACTIONS, N_DECISIONS, Act, Decision, Role
from haunted_env.games.haunted_destinies.heuristic.fighting import choose_continue, choose_declaration
from haunted_env.games.haunted_destinies.heuristic.judging import ACCUSES, IS, N_GUESS, judge, n_living, opener_known
from haunted_env.games.haunted_destinies.heuristic.paths import COST, FAR, FIRST, N_REACH, find_ways
from haunted_env.games.haunted_destinies.heuristic.rolls import TYPES, strength
from haunted_env.games.haunted_destinies.insight.suspects import FEW_SCATTERED, HEAP, MORE_SCATTERED
from haunted_env.games.haunted_destinies.state import CELLS, MAX_PILE, MAX_SEATS, N_CLAIMS, N_PERSIST, NONE
from haunted_env.games.haunted_destinies.tables import CEMETERY, WIN_COND, Cond
from haunted_env.spec import Habits

rule = make_rule({**TYPES, "conditions": int64[::1]})

# Occasions: role, decision, whether there was a ritual, whether there are strangers, and the kind of the advised action
# (all steps are of one kind).
KINDS = [block.name for block in ACTIONS.blocks if block.name not in ("MOVE_E", "MOVE_S", "MOVE_W")]
KIND_OF = np.array([KINDS.index("MOVE_N" if name.startswith("MOVE_") else name) for name in (
    ACTIONS.find(action)[0].name for action in range(N_ACTIONS)
)], np.int64)  # fmt: skip
N_KINDS = len(KINDS)
INVESTIGATOR, GHOST, OPENER = int(Role.INVESTIGATOR), int(Role.GHOST), int(Role.OPENER)
SLOT, INSERT = int(Act.SLOT), int(Act.INSERT)
N_OCCASIONS = len(Role) * N_DECISIONS * 2 * 2 * N_KINDS

FIRST_DEED = 256


class Deed(IntEnum):
    """Other deeds than single actions, whose numbers are the actions': they mean another action each time."""

    WEAKEST = 256  # of the players one may choose
    STRONGEST = 257
    RISEN = 258  # the Opener after a ritual
    GLOOMIEST = 259  # the ghost with most gloom
    MOST_SUSPECT = 260
    LEAST_SUSPECT = 261
    NEXT = 262
    LARGEST_PILE = 263
    SMALLEST_PILE = 264
    TOP_SLOT = 265
    BOTTOM_SLOT = 266
    TOP_INSERT = 267
    BOTTOM_INSERT = 268
    TO_NEAREST = 269  # a step on the way to the nearest living player ...
    TO_WEAKEST = 270
    TO_RISEN = 271
    TO_MOST_SUSPECT = 272
    TO_LARGEST_PILE = 273
    TO_CEMETERY = 274
    UNTOLD = 275  # what the hand-written player would do if nobody had claimed anything


SEATS = [deed for deed in Deed if Deed.WEAKEST <= deed <= Deed.SMALLEST_PILE]
STEPS = [deed for deed in Deed if Deed.TO_NEAREST <= deed <= Deed.TO_CEMETERY]
TALK = ("TALK", "ACCUSE", "CLEAR", "HOLDS", "NOT_HOLDS")  # who says little is no stranger to its own kind


class Circumstance(IntEnum):
    ALWAYS = 0
    KNOWN = 1  # who the Opener is: unknown, oneself, somebody else
    LIVING = 2  # players: four or more, three, two
    STRENGTH = 3  # one's own health; a ghost's gloom
    LEAD = 4  # over the other side of what is under way, or the weakest living player here
    ROUNDS = 5  # played so far
    AIMS = 6  # ghost win conditions in play: none, one, more
    COMPANY = 7  # nobody here, a ghost, a living player, the risen Opener
    PREY = 8  # strength of the other side, or of the weakest living player here
    OWN_CHANCE = 9  # of being the Opener
    THEIR_CHANCE = 10  # of the other side, or of the most suspect player here
    PLAYERS = 11  # in the game
    ODDS = 12  # how much likelier oneself is the Opener than the other side, or than the most suspect player here


VALUES = 4  # of every circumstance but the first


@rule
def occasion(table, ledger, action):
    seat = int(ledger.seat)
    ritual = int(table.ritual != 0)
    role = INVESTIGATOR
    if table.ghost[seat]:
        role = GHOST
    elif ritual and table.opener == seat:
        role = OPENER
    strangers = int(meets_strangers(table, seat))
    return (((role * N_DECISIONS + int(ledger.decision)) * 2 + ritual) * 2 + strangers) * N_KINDS + KIND_OF[action]


@rule
def meets_strangers(table, seat):
    """Whether somebody seems not to be the hand-written player, who heaps gloom in setup, and only ever accuses."""
    for i in range(min(int(table.n_claims), N_CLAIMS)):
        if table.claims[i].kind != ACCUSES and table.claims[i].speaker != seat:
            return True
    turn = int(table.turn)
    if turn >= table.n_seats:
        return False
    scattered = 0
    placed = 0
    for cell in range(CELLS):
        scattered += 0 < table.gloom[cell] < HEAP
        placed += int(table.gloom[cell])
    return placed >= HEAP * table.n_seats and scattered >= FEW_SCATTERED + min(turn, MORE_SCATTERED)


@rule
def step_up(number, first, second, third):
    """0 below `first`, 1 below `second`, 2 below `third`, else 3."""
    return int(number >= first) + int(number >= second) + int(number >= third)


@rule
def other_side(table, seat):
    """Against whom a seat fights, probes or haunts; NONE if nothing of the kind is under way."""
    if table.opponent < 0 or table.actor < 0:
        return NONE
    if table.actor == seat:
        return int(table.opponent)
    return int(table.actor) if table.opponent == seat else NONE


@rule
def circumstances(table, ledger, conditions):
    seat = int(ledger.seat)
    known = opener_known(ledger)
    conditions[Circumstance.ALWAYS] = 0
    conditions[Circumstance.KNOWN] = 0 if known < 0 else 1 if known == seat else 2
    conditions[Circumstance.LIVING] = 3 - step_up(n_living(table), 2, 3, 4)
    own = strength(table, seat)
    conditions[Circumstance.STRENGTH] = step_up(own, 1, 4, 8) if table.ghost[seat] else step_up(own, 2, 3, 5)
    conditions[Circumstance.ROUNDS] = step_up(int(table.turn) // table.n_seats, 5, 10, 18)
    aims = 0
    for design in range(N_PERSIST):
        aims += table.persist[design] > 0 and WIN_COND[design] != Cond.NONE
    conditions[Circumstance.AIMS] = min(aims, 2)
    conditions[Circumstance.PLAYERS] = table.n_seats - 3
    meet(table, ledger, own, conditions)


@rule
def meet(table, ledger, own, conditions):
    """The circumstances that are about those who are here, or about the other side of what is under way."""
    seat = int(ledger.seat)
    guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
    judge(table, ledger, guess)
    company = 0
    weakest = NONE
    chance = -1.0
    for other in range(table.n_seats):
        if other == seat or table.pawn[other] != table.pawn[seat]:
            continue
        if table.ghost[other]:
            company = max(company, 1)
            continue
        company = max(company, 3 if table.ritual and other == table.opener else 2)
        chance = max(chance, guess[IS, other])
        if weakest < 0 or table.health[other] < table.health[weakest]:
            weakest = other
    foe = other_side(table, seat)
    if foe >= 0:
        weakest = foe
        chance = guess[IS, foe]
    conditions[Circumstance.COMPANY] = company
    conditions[Circumstance.LEAD] = 0
    conditions[Circumstance.PREY] = 0
    if weakest >= 0:
        theirs = strength(table, weakest)
        conditions[Circumstance.LEAD] = 1 + step_up(own - theirs, 0, 2, 99)
        conditions[Circumstance.PREY] = 1 + step_up(theirs, 2, 4, 99)
    conditions[Circumstance.OWN_CHANCE] = grade(guess[IS, seat])
    conditions[Circumstance.THEIR_CHANCE] = grade(chance)
    lead = guess[IS, seat] - chance
    conditions[Circumstance.ODDS] = int(lead >= -0.25) + int(lead >= 0.0) + int(lead >= 0.25)


@rule
def grade(chance):
    return int(chance >= 0.1) + int(chance >= 0.33) + int(chance >= 0.9)


@rule
def deed(table, ledger, mask, number):
    """The action that a deed means now; NONE if it means none."""
    if number < FIRST_DEED:
        return number if mask[number] else NONE
    if number <= Deed.SMALLEST_PILE:
        return seat_by(table, ledger, mask, number)
    if number == Deed.TOP_SLOT or number == Deed.BOTTOM_SLOT:
        return end_of(mask, SLOT, number == Deed.BOTTOM_SLOT)
    if number == Deed.TOP_INSERT or number == Deed.BOTTOM_INSERT:
        return end_of(mask, INSERT, number == Deed.BOTTOM_INSERT)
    if number == Deed.UNTOLD:
        return untold(table, ledger)
    return step_towards(table, ledger, mask, number)


@rule
def end_of(mask, block, bottom):
    found = NONE
    for action in range(block, block + MAX_PILE):
        if mask[action]:
            found = action
            if not bottom:
                break
    return found


@rule
def seat_by(table, ledger, mask, number):
    """The player, of those one may choose, of whom there is most of something."""
    best = NONE
    top = -1e9
    guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
    if number == Deed.MOST_SUSPECT or number == Deed.LEAST_SUSPECT:
        judge(table, ledger, guess)
    for other in range(table.n_seats):
        if not mask[Act.SEAT + other]:
            continue
        worth = 0.0
        if number == Deed.WEAKEST:
            worth = -float(table.health[other]) - (50.0 if table.ghost[other] else 0.0)
        elif number == Deed.STRONGEST:
            worth = float(table.health[other])
        elif number == Deed.RISEN:
            worth = 1.0 if table.ritual and other == table.opener else -1e10
        elif number == Deed.GLOOMIEST:
            worth = float(table.own_gloom[other]) if table.ghost[other] else -1e10
        elif number == Deed.LARGEST_PILE:
            worth = float(table.pile_size[other])
        elif number == Deed.SMALLEST_PILE:
            worth = -float(table.pile_size[other])
        elif number == Deed.NEXT:
            worth = -float((other - ledger.seat + table.n_seats) % table.n_seats)
        else:
            worth = guess[IS, other] if number == Deed.MOST_SUSPECT else -guess[IS, other]
        if worth > top:
            top = worth
            best = other
    return Act.SEAT + best if best >= 0 else NONE


@rule
def step_towards(table, ledger, mask, number):
    """The first step of the cheapest way to a living player, or to the Cemetery."""
    seat = int(ledger.seat)
    if table.mp <= 0:
        return NONE
    reach = np.empty((N_REACH, CELLS), np.int64)
    find_ways(table, seat, reach)
    goal = NONE
    if number == Deed.TO_CEMETERY:
        for cell in range(CELLS):
            if table.tile[cell] == CEMETERY:
                goal = cell
    else:
        goal = cell_of_player(table, ledger, number, reach)
    if goal < 0 or goal == table.pawn[seat] or reach[COST, goal] >= FAR:
        return NONE
    step = int(Act.MOVE_N + reach[FIRST, goal])
    return step if mask[step] else NONE


@rule
def cell_of_player(table, ledger, number, reach):
    goal = NONE
    least = 1e9
    guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
    if number == Deed.TO_MOST_SUSPECT:
        judge(table, ledger, guess)
    for other in range(table.n_seats):
        cell = int(table.pawn[other])
        if other == ledger.seat or table.ghost[other] or reach[COST, cell] >= FAR:
            continue
        if number == Deed.TO_RISEN and not (table.ritual and other == table.opener):
            continue
        cost = float(reach[COST, cell])
        if number == Deed.TO_WEAKEST:
            cost = 0.01 * cost + table.health[other]
        elif number == Deed.TO_LARGEST_PILE:
            cost = 0.01 * cost - table.pile_size[other]
        elif number == Deed.TO_MOST_SUSPECT:
            cost = 1e-4 * cost - guess[IS, other]
        if cost < least:
            least = cost
            goal = cell
    return goal


@rule
def untold(table, ledger):
    """DECLARE or CONTINUE as if nobody had claimed anything."""
    guess = np.empty((N_GUESS, MAX_SEATS), np.float64)
    n_claims = table.n_claims
    table.n_claims = 0
    judge(table, ledger, guess)
    table.n_claims = n_claims
    if ledger.decision == Decision.DECLARE:
        return choose_declaration(table, ledger, guess)
    return choose_continue(table, ledger, guess)


def deeds(number: int) -> list[int]:
    """What may be tried when an action of this occasion's kind is advised."""
    kind = KINDS[number % N_KINDS]
    if kind == "SEAT":
        return [*SEATS, Act.PASS]
    if kind == "SLOT":
        return [Deed.TOP_SLOT, Deed.BOTTOM_SLOT]
    if kind == "INSERT":
        return [Deed.TOP_INSERT, Deed.BOTTOM_INSERT]
    if kind == "AMOUNT":
        return [Act.AMOUNT, Act.AMOUNT + 1, Act.AMOUNT + 2]
    if kind in ("TILE", "PSYCHE", "ITEM", "PERSIST", "CELL"):
        return [Act.PASS]
    single = [name for name in KINDS[: KINDS.index("AMOUNT")] if name not in (kind, "MOVE_N", *TALK)]
    found = [*(ACTIONS.first[name] for name in single), *STEPS]
    if Decision(number // N_KINDS // 2 // 2 % N_DECISIONS) in (Decision.DECLARE, Decision.CONTINUE):
        found.append(Deed.UNTOLD)
    return found


def late(number: int) -> bool:
    """Ghosts and risen Openers do not become investigators again."""
    return number // N_KINDS // 2 // 2 // N_DECISIONS != INVESTIGATOR


def strange(number: int) -> bool:
    return number // N_KINDS % 2 == 1


def describe(number: int, what: int, circumstance: int, value: int) -> str:
    """A habit in words."""
    rest, kind = divmod(number, N_KINDS)
    rest, strangers = divmod(rest, 2)
    rest, ritual = divmod(rest, 2)
    role, decision = divmod(rest, N_DECISIONS)
    name = Deed(what).name if what >= FIRST_DEED else ACTIONS.find(what)[0].name
    when = "" if circumstance == Circumstance.ALWAYS else f" if {Circumstance(circumstance).name} is {value}"
    who = f"{Role(role).name.lower()}{' after a ritual' if ritual else ''}{' among strangers' if strangers else ''}"
    return f"{who}, {Decision(decision).name}: {name} for {KINDS[kind]}{when}"


HABITS = Habits(N_OCCASIONS, deeds, (1, *[VALUES] * (len(Circumstance) - 1)), late, strange, describe)
