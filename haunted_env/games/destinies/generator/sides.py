"""What else can be done at places: work, rest, things to find and to learn, and choices between right and easy."""

from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.plan import Place, Plan, described, trial
from haunted_env.games.destinies.generator.things import spare
from haunted_env.games.destinies.scenario.grammar import SKILLS

WAGES = (["coins 2", "end_visit"], ["coins 2", "end_visit"], ["coins 3", "exhaust 1", "end_visit"])
PAINS = {"int": "exhaust 1", "dex": "skill dex -1", "pow": "skill pow -1"}  # of searching


def add_sides(plan: Plan) -> None:
    draw = plan.draw("sides")
    for role, add in ADD.items():
        hosts = {place.id for place in plan.hidden} if role in ("rest", "search") else set()
        for place in plan.hidden if hosts else []:
            add(plan, draw, place)
        for _ in range(plan.size.sides[role]):
            free = [place for place in plan.standing if place.id not in hosts]
            place = plan.quiet(draw, free or plan.standing)
            hosts.add(place.id)
            add(plan, draw, place)


def add_work(plan: Plan, draw: Draw, place: Place) -> None:
    text = plan.fresh(draw, "work", plan.shared["work"][place.token])
    plan.option("work", host(place), "interaction", text, effects=list(draw.pick(WAGES)))


def add_rest(plan: Plan, draw: Draw, place: Place) -> None:
    text = plan.fresh(draw, "rest", plan.shared["rest"][place.token])
    dice = 2 if place.active else 3
    plan.option("rest", host(place), "interaction", text, effects=[f"refresh {dice}", "end_visit"])


def add_search(plan: Plan, draw: Draw, place: Place) -> None:
    text = plan.fresh(draw, "search", plan.shared["search"][place.token])
    skill, passes = draw.pick(SKILLS), draw.between(1, 2) + (not place.active)
    found = [f"item {draw.pick(spare(plan))}", *(["coins 1"] if place.active else ["coins 2", "xp 1"])]
    row = trial(skill, passes, described(draw, passes), [PAINS[skill]], [], found)
    plan.option("search", host(place), "test", text, limit="player", **row)


def add_practice(plan: Plan, draw: Draw, place: Place) -> None:
    skill = draw.pick(SKILLS)
    text = plan.fresh(draw, "practice", plan.shared["practice"][skill])
    plan.option("practice", host(place), "interaction", text, limit="player", effects=[f"skill {skill} 1", "end_visit"])


def add_school(plan: Plan, draw: Draw, place: Place) -> None:
    text = plan.shared["school"][place.token]
    plan.option("school", host(place), "interaction", text, cost=draw.between(2, 3), effects=["xp 1", "end_visit"])


def add_offering(plan: Plan, draw: Draw, place: Place) -> None:
    text = plan.shared["offering"][place.token]
    plan.option("offering", host(place), "interaction", text, cost=1, effects=["virtue 1", "refresh 1"])


def add_moral(plan: Plan, draw: Draw, place: Place) -> None:
    text = plan.fresh(draw, "moral", [row["text"] for row in plan.shared["moral"]])
    words = next(row for row in plan.shared["moral"] if row["text"] == text)
    stall = plan.goods(draw.below(len(plan.stalls)))
    right = draw.pick(
        (["virtue 2", "xp 1", "exhaust 1"], ["virtue 2", "xp 1", "end_visit"], ["virtue 2", f"restock {stall}"])
    )
    easy = draw.pick((["virtue -2", "coins 3"], ["virtue -2", "xp 1"], ["virtue -2", "coins 2", f"price {stall} 1"]))
    between = draw.pick((["refresh 1"], ["coins 1", "virtue -1"], ["virtue 1"]))
    lists = zip(("right", "between", "easy"), (right, between, easy))
    choices = [{"text": words[name], "when": [], "effects": list(effects)} for name, effects in lists]
    plan.option("moral", host(place), "interaction", text, limit="player", choices=draw.shuffled(choices))


def host(place: Place) -> str:
    return f"poi:{place.id}"


ADD = {
    "work": add_work,
    "rest": add_rest,
    "search": add_search,
    "practice": add_practice,
    "school": add_school,
    "offering": add_offering,
    "moral": add_moral,
}
