"""Trades of items and knowledge (HD-FREE-8 to HD-FREE-10, HD-FREE-19 to HD-FREE-21)."""

from haunted_env.games.haunted_destinies.actions import Act, Decision, Event
from haunted_env.games.haunted_destinies.rules import choices
from haunted_env.games.haunted_destinies.rules.knowledge import merge_notes
from haunted_env.games.haunted_destinies.rules.stack import Task, ask_option, ask_seat, note, others_here, pop, push
from haunted_env.games.haunted_destinies.rules.talk import tell
from haunted_env.games.haunted_destinies.state import N_ITEMS, NONE, TRADE_NOTES, TRADE_WORD, rule
from haunted_env.games.haunted_destinies.tables import ITEM_CODE

# Phases of a TRADE frame.
START, PARTNER, GIVE, ASK, REPLY, FIRST_WORD, SECOND_WORD, TOLD = range(8)


@rule
def do_trade(game, frame):
    """seat offers other `card` for `slot`: each an item, TRADE_WORD, TRADE_NOTES or NONE (HD-FREE-9)."""
    seat = int(frame.seat)
    other = int(frame.other)
    if frame.phase == START:
        frame.phase = PARTNER
        game.table.offers += 1
        ask_seat(game, seat, Decision.TARGET, others_here(game.table, seat))
    elif frame.phase == PARTNER:
        frame.other = frame.answer - Act.SEAT
        frame.phase = GIVE
        ask_what(game, frame, Decision.TRADE_GIVE, seat, choices.PASS)
    elif frame.phase == GIVE:
        frame.card = traded(frame.answer)
        frame.phase = ASK
        ask_what(game, frame, Decision.TRADE_ASK, other, choices.PASS if frame.card >= 0 else 0)
    elif frame.phase == ASK:
        frame.slot = traded(frame.answer)
        frame.phase = REPLY
        ask_option(game, other, Decision.TRADE_REPLY, choices.NO_OR_YES)
    elif frame.phase == REPLY:
        reply(game, frame)
    elif frame.phase == FIRST_WORD:
        frame.phase = SECOND_WORD
        if frame.card == TRADE_WORD:
            push(game, Task.CLAIM, seat, other)
    elif frame.phase == SECOND_WORD:
        frame.phase = TOLD
        if frame.slot == TRADE_WORD:
            push(game, Task.CLAIM, other, seat)
    else:
        tell_words(game, seat, other, frame.card, frame.slot)


@rule
def ask_what(game, frame, decision, owner, may_pass):
    """What of the owner's is traded: knowledge, between the living also an item."""
    table = game.table
    ask_option(game, frame.seat, decision, choices.KNOWLEDGE | may_pass)
    if not table.ghost[frame.seat] and not table.ghost[frame.other]:
        table.pick_pile = owner


@rule
def traded(answer):
    if answer >= Act.ITEM:
        return answer - Act.ITEM
    if answer == Act.WORD:
        return int(TRADE_WORD)
    if answer == Act.NOTES:
        return int(TRADE_NOTES)
    return NONE


@rule
def reply(game, frame):
    """The partner has answered, which all see (HD-FREE-21); on YES all but words changes hands at once."""
    seat = int(frame.seat)
    other = int(frame.other)
    accepted = int(frame.answer == Act.YES)
    note(game, Event.TRADE, seat, other, frame.card, frame.slot, accepted)
    if accepted:
        frame.phase = FIRST_WORD
        hand_over(game, seat, other, frame.card)
        hand_over(game, other, seat, frame.slot)
    else:
        pop(game)


@rule
def hand_over(game, giver, taker, given):
    """An item, or the notes. Whose notes come first makes no difference: merging adds to what the taker knows only
    what the giver knew, and what both know afterwards is the same."""
    if given == TRADE_NOTES:
        merge_notes(game, giver, taker)
        note(game, Event.NOTES, giver, taker, NONE, NONE, NONE)
    elif 0 <= given < N_ITEMS:
        game.table.items[giver, given] -= 1
        game.table.items[taker, given] += 1
        note(game, Event.ITEM, taker, giver, NONE, ITEM_CODE[given], NONE)


@rule
def tell_words(game, seat, other, given, wanted):
    """Both words are told together, once all are chosen."""
    pop(game)
    if given == TRADE_WORD:
        tell(game, seat, other)
    if wanted == TRADE_WORD:
        tell(game, other, seat)
