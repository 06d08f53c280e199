"""What has been said, in a position: public claims, private logs, and claims still being chosen (HD-FREE-13 to 22)."""

from typing import Any, NoReturn

import numpy as np

from haunted_env.games.haunted_destinies.actions import GREY_BORDER, Claim, Decision
from haunted_env.games.haunted_destinies.position import forms as w
from haunted_env.games.haunted_destinies.state import N_TOLD, NONE
from haunted_env.games.haunted_destinies.tables import PSYCHE_SET
from haunted_env.spec.position import Node, PositionError

# The parts of a claim beside the player it is about, by kind.
PARTS = {
    Claim.ACCUSE: (),
    Claim.CLEAR: (),
    Claim.HOLDS: ("card",),
    Claim.NOT_HOLDS: ("card",),
    Claim.GREY: ("slot",),
    Claim.NOT_GREY: ("slot",),
    Claim.SEEN: ("slot", "border"),
}
# What has been chosen of a claim when a decision is asked.
CHOSEN = {
    Decision.TALK_SEAT: ("kind",),
    Decision.TALK_CARD: ("kind", "seat"),
    Decision.TALK_SLOT: ("kind", "seat"),
    Decision.TALK_BORDER: ("kind", "seat", "slot"),
}
# The kinds of claims for which it is asked.
KINDS = {
    Decision.TALK_CARD: (Claim.HOLDS, Claim.NOT_HOLDS),
    Decision.TALK_SLOT: (Claim.GREY, Claim.NOT_GREY, Claim.SEEN),
    Decision.TALK_BORDER: (Claim.SEEN,),
}


def fail(path: str, reason: str) -> NoReturn:
    raise PositionError(path, reason)


def check_parts(path: str, claim: Any, table: Any, prefix: str = "") -> None:
    """A whole claim names exactly the parts of its kind, and only what is in this game (HD-FREE-13)."""
    for name in ("kind", "seat"):
        if claim[prefix + name] == NONE:
            fail(f"{path}.{name}", "missing: a claim has a kind and is about a player")
    kind = Claim(int(claim[f"{prefix}kind"]))
    for name in ("card", "slot", "border"):
        expected = name in PARTS[kind]
        if (claim[prefix + name] != NONE) != expected:
            fail(f"{path}.{name}", f"missing: {kind.name} names it" if expected else f"{kind.name} names none")
    n_seats = int(table["n_seats"])
    if "card" in PARTS[kind] and not w.in_deck(int(claim[f"{prefix}card"]), table):
        fail(f"{path}.card", f"not in a game of {n_seats} players (HD-FREE-13)")
    if "border" in PARTS[kind] and not is_border_used(int(claim[f"{prefix}border"]), table):
        fail(f"{path}.border", f"no such set in a game of {n_seats} players (HD-FREE-13)")


def is_border_used(border: int, table: Any) -> bool:
    """Whether cards of a border are in a game: grey ones always."""
    return border == GREY_BORDER or any(w.in_deck(int(card), table) for card in np.flatnonzero(PSYCHE_SET == border))


def check_claim(node: Node, claim: Any, table: Any) -> None:
    """An entry of the public list or of a log."""
    if claim["speaker"] == NONE:
        fail(f"{node.path}.speaker", "missing: somebody has said it")
    if claim["turn"] > table["turn"]:
        fail(f"{node.path}.turn", f"expected at most {table['turn']}, the turns completed")
    check_parts(node.path, claim, table)


