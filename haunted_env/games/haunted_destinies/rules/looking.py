"""Looking at cards and obeying what is seen (HD-OBEY-1 to HD-OBEY-15, HD-OBEY-24 to HD-OBEY-30)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event, Purpose, React
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.health import add_tokens, discard_item, heal
from haunted_env.games.haunted_destinies.rules.knowledge import (
    all_learn,
    border,
    discard,
    learn,
    see,
    take_out_grey,
    turn_up,
)
from haunted_env.games.haunted_destinies.rules.skipping import is_list_skipped
from haunted_env.games.haunted_destinies.rules.stack import (
    Task,
    ask,
    ask_option,
    ask_seat,
    ghost_seats,
    living_seats,
    note,
    pop,
    push,
)
from haunted_env.games.haunted_destinies.rules.standing import CANCELS, item_that
from haunted_env.games.haunted_destinies.state import MAX_TOKENS, N_PSYCHE, NONE, P, rule
from haunted_env.games.haunted_destinies.tables import (
    EFFECT_LIST,
    FIRST_HAUNTING,
    ITEM_CODE,
    PROBE_LIST,
    TIMING,
    Timing,
)


@rule
def has_probe(card):
    return PROBE_LIST[card, 0] < PROBE_LIST[card, 1]


@rule
def obey_probe(game, owner, looker, card):
    """HD-OBEY-3: in a Probe effect `self` is the pile's owner and `other` the looker."""
    note(game, Event.OBEY, owner, looker, NONE, card, NONE)
    frame = push(game, Task.OBEY, owner, looker)
    frame.card = card
    frame.pc = PROBE_LIST[card, 0]
    frame.end = PROBE_LIST[card, 1]


@rule
def show_and_discard(game, owner, slot, card):
    """A grey card is turned up and discarded (HD-OBEY-4, HD-OBEY-10, HD-OBEY-13); slot NONE if it came from no pile."""
    note(game, Event.DISCARD, owner, NONE, slot, card, NONE)
    discard(game, card)


@rule
def ask_outcome(game, looker, decision, options, card):
    """What the looker does with the card; only the looker knows its face."""
    ask_option(game, looker, decision, options)
    game.ledger[looker].face = card


@rule
def ask_witness(game, looker, seats, card):
    ask_seat(game, looker, Decision.WITNESS, seats)
    game.ledger[looker].face = card


@rule
def start_look(game, looker, owner, slot):
    """`looker` looks at a card of `owner`'s pile; slot NONE lets the looker pick it."""
    frame = push(game, Task.LOOK, looker, owner)
    frame.slot = slot


@rule
def do_look(game, frame):
    """seat looks at a card of other's pile (HD-OBEY-1 to HD-OBEY-10)."""
    looker = int(frame.seat)
    owner = int(frame.other)
    if frame.phase == 0 and frame.slot < 0:
        frame.phase = 1
        ask(game, looker, Decision.PICK_SLOT)
        game.table.purpose = Purpose.LOOK
        game.table.pick_pile = owner
        return
    if frame.phase == 1:
        frame.slot = frame.answer - Act.SLOT
    if frame.phase <= 1:
        look_at_slot(game, frame, looker, owner)
    elif frame.phase == 2:
        if frame.answer == Act.FACE_UP:
            frame.card = turn_up(game, owner, frame.slot)
            note(game, Event.TURN_UP, owner, looker, frame.slot, frame.card, NONE)
            frame.phase = 4
            ask_reward(game, looker)
        else:
            all_learn(game, owner, frame.slot, P)  # HD-INFO-8
            frame.phase = 3
            ghosts = ghost_seats(game.table) & ~(1 << looker)
            others = ((1 << game.table.n_seats) - 1) & ~(1 << looker)
            ask_witness(game, looker, ghosts if ghosts > 0 else others, game.secret.pile[owner, frame.slot])
    elif frame.phase == 3:
        tell_witness(game, looker, owner, frame.slot, frame.answer - Act.SEAT)
        pop(game)
    else:
        give_reward(game, frame, looker, owner)


@rule
def look_at_slot(game, frame, looker, owner):
    slot = int(frame.slot)
    card = int(game.secret.pile[owner, slot])
    note(game, Event.LOOK, looker, owner, slot, NONE, NONE)
    see(game, looker, owner, slot)
    if card < N_PSYCHE:
        frame.phase = 2
        ask_outcome(game, looker, Decision.LOOK_OUTCOME, choices.FACE_UP | choices.FACE_DOWN, card)
        return
    take_out_grey(game, owner, slot)  # HD-OBEY-4: it leaves the pile before its effect
    pop(game)
    if has_probe(card):
        obey_probe(game, owner, looker, card)
    else:
        show_and_discard(game, owner, slot, card)


@rule
def tell_witness(game, looker, owner, slot, witness):
    """HD-OBEY-8, HD-OBEY-9, HD-OBEY-15: the witness alone learns the border; who it was is public."""
    learn(game, witness, owner, slot, border(game.secret.pile[owner, slot]))
    note(game, Event.RETURN, looker, owner, slot, NONE, NONE)
    note(game, Event.WITNESS, looker, witness, slot, NONE, NONE)


@rule
def ask_reward(game, looker):
    """HD-OBEY-6, HD-OBEY-7."""
    table = game.table
    options = choices.HAUNTING
    tokens = table.health[looker] + table.wounds[looker]
    if table.ghost[looker] or (tokens < MAX_TOKENS if table.reward_health == 1 else table.wounds[looker] > 0):
        options |= choices.HEAL
    if table.psyche_reward == 1:
        options |= choices.PASS
        if living_seats(table) & ~(1 << looker) == 0:
            options &= ~choices.HAUNTING
    ask_option(game, looker, Decision.REWARD, options)


