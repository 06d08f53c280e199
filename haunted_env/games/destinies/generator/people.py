"""Who lives there, what they know, say and offer; and who comes from elsewhere: the characters."""

from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.plan import Person, Place, Plan, Row, described, trial
from haunted_env.games.destinies.scenario.grammar import SKILLS

OFFERS = 2  # of a person
OPTIONS = 1 + OFFERS  # of a person: those, and asking for advice
KNOWING = 2  # people who know of a deed
TRACKS = ((5, 8, 10), (7, 9, 11), (7, 10, 12))  # of the best, the second, the worst skill


def settle(plan: Plan) -> None:
    """People, each at a place that suits them."""
    draw = plan.draw("people")
    own = plan.theme["own"]["role"]
    roles = [*own, *draw.some([role for role in plan.theme["role"] if role not in own], plan.size.people - len(own))]
    for slot, role in enumerate(roles):
        first, last = plan.somebody()
        there = [place for place in plan.standing if plan.room(place, OPTIONS)]
        suited = [place for place in there if place.token == role["token"]]
        place = plan.quiet(draw, suited or there, OPTIONS)
        place.load += OPTIONS
        row: Row = {"id": first.lower(), "slot": slot, "name": f"{first} {last}, {role['as']}", "at": place.id}
        row |= {"lore": [], "says": [{"text": draw.pick(role["greet"]), "when": []}]}
        plan.people.append(Person(first.lower(), first, row))
    plan.rows["npc"] = [person.row for person in plan.people]


def destination(plan: Plan, draw: Draw, person: Person) -> Place:
    """A place to which somebody may be sent; their options count there from now on."""
    there = [place for place in plan.standing if place.id != person.row["at"]]
    place = plan.quiet(draw, there, OPTIONS)
    place.load += OPTIONS
    return place


def inform(plan: Plan) -> None:
    """Who knows of what, and what they say of it."""
    draw = plan.draw("lore")
    for deed in draw.shuffled(plan.deeds):
        knowing = sorted(draw.shuffled(plan.people), key=lambda person: len(person.row["lore"]))[:KNOWING]
        for person in knowing:
            person.row["lore"].append(deed.place.id)
    by_place = {deed.place.id: deed for deed in plan.deeds}
    for person in plan.people:
        mine, *others = draw.shuffled(person.row["lore"])
        deed = by_place[mine]
        said = draw.pick(plan.shared["seen"]).format(place=deed.place.said)
        about = [{"text": said, "when": [f"pflag:{deed.flag}"]}]
        for name in others[:2]:
            about.append({"text": by_place[name].place.words["word"], "when": [f"anyone:{by_place[name].flag}"]})
        person.row["says"][:0] = about


def add_people(plan: Plan) -> None:
    """What people offer, and the goods of the stalls."""
    draw = plan.draw("offers")
    for number, stall in enumerate(plan.stalls):
        plan.option("trade", f"poi:{stall.id}", "trade", "Look over the goods.", stack=plan.goods(number))
    for person in plan.people:
        text = draw.pick(plan.shared["ask"]).format(name=person.name)
        plan.option("ask", f"npc:{person.id}", "scan_destiny", text)
    offers = draw.shuffled(plan.shared["offer"])
    for person in plan.people:
        for _ in range(OFFERS):
            offers = offers or draw.shuffled(plan.shared["offer"])
            add_offer(plan, draw, person, offers.pop())


def add_offer(plan: Plan, draw: Draw, person: Person, offer: Row) -> None:
    text = offer["text"].format(name=person.name)
    limit = {"limit": offer["limit"]} if "limit" in offer else {}
    if "test" in offer:
        skill, passes = offer["test"]
        row = trial(skill, passes, described(draw, passes), ["exhaust 1"], [], offer["effects"])
        plan.option("offer", f"npc:{person.id}", "test", text, **limit, **row)
        return
    cost = {"cost": max(1, offer["cost"] + draw.below(2))} if "cost" in offer else {}
    when = [condition.replace("2", str(plan.size.devoted)) for condition in offer.get("when", [])]
    effects = offer["effects"]
    plan.option("offer", f"npc:{person.id}", "interaction", text, when=when, **limit, **cost, effects=effects)


def arrive(plan: Plan) -> None:
    """The characters: everybody is good at something else."""
    draw = plan.draw("characters")
    rows: list[Row] = []
    trades = draw.some(plan.shared["trade"], plan.size.characters)
    orders = [(a, b, c) for a in SKILLS for b in SKILLS for c in SKILLS if {a, b, c} == set(SKILLS)]
    for slot, order in enumerate(draw.some(orders, plan.size.characters)):
        first, last = plan.somebody()
        row: Row = {"id": first.lower(), "slot": slot, "name": f"{first} {last}, {trades[slot]}"}
        tracks = dict(zip(order, map(list, TRACKS)))
        better, worse = draw.some(SKILLS, 2)  # one marker a space better, another one worse
        tracks[better][1] -= 1
        tracks[worse][1] += 1
        rows.append({**row, **{skill: tracks[skill] for skill in SKILLS}})
    plan.rows["character"] = rows
