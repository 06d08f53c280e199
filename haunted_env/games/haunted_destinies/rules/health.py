"""Health, wounds, gloom of ghosts (HD-HP, HD-GHOST-13, HD-GHOST-14, HD-FX-14)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, React
from haunted_env.games.haunted_destinies.outcome import opener_falls
from haunted_env.games.haunted_destinies.rules.choices import NO_OR_YES
from haunted_env.games.haunted_destinies.rules.knowledge import discard
from haunted_env.games.haunted_destinies.rules.stack import Task, ask_option, note, pop, push
from haunted_env.games.haunted_destinies.rules.standing import PREVENTS, item_that
from haunted_env.games.haunted_destinies.state import MAX_TOKENS, NONE, rule
from haunted_env.games.haunted_destinies.tables import ITEM_CODE, PREVENT

# Causes of a WOUND frame.
OTHER_CAUSE, ROUND_WOUND = 0, 1

# Flags of a DEATH frame.
REVEALED, CONSUMED = 1, 2


@rule
def change_gloom(game, seat, amount):
    """HD-GHOST-14: a ghost's gloom never falls below 0."""
    before = game.table.own_gloom[seat]
    game.table.own_gloom[seat] = max(0, before + amount)
    note(game, Event.GLOOM, seat, NONE, NONE, NONE, game.table.own_gloom[seat] - before)


@rule
def heal(game, seat, n):
    """HD-HP-2; for a ghost HD-GHOST-13."""
    if game.table.ghost[seat]:
        change_gloom(game, seat, n)
        return
    healed = min(n, game.table.wounds[seat])
    game.table.wounds[seat] -= healed
    game.table.health[seat] += healed
    if healed > 0:
        note(game, Event.HEAL, seat, NONE, NONE, NONE, healed)


@rule
def add_tokens(game, seat, n):
    """HD-HP-3: health side up, at most 12 tokens."""
    if game.table.ghost[seat]:
        change_gloom(game, seat, n)
        return
    added = min(n, MAX_TOKENS - game.table.health[seat] - game.table.wounds[seat])
    game.table.health[seat] += added
    if added > 0:
        note(game, Event.TOKEN, seat, NONE, NONE, NONE, added)


@rule
def wound(game, seat, n, cause):
    """A player takes n wounds from one cause; a ghost loses gloom instead (HD-GHOST-13)."""
    if game.table.ghost[seat]:
        change_gloom(game, seat, -n)
    elif n > 0:
        frame = push(game, Task.WOUND, seat, NONE)
        frame.n = n
        frame.cause = cause


@rule
def discard_item(game, seat, item):
    game.table.items[seat, item] -= 1
    discard(game, ITEM_CODE[item])


@rule
def do_wound(game, frame):
    """seat takes n wounds. HD-FX-14: each `prevent_wound` item may be discarded first."""
    seat = frame.seat
    if frame.phase == 1:
        frame.phase = 2
        if frame.answer == Act.YES:
            item = item_that(game.table, seat, PREVENTS)
            note(game, Event.PREVENT, seat, NONE, NONE, ITEM_CODE[item], NONE)
            discard_item(game, seat, item)
            frame.n = max(0, frame.n - PREVENT[ITEM_CODE[item]])
            frame.phase = 0
    if frame.phase == 0 and frame.n > 0:
        item = item_that(game.table, seat, PREVENTS)
        if item >= 0:
            frame.phase = 1
            ask_option(game, seat, Decision.REACT, NO_OR_YES)
            game.table.react = React.PREVENT_WOUND
            game.table.react_card = ITEM_CODE[item]
            return
    taken = min(frame.n, game.table.health[seat])
    cause = frame.cause
    pop(game)
    if taken == 0:
        return
    game.table.health[seat] -= taken
    game.table.wounds[seat] += taken
    note(game, Event.WOUND, seat, NONE, NONE, NONE, taken)
    if game.table.health[seat] == 0:
        if game.table.ritual and seat == game.table.opener:
            opener_falls(game, seat)
        elif cause != ROUND_WOUND:
            push(game, Task.DEATH, seat, NONE)