@rule
def give_reward(game, frame, looker, owner):
    """Phase 4: reward chosen; phase 5: drawer chosen; then the card's own effect (HD-OBEY-24)."""
    table = game.table
    if frame.phase == 4 and frame.answer == Act.OPT_HAUNTING:
        seats = living_seats(table)
        if table.psyche_reward == 1:
            seats &= ~(1 << looker)
        frame.phase = 5
        ask_seat(game, looker, Decision.PICK_DRAWER, seats)
        return
    card = int(frame.card)
    drawer = frame.answer - Act.SEAT if frame.phase == 5 else NONE
    heals = frame.phase == 4 and frame.answer == Act.OPT_HEAL
    pop(game)
    reveal = push(game, Task.ON_REVEAL, owner, NONE)
    reveal.card = card
    if heals:
        if table.reward_health == 1:
            add_tokens(game, looker, 1)
        else:
            heal(game, looker, 1)
    if drawer >= 0:
        draw = push(game, Task.DRAW_HAUNTING, drawer, NONE)
        draw.n = 1


@rule
def do_look_own(game, frame):
    """seat looks at a card of their own pile (HD-OBEY-11 to HD-OBEY-15)."""
    seat = int(frame.seat)
    if frame.phase == 0:
        frame.phase = 1
        ask(game, seat, Decision.PICK_SLOT)
        game.table.purpose = Purpose.LOOK_OWN
        game.table.pick_pile = seat
        return
    others = ((1 << game.table.n_seats) - 1) & ~(1 << seat)
    if frame.phase == 1:
        frame.slot = frame.answer - Act.SLOT
        card = int(game.secret.pile[seat, frame.slot])
        note(game, Event.LOOK, seat, seat, frame.slot, NONE, NONE)
        see(game, seat, seat, frame.slot)
        options = choices.FACE_DOWN
        if card < N_PSYCHE:
            options |= choices.FACE_UP
        elif card >= FIRST_HAUNTING:
            options |= choices.TRIGGER
        frame.phase = 2
        ask_outcome(game, seat, Decision.OWN_OUTCOME, options, card)
        return
    slot = int(frame.slot)
    card = int(game.secret.pile[seat, slot])
    if frame.phase == 2:
        if frame.answer == Act.FACE_DOWN:
            frame.phase = 3
            ask_witness(game, seat, others, card)
        elif frame.answer == Act.FACE_UP:
            pop(game)
            turn_up(game, seat, slot)
            note(game, Event.TURN_UP, seat, seat, slot, card, NONE)
            reveal = push(game, Task.ON_REVEAL, seat, NONE)
            reveal.card = card
        elif has_probe(card):
            frame.phase = 4
            ask_seat(game, seat, Decision.PICK_PROBER, others)
            game.ledger[seat].face = card
        else:
            pop(game)
            take_out_grey(game, seat, slot)
            show_and_discard(game, seat, slot, card)
    elif frame.phase == 3:
        tell_witness(game, seat, seat, slot, frame.answer - Act.SEAT)
        pop(game)
    else:
        prober = frame.answer - Act.SEAT
        pop(game)
        take_out_grey(game, seat, slot)
        obey_probe(game, seat, prober, card)


@rule
def do_on_reveal(game, frame):
    """seat may use the effect of the card just turned up (HD-OBEY-24, HD-OBEY-30)."""
    seat = int(frame.seat)
    card = int(frame.card)
    start = EFFECT_LIST[card, 0]
    end = EFFECT_LIST[card, 1]
    if frame.phase == 0:
        can_use = TIMING[card] == Timing.ON_REVEAL and game.table.up_at[card] == seat
        if can_use and not is_list_skipped(game.table, start, end, seat, NONE):
            frame.phase = 1
            ask_option(game, seat, Decision.REACT, choices.NO_OR_YES)
            game.table.react = React.ON_REVEAL
            game.table.react_card = card
        else:
            pop(game)
        return
    if frame.phase == 2 or frame.answer == Act.NO:
        pop(game)
        return
    frame.phase = 2
    note(game, Event.POWER, seat, NONE, NONE, card, NONE)
    effects = push(game, Task.EFFECTS, seat, NONE)
    effects.pc = start
    effects.end = end


@rule
def do_obey(game, frame):
    """The turned-up card is obeyed, then discarded unless it entered play (HD-OBEY-4, HD-OBEY-26, HD-OBEY-27)."""
    card = int(frame.card)
    if frame.phase == 1 or frame.phase == 3:
        seat = int(frame.seat if frame.phase == 1 else frame.other)
        frame.phase += 1
        if frame.answer == Act.YES:
            note(game, Event.CANCEL, seat, NONE, NONE, card, NONE)
            discard_item(game, seat, item_that(game.table, seat, CANCELS))
            frame.phase = 5
    if frame.phase == 0 or frame.phase == 2:
        while frame.phase < 4:
            seat = int(frame.seat if frame.phase == 0 else frame.other)
            item = NONE
            if card >= FIRST_HAUNTING and seat >= 0:
                item = item_that(game.table, seat, CANCELS)
            if item >= 0:
                frame.phase += 1
                ask_option(game, seat, Decision.REACT, choices.NO_OR_YES)
                game.table.react = React.CANCEL_HAUNTING
                game.table.react_card = ITEM_CODE[item]
                return
            frame.phase += 2
    if frame.phase == 4:
        frame.phase = 5
        effects = push(game, Task.EFFECTS, frame.seat, frame.other)
        effects.pc = frame.pc
        effects.end = frame.end
        effects.source = game.work.depth - 2
        return
    stays = frame.flag == 1
    owner = int(frame.seat)
    pop(game)
    if not stays:
        show_and_discard(game, owner, NONE, card)
