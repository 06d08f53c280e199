"""The little language of conditions, effects and abilities (DS-DATA-10 to DS-DATA-12, DS-ITEM-9)."""

import re
from dataclasses import dataclass

from haunted_env.spec.content import fail, show

SKILLS = ("int", "dex", "pow")
SKILLS_OR_ANY = (*SKILLS, "any")
PATHS_OR_ANY = ("A", "B", "any")
PREFIXES = ("all", "rest")
PREFIXED = ("xp", "coins", "skill", "marker", "refresh", "exhaust", "item", "virtue", "pflag", "hint")  # DS-DATA-15
GIVEN = ("coins", "xp", "refresh")  # what an "always" ability may give
NUMBERS = ("number", "count", "index")  # a number; from 1; from 0
COMPARED = ("virtue", "coins", "xp", "day")

# Words after each verb: what kind of id, "skill", "path" or a number (NUMBERS).
VERBS: dict[str, tuple[str, ...]] = {
    "xp": ("count",),
    "coins": ("number",),
    "skill": ("skill", "number"),
    "marker": ("one_skill",),
    "refresh": ("count",),
    "exhaust": ("count",),
    "item": ("item",),
    "virtue": ("number",),
    "flag": ("flag",),
    "pflag": ("pflag",),
    "vflag": ("vflag",),
    "npc": ("npc", "poi"),
    "poi_on": ("poi",),
    "poi_off": ("poi",),
    "stock": ("stack", "item"),
    "hint": ("path", "count"),
    "end_visit": (),
    "advance": ("count",),
    "resolve": ("number",),
    "npc_off": ("npc",),
    "poi_at": ("poi", "tile"),
    "poi_look": ("poi", "index"),
    "way_on": ("way",),
    "way_off": ("way",),
    "unstock": ("stack", "item"),
    "restock": ("stack",),
    "price": ("stack", "number"),
}
ALWAYS: dict[str, tuple[str, ...]] = {
    "total": ("skill", "number"),
    "range": ("count",),
    "explore_coin": ("count",),
    "stay_gain": ("skill", "count"),
    "exhaust_for": ("coins", "count"),
    "cost_skill": ("skill", "what", "count"),
    "at_dawn": ("what", "count"),
    "reroll_for": (),
    "on_fail": ("what", "count"),
}
DISCARD: dict[str, tuple[str, ...]] = {
    "succ": ("skill", "count"),
    "succ_if_zero": ("count",),
    "succ_turn": ("count",),
    "reroll": (),
    "fix_total": ("skill", "count"),
    "all_effort": ("skill",),
    "peek": (),
    "gain": ("skill", "count"),
    "gain_per_item": ("skill",),
    "refresh": ("count",),
    "coins": ("count",),
    "hint": ("count",),
    "travel": (),
}
CONDITIONS = (
    "flag:F, pflag:F, vflag:F, anyone:F, other:F, item:I, cat:C, char:X, npc:N@P, poi:P, way:W, any_finale, "
    "or virtue, coins, xp, day compared with a number by >=, <=, <, >; a leading ! negates"
)
WORDS = {"skill": SKILLS_OR_ANY, "one_skill": SKILLS, "path": PATHS_OR_ANY, "coins": ("coins",), "what": GIVEN}
FACTS = {
    **{kind: kind for kind in ("flag", "pflag", "vflag", "item", "cat", "poi", "way")},
    "anyone": "pflag",
    "other": "pflag",
    "char": "character",
}
LARGEST = 127  # number of an effect
MOST = 20  # number of an ability, face of a die: sums of them fit the record


@dataclass(frozen=True)
class Condition:
    """`words` are ids; for a comparison ("virtue" ...) `sign` and `number` say with what."""

    kind: str
    words: tuple[str, ...] = ()
    sign: str = ""
    number: int = 0
    negated: bool = False

    def __str__(self) -> str:
        said = "@".join(self.words)
        text = f"{self.kind}{self.sign}{self.number}" if self.sign else f"{self.kind}:{said}" if said else self.kind
        return "!" * self.negated + text