class Logs:
    """Fills in the private logs (HD-FREE-22), and the word of a trade that is chosen and not yet told (HD-FREE-9)."""

    def __init__(self, record: np.void, n_seats: int) -> None:
        self.table, self.ledgers = record["table"], record["ledger"]
        self.n_seats = n_seats
        self.forms = w.forms(n_seats)

    def read(self, seat: int, entry: dict[str, Node]) -> None:
        given = entry["told"].items(most=N_TOLD) if "told" in entry else []
        total = entry["n_told"].whole(0, 2**31 - 1) if "n_told" in entry else len(given)
        if len(given) != min(total, N_TOLD):
            entry["n_told"].fail(f"of {total} the last {min(total, N_TOLD)} are kept, found {len(given)}")
        ledger = self.ledgers[seat]
        ledger["n_told"] = total
        latest = 0
        for number, item in zip(w.kept(total, N_TOLD), given):
            claim = ledger["told"][number % N_TOLD]
            self.forms.told.read(item.table(self.forms.told.keys), claim)
            self._check(seat, item, claim)
            if claim["turn"] < latest:
                fail(f"{item.path}.turn", "the oldest come first")
            latest = int(claim["turn"])
        if "word" in entry:
            self.forms.word.read(entry["word"].table(self.forms.word.keys), ledger)
            check_parts(entry["word"].path, ledger, self.table, "claim_")

    def _check(self, seat: int, item: Node, claim: Any) -> None:
        """HD-INV-20, of one entry."""
        check_claim(item, claim, self.table)
        if claim["listener"] in (NONE, claim["speaker"]):
            fail(f"{item.path}.listener", "a private claim is told to another player")
        if seat not in (claim["speaker"], claim["listener"]):
            fail(item.path, f"seat {seat} has neither said nor heard it (HD-FREE-22)")

    def compare(self) -> None:
        """HD-INV-20: two logs say the same of each other, as far back as both reach."""
        for a in range(self.n_seats):
            for b in range(a + 1, self.n_seats):
                mine, theirs = self._between(a, b), self._between(b, a)
                both = min(len(mine), len(theirs))
                for (path, claim), (there, same) in zip(mine[len(mine) - both :], theirs[len(theirs) - both :]):
                    if claim.tobytes() != same.tobytes():
                        fail(path, f"seat {b} has it otherwise: {there} (HD-INV-20)")
                for log, other in ((mine, b), (theirs, a)):
                    if len(log) > both and self.ledgers[other]["n_told"] <= N_TOLD:
                        fail(log[-both - 1][0], f"seat {other} has no such claim in its log (HD-INV-20)")

    def _between(self, seat: int, other: int) -> list[tuple[str, Any]]:
        """What a seat's log has of another one, oldest first, with its place in the position."""
        ledger = self.ledgers[seat]
        kept = enumerate(w.kept(int(ledger["n_told"]), N_TOLD))
        entries = [(f'ledger["{seat}"].told[{i}]', ledger["told"][number % N_TOLD]) for i, number in kept]
        return [(path, claim) for path, claim in entries if other in (claim["speaker"], claim["listener"])]


def check_begun(decision: Decision, ledger: Any, table: Any) -> None:
    """A claim in the making, as far as the decision has come (HD-FREE-18)."""
    for name in ("kind", "seat", "slot"):
        expected = name in CHOSEN.get(decision, ())
        if (ledger[f"claim_{name}"] != NONE) != expected:
            fail(f"asked.claim_{name}", f"{'missing at' if expected else 'has no meaning at'} {decision.name}")
    kind, seat = int(ledger["claim_kind"]), int(ledger["claim_seat"])
    if decision in KINDS and kind not in KINDS[decision]:
        fail("asked.claim_kind", f"{Claim(kind).name} does not come to {decision.name} (HD-FREE-18)")
    if seat != NONE:
        check_about("asked.claim_", kind, seat, int(ledger["claim_slot"]), table)


def check_about(path: str, kind: int, seat: int, slot: int, table: Any) -> None:
    """HD-FREE-13: a claim being made is about a living player, or about a slot of a pile that is there."""
    if table["ghost"][seat]:
        fail(f"{path}seat", "claims are about the living (HD-FREE-13)")
    if kind >= Claim.GREY and not max(slot, 0) < table["pile_size"][seat]:
        fail(f"{path}{'seat' if slot == NONE else 'slot'}", f"seat {seat} has no card there")


def check_word(game: Any, speaker: int | None) -> None:
    """A word is waiting in the ledger of the speaker alone who has chosen it (HD-FREE-9)."""
    for seat, ledger in enumerate(game["ledger"][: int(game["table"]["n_seats"])]):
        if seat == game["table"]["decider"]:
            continue
        path, waits = f'ledger["{seat}"].word', ledger["claim_kind"] != NONE
        if waits != (seat == speaker):
            fail(path, f"{'no trade waits to tell it' if waits else 'missing: it is chosen already'} (HD-FREE-9)")
        if waits:
            kind, about, slot = (int(ledger[f"claim_{name}"]) for name in ("kind", "seat", "slot"))
            check_about(f"{path}.", kind, about, slot, game["table"])
