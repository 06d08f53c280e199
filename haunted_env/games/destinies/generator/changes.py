"""What players can do that changes the world for everybody: gates, prices, goods, people, hidden places."""

from typing import Any

from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.people import destination
from haunted_env.games.destinies.generator.plan import Gate, Place, Plan, described, trial
from haunted_env.games.destinies.generator.things import spare
from haunted_env.games.destinies.generator.vocabulary import inside
from haunted_env.games.destinies.scenario.grammar import SKILLS


def add_changes(plan: Plan) -> None:
    draw = plan.draw("changes")
    for gate in plan.gates:
        add_gate(plan, draw, gate)
    for gate in draw.some(plan.gates, plan.size.sides["shut"]):
        place, tile = beside(plan, draw, gate)
        effects = [f"way_off {gate.id}", "xp 1", "virtue -1"]
        add(
            plan,
            draw,
            "shut",
            place,
            effects,
            {"gate": gate.name, "tile": tile},
            when=[f"way:{gate.id}"],
            limit="player",
        )
    for role in ("cheap", "dear", "stock", "unstock", "restock"):
        for _ in range(plan.size.sides[role]):
            add_trading(plan, draw, role)
    for role in ("move", "away"):
        for person in draw.some(plan.people, plan.size.sides[role]):
            add_sending(plan, draw, role, person)
    for hidden in plan.hidden:
        place = plan.quiet(draw, [other for other in plan.standing if other.tile == hidden.tile] or plan.standing)
        test = easy_test(draw, [f"poi_on {hidden.id}", "xp 1"])
        text = hidden.words["found"]
        plan.option("found", f"poi:{place.id}", "test", text, when=[f"!poi:{hidden.id}"], **test)


def add(
    plan: Plan, draw: Draw, role: str, place: Place, effects: list[str], names: dict[str, str], **fields: Any
) -> None:
    text = draw.pick(plan.shared["change"][role]).format(**names)
    plan.option(role, f"poi:{place.id}", "interaction", text, **fields, effects=effects)


def add_gate(plan: Plan, draw: Draw, gate: Gate) -> None:
    """A gate can be opened from one of its sides."""
    place, tile = beside(plan, draw, gate)
    text = draw.pick(plan.shared["change"]["open"]).format(gate=gate.name, tile=tile)
    test = easy_test(draw, [f"way_on {gate.id}", "xp 1"])
    plan.option("open", f"poi:{place.id}", "test", text, when=[f"!way:{gate.id}"], **test)


def beside(plan: Plan, draw: Draw, gate: Gate) -> tuple[Place, str]:
    """A place on one side of a gate, and what the tile on the other side is called."""
    near = [place for place in plan.standing if place.tile in (gate.a, gate.b)]
    place = plan.quiet(draw, near)
    return place, inside(plan.tile_names[gate.b if place.tile == gate.a else gate.a])


def easy_test(draw: Draw, wins: list[str]) -> dict[str, Any]:
    passes = draw.between(1, 2)
    return trial(draw.pick(SKILLS), passes, described(draw, passes), ["exhaust 1"], [], wins)


def add_trading(plan: Plan, draw: Draw, role: str) -> None:
    number = draw.below(len(plan.stalls))
    stall, goods = plan.stalls[number], plan.rows["stack"][number]
    place = plan.quiet(draw, [other for other in plan.standing if other is not stall])
    items = [name for name in spare(plan) if name not in goods["items"]] if role == "stock" else goods["items"]
    item = draw.pick(items)
    effects = {
        "cheap": [f"price {goods['id']} -1", "xp 1", "end_visit"],
        "dear": [f"price {goods['id']} 1", "coins 3", "virtue -1"],
        "stock": [f"stock {goods['id']} {item}", "xp 1"],
        "unstock": [f"unstock {goods['id']} {item}", "virtue 1", "xp 1"],
        "restock": [f"restock {goods['id']}", "virtue 1", "end_visit"],
    }[role]
    names = {"stall": stall.said, "item": item_name(plan, item)}
    add(plan, draw, role, place, effects, names, limit="world")


def item_name(plan: Plan, item: str) -> str:
    """In the middle of a sentence."""
    return f"the {next(row['name'] for row in plan.rows['item'] if row['id'] == item)}"


def add_sending(plan: Plan, draw: Draw, role: str, person: Any) -> None:
    """Somebody is called to another place, or leaves for good."""
    if role == "away":
        place = plan.quiet(draw, [other for other in plan.standing if other.id != person.row["at"]])
        add(
            plan,
            draw,
            role,
            place,
            [f"npc_off {person.id}", "coins 3", "virtue -1"],
            {"name": person.name},
            limit="world",
        )
        return
    goal = destination(plan, draw, person)
    place = plan.quiet(draw, [other for other in plan.standing if other is not goal])
    effects = [f"npc {person.id} {goal.id}", "xp 1"]
    names = {"name": person.name, "place": goal.said}
    add(plan, draw, role, place, effects, names, when=[f"!npc:{person.id}@{goal.id}"], limit="player")
