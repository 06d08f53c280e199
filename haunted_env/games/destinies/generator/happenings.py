"""Events: what the days bring, what is told of deeds, and what hurries those who play against time."""

from haunted_env.games.destinies.generator.changes import item_name
from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.people import destination
from haunted_env.games.destinies.generator.plan import Plan
from haunted_env.games.destinies.generator.things import spare
from haunted_env.games.destinies.generator.vocabulary import inside

EVERYBODY = ("multi", "explorer", "challenger")
HARD = (["skill any -1"], ["coins -2", "exhaust 1"], ["skill any -2"])
RUMOURS = (["rest refresh 1"], ["all refresh 1"], ["rest coins 1"], ["rest xp 1"])


def add_events(plan: Plan) -> None:
    draw = plan.draw("events")
    days = iter(sorted(draw.some(range(3, 3 + plan.size.days), 20)))
    texts = draw.shuffled(plan.theme["weather"])
    happens(plan, f"day>={next(days)}", texts[0], ["all exhaust 1"])
    for add in (bring_goods, move_somebody, raise_prices, reveal, move_somebody, close_gates, bring_goods):
        add(plan, draw, next(days, plan.size.days))
    move_on(plan, draw, next(days, plan.size.days))
    happens(plan, f"day>={next(days, plan.size.days)}", texts[1], ["all exhaust 1"])
    tell_of_deeds(plan, draw)
    happens(plan, "any_finale", plan.theme["gather"], ["rest xp 1", "rest refresh 1"])
    for number, (text, effects) in enumerate(zip(plan.theme["hard"], HARD), 2):
        happens(plan, f"day>={number * plan.size.days // 5}", text, effects, ("challenger",))


def happens(plan: Plan, when: str, text: str, effects: list[str], modes: tuple[str, ...] = EVERYBODY) -> None:
    number = len(plan.events) + 1
    row = {"id": f"event_{number}", "text": text, "when": [when], "modes": list(modes), "effects": list(effects)}
    plan.events.append(row)


def bring_goods(plan: Plan, draw: Draw, day: int) -> None:
    number = draw.below(len(plan.stalls))
    item = draw.pick(spare(plan))
    name, stall = item_name(plan, item), plan.stalls[number].said
    text = f"A cart has come through after all. {name[0].upper()}{name[1:]} can be had at {stall} now."
    happens(plan, f"day>={day}", text, [f"stock {plan.goods(number)} {item}", f"restock {plan.goods(number)}"])


def raise_prices(plan: Plan, draw: Draw, day: int) -> None:
    number = draw.below(len(plan.stalls))
    text = f"Nothing has come in for days. At {plan.stalls[number].said} they have begun to round up."
    happens(plan, f"day>={day}", text, [f"price {plan.goods(number)} 1"])


def move_somebody(plan: Plan, draw: Draw, day: int) -> None:
    person = draw.pick(plan.people)
    place = destination(plan, draw, person)
    text = f"{person.name} has left the key with a neighbour, and can be found at {place.said} from now on."
    happens(plan, f"day>={day}", text, [f"npc {person.id} {place.id}"])


def reveal(plan: Plan, draw: Draw, day: int) -> None:
    hidden = draw.pick(plan.hidden)
    happens(plan, f"day>={day}", hidden.words["came"], [f"poi_on {hidden.id}"])


def close_gates(plan: Plan, draw: Draw, day: int) -> None:
    """A gate that was open closes; players can open it again."""
    for gate in [gate for gate in plan.gates if gate.open]:
        text = draw.pick(plan.shared["closed"]).format(gate=gate.name, tile=inside(plan.tile_names[gate.b]))
        happens(plan, f"day>={day}", text, [f"way_off {gate.id}"])


def move_on(plan: Plan, draw: Draw, day: int) -> None:
    """The last stall moves to another tile."""
    stall = plan.stalls[-1]
    tile = draw.pick([name for name in plan.tile_names if name != stall.tile])
    text = f"This morning one looks for {stall.said} in vain, and is sent on to {inside(plan.tile_names[tile])}."
    happens(plan, f"day>={day}", text, [f"poi_at {stall.id} {tile}"])


def tell_of_deeds(plan: Plan, draw: Draw) -> None:
    """A deed is told of, and has consequences for the others."""
    for deed in plan.deeds:
        for effect in deed.lasting:
            if effect.startswith("flag "):
                text = f'In {plan.town} they say: "{deed.place.words["word"]}"'
                happens(plan, f"flag:{effect.split()[1]}", text, draw.pick(RUMOURS))