@dataclass(frozen=True)
class Effect:
    verb: str
    words: tuple[str, ...] = ()
    number: int = 0
    who: str = ""  # "", "all" or "rest"

    def __str__(self) -> str:
        number = (str(self.number),) if VERBS[self.verb] and VERBS[self.verb][-1] in NUMBERS else ()
        return " ".join((*((self.who,) if self.who else ()), self.verb, *self.words, *number))


@dataclass(frozen=True)
class Ability:
    verb: str
    skill: str = "any"
    number: int = 0
    what: str = "coins"


def condition(where: str, text: object) -> Condition:
    if not isinstance(text, str):
        fail(where, f"expected a condition in quotes, not {show(text)}")
    body = text.removeprefix("!")
    negated = body != text
    if body == "any_finale":
        return Condition("any_finale", negated=negated)
    compared = re.fullmatch(r"(\w+)\s*(>=|<=|<|>)\s*(-?\d+)", body)
    if compared and compared[1] in COMPARED:
        number = whole(where, compared[3], -999, 999)
        return Condition(compared[1], sign=compared[2], number=number, negated=negated)
    kind, colon, rest = body.partition(":")
    if colon and kind in FACTS and rest:
        return Condition(kind, (rest,), negated=negated)
    npc, at, poi = rest.partition("@")
    if kind == "npc" and npc and at and poi:
        return Condition("npc", (npc, poi), negated=negated)
    fail(where, f"unknown condition {show(text)}; expected {CONDITIONS} (DS-DATA-10)")


def whole(where: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text) or not low <= int(text) <= high:
        fail(where, f"expected a whole number {low}..{high}, not {show(text)}")
    return int(text)


def read_words(
    where: str, text: str, words: list[str], shape: tuple[str, ...], most: int = LARGEST
) -> tuple[tuple[str, ...], int]:
    """The ids and the number after a verb; ids are looked up later."""
    if len(words) != len(shape):
        wanted = f"{' and '.join(shape) or 'nothing'} after the verb".replace("_", " ")
        fail(where, f"{show(text)}: expected {wanted}")
    ids, number = [], 0
    for word, kind in zip(words, shape):
        if kind in NUMBERS:
            number = whole(f"{where}, {show(text)}", word, {"number": -most, "count": 1, "index": 0}[kind], most)
        else:
            known = WORDS.get(kind)
            if known and word not in known:
                fail(where, f"{show(text)}: unknown {kind} {show(word)}; known: {', '.join(known)}")
            ids.append(word)
    return tuple(ids), number


def effect(where: str, text: object) -> Effect:
    if not isinstance(text, str) or not text.split():
        fail(where, f"expected an effect in quotes, not {show(text)}")
    words = text.split()
    who = words.pop(0) if words[0] in PREFIXES and len(words) > 1 else ""
    verb, *rest = words
    if verb not in VERBS:
        fail(where, f"unknown verb {show(verb)} in {show(text)}; known: {', '.join(VERBS)} (DS-DATA-11)")
    if who and verb not in PREFIXED:
        fail(where, f"{show(text)}: only {', '.join(PREFIXED)} take a prefix (DS-DATA-15)")
    ids, number = read_words(where, text, rest, VERBS[verb])
    return Effect(verb, ids, number, who)


def ability(where: str, text: object, known: dict[str, tuple[str, ...]]) -> Ability | None:
    """An ability of an item; None for ""."""
    if not isinstance(text, str):
        fail(where, f"expected an ability in quotes, not {show(text)}")
    if not text.strip():
        return None
    verb, *rest = text.split()
    if verb not in known:
        fail(where, f"unknown ability {show(verb)}; known: {', '.join(known)} (DS-ITEM-9)")
    ids, number = read_words(where, text, rest, known[verb], MOST)
    skill = ids[0] if ids and ids[0] in SKILLS_OR_ANY else "any"
    what = next((word for word in ids if word in GIVEN), "coins")
    return Ability(verb, skill, number, what)
