"""Claims in words: made for all to hear, or in private (HD-FREE-12 to HD-FREE-22)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from haunted_env.games.haunted_destinies.actions import GREY_BORDER
from haunted_env.games.haunted_destinies.state import MAX_SEATS, N_CLAIMS, N_TOLD, NONE
from haunted_env.games.haunted_destinies.words import names as words

CLAIMS = (  # in the order of Claim
    "{seat} {seat_is} the Opener",
    "{seat} {seat_is} not the Opener",
    "{card} is in {whose} pile",
    "{card} is not in {whose} pile",
    "{slot} of {whose} pile holds a grey card",
    "{slot} of {whose} pile holds a Psyche card",
    "{speaker} {speaker_has} looked at {slot} of {whose} pile{border}",
)


class Person(NamedTuple):
    """How a sentence speaks of a seat."""

    name: str
    is_: str
    has: str
    whose: str


SOMEONE = Person("someone", "is", "has", "someone's")
YOU = Person("you", "are", "have", "your")
THEY = Person("they", "are", "have", "their own")


class Said(NamedTuple):
    """A claim, whole or as far as it is chosen: what is open, or not part of its kind, is NONE."""

    kind: int
    speaker: int
    listener: int = NONE  # NONE: everybody
    seat: int = NONE
    card: int = NONE
    slot: int = NONE
    border: int = NONE

    def words(self, reader: int | None = None) -> str:
        """What is said, without who says it; the reader is "you", and who speaks to the reader is "they"."""

        def person(seat: int) -> Person:
            if seat == NONE:
                return SOMEONE
            if seat == reader:
                return YOU
            if seat == self.speaker and reader is not None and reader == self.listener:
                return THEY
            return Person(words.player(seat), "is", "has", f"{words.player(seat)}'s")

        about, speaker = person(self.seat), person(self.speaker)
        border = "" if self.border == NONE else f": {border_words(self.border)}"
        return CLAIMS[self.kind].format(
            seat=about.name,
            seat_is=about.is_,
            whose=about.whose,
            card=words.card(self.card),
            slot="a slot" if self.slot == NONE else f"slot {self.slot}",
            border=border,
            speaker=speaker.name,
            speaker_has=speaker.has,
        )

    def told(self, reader: int | None) -> str:
        """Who said it to whom; for a reader who is neither of the two it names both (None: sees all)."""
        who = "you" if reader == self.speaker else words.player(self.speaker)
        whom = "you" if reader == self.listener else words.player(self.listener)
        return f"{who} told {whom}, in private, that {self.words(reader)}."


def border_words(border: int) -> str:
    """The card with a border, as part of a sentence."""
    return "a grey card" if border == GREY_BORDER else f"a card of set {words.SETS[border]}"


def said(claim: Any) -> Said:
    """The claim of a record: of the public list, or of a log."""
    return Said(**{name: int(claim[name]) for name in Said._fields})


def begun(ledger: Any, listener: int = NONE) -> Said:
    """The claim that a seat is choosing, as far as it has got."""
    chosen = {name: int(ledger[f"claim_{name}"]) for name in ("kind", "seat", "card", "slot", "border")}
    return Said(speaker=int(ledger["seat"]), listener=listener, **chosen)


def claims(whole: Any) -> list[str]:
    """The public claims still remembered, oldest first."""
    table = whole["table"]
    return [
        f"Turn {int(claim['turn']) + 1}, {words.player(claim['speaker'])} claims: {said(claim).words()}."
        for claim in reversed(list(newest(table["claims"], int(table["n_claims"]), N_CLAIMS)))
    ]


def newest(ring: Any, total: int, room: int) -> Iterator[Any]:
    """The entries that a ring still holds, newest first."""
    for number in range(total - 1, max(total - room, 0) - 1, -1):
        yield ring[number % room]


def _log(whole: Any, viewer: int | None) -> list[Any]:
    """The entries of a seat's log, newest first; of all logs (None) by turns, each claim once, from its speaker's."""
    ledgers = whole["ledger"]
    if viewer is not None:
        return list(newest(ledgers[viewer]["told"], int(ledgers[viewer]["n_told"]), N_TOLD))
    entries = [entry for seat in range(MAX_SEATS) for entry in _log(whole, seat) if entry["speaker"] == seat]
    return sorted(entries, key=lambda entry: -int(entry["turn"]))


def heard(whole: Any, viewer: int | None) -> list[Said]:
    """The private claims that a seat has heard or said, newest first (None: that anybody has said)."""
    return [said(entry) for entry in _log(whole, viewer)]


def told(whole: Any, viewer: int | None, most: int) -> list[str]:
    """The last of them in words, oldest first."""
    kept = _log(whole, viewer)[:most]
    return [f"Turn {int(entry['turn']) + 1}, {said(entry).told(viewer)}" for entry in reversed(kept)]
