"""What was said and traded, with the truth beside it, for those who count it afterwards (HD-FREE-8 to HD-FREE-22)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from haunted_env.games.haunted_destinies.actions import GREY_BORDER, N_LABELS, TELLING, Act, Claim, Decision, Role
from haunted_env.games.haunted_destinies.belief import card_beliefs, holders
from haunted_env.games.haunted_destinies.state import (
    N_CLAIMS,
    N_PSYCHE,
    N_TOLD,
    NONE,
    SEEN,
    TRADE_NOTES,
    TRADE_WORD,
    U,
)
from haunted_env.games.haunted_destinies.tables import OPENER, PSYCHE_SET
from haunted_env.games.haunted_destinies.words import names as words
from haunted_env.spec.talk import Heard, Offer, Remark, Talk

LAST = (  # labels of decisions that may complete a claim or a trade
    *(Decision.TALK_KIND, Decision.TALK_SEAT, Decision.TALK_CARD, Decision.TALK_SLOT, Decision.TALK_BORDER),
    *(Decision.TRADE_REPLY, TELLING),
)
IS_LAST = np.isin(np.arange(N_LABELS), LAST)
ITEM, WORD, NOTES, NOTHING = GOODS = ("item", "word", "notes", "nothing")
CERTAIN = 1 - 1e-9  # of beliefs, which are sums of fractions


def may_end(games: np.ndarray) -> np.ndarray:
    is_last: np.ndarray = IS_LAST[games["table"]["label"]]
    return is_last


def hider(games: np.ndarray) -> np.ndarray:
    """Who holds the Opener card, unless it lies face up."""
    hidden = games["table"]["up_at"][:, OPENER] == NONE
    return np.where(hidden, holders(games, NONE, OPENER), NONE)


def heard(before: np.ndarray, action: int, after: np.ndarray) -> Heard:
    """No card moves while a claim is being chosen: the truth is that of the game before the last choice."""
    remarks = [_remark(before, claim) for claim in _claims(words.record(before), words.record(after))]
    table = words.record(before)["table"]
    if table["label"] != Decision.TRADE_REPLY:
        return Heard(remarks, ())
    sides = int(table["actor"]), int(table["opponent"])
    kinds = _good(int(table["trade_give"])), _good(int(table["trade_ask"]))
    return Heard(remarks, (Offer(*sides, *kinds, bool(action == Act.YES)),))


def _claims(before: Any, after: Any) -> Iterator[Any]:
    """The new claims: public ones, then private ones from their speakers' logs."""
    for number in range(int(before["table"]["n_claims"]), int(after["table"]["n_claims"])):
        yield after["table"]["claims"][number % N_CLAIMS]
    for seat in range(int(after["table"]["n_seats"])):
        ledger = after["ledger"][seat]
        for number in range(int(before["ledger"][seat]["n_told"]), int(ledger["n_told"])):
            entry = ledger["told"][number % N_TOLD]
            if entry["speaker"] == seat:
                yield entry


def _good(traded: int) -> str:
    return {NONE: NOTHING, TRADE_WORD: WORD, TRADE_NOTES: NOTES}.get(traded, ITEM)


def _remark(game: np.ndarray, claim: Any) -> Remark:
    about_card = claim["kind"] <= Claim.NOT_HOLDS
    is_true, is_lie = (_of_card if about_card else _of_slot)(game, claim)
    names_opener = claim["kind"] <= Claim.CLEAR or (about_card and claim["card"] == OPENER)
    return Remark(
        speaker=int(claim["speaker"]),
        listener=int(claim["listener"]),
        role=_role(game, int(claim["speaker"])),
        is_true=is_true,
        is_lie=is_lie,
        outcome=int(claim["seat"]) if names_opener else NONE,
        denies=claim["kind"] in (Claim.CLEAR, Claim.NOT_HOLDS),
    )


def _role(game: np.ndarray, seat: int) -> int:
    if words.record(game)["table"]["ghost"][seat]:
        return Role.GHOST
    return Role.OPENER if holders(game, NONE, OPENER)[0] == seat else Role.INVESTIGATOR


def _of_card(game: np.ndarray, claim: Any) -> tuple[bool, bool]:
    """Of a claim about a card: whether it is true, and whether its speaker knows that it is not. HOLDS and NOT_HOLDS
    speak of the pile alone, where a card that lies face up is not, as all can see."""
    kind, seat = int(claim["kind"]), int(claim["seat"])
    card = OPENER if kind <= Claim.CLEAR else int(claim["card"])
    denies = kind in (Claim.CLEAR, Claim.NOT_HOLDS)
    if kind >= Claim.HOLDS and words.record(game)["table"]["up_at"][card] != NONE:
        return denies, not denies
    chance = float(card_beliefs(game, claim["speaker"], card)[0, seat])
    is_so = int(holders(game, NONE, card)[0]) == seat
    return is_so != denies, chance >= CERTAIN if denies else chance <= 1 - CERTAIN


def _of_slot(game: np.ndarray, claim: Any) -> tuple[bool, bool]:
    """The same of a claim about a card behind somebody's back; whoever says SEEN knows whether it is so."""
    whole = words.record(game)
    kind, seat, slot = (int(claim[name]) for name in ("kind", "seat", "slot"))
    card = int(whole["secret"]["pile"][seat, slot])
    fact = int(whole["ledger"][claim["speaker"]]["fact"][seat, slot])
    border = int(PSYCHE_SET[card]) if card < N_PSYCHE else GREY_BORDER
    if kind == Claim.SEEN:
        is_true = fact >= SEEN and border == int(claim["border"])
        return is_true, not is_true
    is_true = (border == GREY_BORDER) == (kind == Claim.GREY)
    return is_true, not is_true and fact != U


TALK = Talk(GOODS, may_end, heard, hider)
