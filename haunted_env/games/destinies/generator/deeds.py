"""Places, and the deeds that destinies ask for: by a safe test, another skill, something shown, some for money."""

from haunted_env.games.destinies.data import N_WORLD_FLAGS
from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.people import destination
from haunted_env.games.destinies.generator.plan import DEEDS, Deed, Place, Plan, Row, described, identifier, trial
from haunted_env.games.destinies.scenario.grammar import SKILLS

KINDS = ("lore", "ally", "thing", "way")
FAILED = {
    "int": (["exhaust 1"], ["skill int -1"], ["end_visit"]),
    "dex": (["exhaust 1"], ["skill dex -1"], ["skill dex -1"]),
    "pow": (["exhaust 1"], ["skill pow -1"], ["skill pow -1", "end_visit"]),
}
OWN_SHARE = 0.5  # of the places that belong to the theme, as far as there are so many


def choose_places(plan: Plan) -> None:
    """Which places there are; their deeds bring knowledge, allies, things and ways in like numbers."""
    draw = plan.draw("deeds")
    own = plan.theme["own"]["place"]
    n_own = min(len(own), int(plan.size.deeds * OWN_SHARE))
    chosen = draw.some(own, n_own)
    others = draw.shuffled([row for row in plan.theme["place"] if row not in own])
    while len(chosen) < plan.size.deeds:
        scarce = min(KINDS, key=lambda kind: sum(row["kind"] == kind for row in chosen))
        chosen.append(next((row for row in others if row["kind"] == scarce), others[0]))
        others.remove(chosen[-1])
    for row in chosen:
        place = Place(row["id"], draw.pick(row["name"]), row["token"], draw.pick(row["text"]), row)
        place.load = len(DEEDS)
        place.looks = [{"token": row["token"], "text": row["done"]}]
        plan.places.append(place)
        skill = draw.pick([skill for skill in SKILLS if skill in row])
        plan.deeds.append(Deed(place, skill, draw.pick(plan.size.passes), row["kind"]))
    for row in draw.some(plan.shared["stall"], plan.size.stalls):
        plan.stalls.append(named(draw, row, draw.pick(row["name"]), "trade"))
    for row in draw.some(plan.shared["hidden"], plan.size.hidden):
        plan.hidden.append(named(draw, row, row["name"], row["token"]))
        plan.hidden[-1].active = False
    plan.places += plan.stalls + plan.hidden


def named(draw: Draw, row: Row, name: str, token: str) -> Place:
    return Place(identifier(name), name, token, row["text"], row)


def connect_deeds(plan: Plan) -> None:
    """Which deeds leave more behind than a changed place, and which need another one first."""
    draw = plan.draw("lasting")
    deeds = draw.shuffled(plan.deeds)
    for number, deed in enumerate(deeds[: plan.size.lasting]):
        deed.lasting.append(lasting(plan, draw, number))
    for number, deed in enumerate(draw.some(plan.deeds, min(plan.size.famous, N_WORLD_FLAGS))):
        deed.lasting.append(f"flag known_{number + 1}")
    last = deeds[len(deeds) - 2 * plan.size.chained :]
    for first, deed in zip(last[::2], last[1::2]):
        deed.first = first


def lasting(plan: Plan, draw: Draw, number: int) -> str:
    """Something that stays: a gate opens, somebody goes where they are needed, a hidden place comes to light."""
    if number % 3 == 0:
        return f"way_on {draw.pick(plan.gates).id}"
    if number % 3 == 1:
        return f"poi_on {draw.pick(plan.hidden).id}"
    person = draw.pick(plan.people)
    return f"npc {person.id} {destination(plan, draw, person).id}"


def add_deeds(plan: Plan) -> None:
    """The options of all deeds, way by way."""
    draw = plan.draw("ways of deeds")
    for deed in plan.deeds:
        add_test(plan, draw, "deed", deed, deed.skill, deed.passes)
    for deed in plan.deeds:
        skill = draw.pick([skill for skill in SKILLS if skill in deed.place.words and skill != deed.skill])
        add_test(plan, draw, "other", deed, skill, deed.passes + draw.below(2))
    for deed in plan.deeds:
        category, text = deed.place.words["item"]
        accepts = [{"match": f"cat:{category}", "consume": draw.happens(0.5), "effects": done(deed)}]
        wrong = draw.pick((["exhaust 1"], ["end_visit"]))
        plan.option(
            "scan", at(deed), "scan_item", text, when=open_to(deed), xgroup=deed.flag, accepts=accepts, wrong=wrong
        )
    friendly = sorted(plan.deeds, key=lambda deed: deed.kind != "ally")
    texts = draw.shuffled(plan.shared["bribe"])
    for number, deed in enumerate(friendly[: plan.size.bribes]):
        effects = [*done(deed, 0), "virtue -1"]
        text = texts[number % len(texts)]
        plan.option("bribe", at(deed), "interaction", text, when=open_to(deed), cost=deed.passes + 2, effects=effects)


def add_test(plan: Plan, draw: Draw, role: str, deed: Deed, skill: str, passes: int) -> None:
    fails = list(draw.pick(FAILED[skill]))
    row = trial(skill, passes, described(draw, passes), fails, [], done(deed))
    plan.option(role, at(deed), "test", deed.place.words[skill], when=open_to(deed), xgroup=deed.flag, **row)


def at(deed: Deed) -> str:
    return f"poi:{deed.place.id}"


def open_to(deed: Deed) -> list[str]:
    return [*([f"pflag:{deed.first.flag}"] if deed.first else []), f"!pflag:{deed.flag}"]


def done(deed: Deed, xp: int = 1) -> list[str]:
    """What follows from a deed."""
    return [f"pflag {deed.flag}", *([f"xp {xp}"] if xp else []), f"poi_look {deed.place.id} 1", *deed.lasting]
