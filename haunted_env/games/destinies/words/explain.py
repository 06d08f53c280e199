"""What is asked, with the story around it (DS-OBS-12); the last line is the question."""

from collections.abc import Callable

import numpy as np

from haunted_env.games.destinies.actions import Log, Node
from haunted_env.games.destinies.data import N_HOSTED, PASS_RANGES
from haunted_env.games.destinies.state import N_NOTES
from haunted_env.games.destinies.words import names
from haunted_env.games.destinies.words.names import World
from haunted_env.spec.phrases import count, listed, record, sentence


def _skills(world: World) -> str:
    sets = [f"{names.SKILLS[i]} {names.track(world.markers(world.decider, i))}" for i in range(3)]
    return ", ".join(sets)


def _means(world: World) -> str:
    """What one has at hand."""
    table, seat = world.table, world.decider
    coins, dice = count(int(table["coins"][seat]), "coin"), names.dice(int(table["effort"][seat]))
    carried = listed([item.name for item in world.items(seat)])
    more = f" You carry {carried}." if carried else ""
    return f"You have {coins}, {table['xp'][seat]} experience and {dice} ready; {_skills(world)}.{more}"


def _progress(world: World) -> list[str]:
    """How far the own destiny is: what one has been told (DS-DEST-5, DS-DEST-10)."""
    ledger = world.whole["ledger"][world.decider]
    lines = []
    for n, path in enumerate(world.paths(world.decider)):
        done, told = int(ledger["done"][n]), int(ledger["revealed"][n])
        some = f" ({path.wanted} are enough)" if path.wanted < len(path.steps) else ""
        said = f"Path {path.key}, {path.name}: {done.bit_count()} of {len(path.steps)} steps done{some}."
        if ledger["complete"][n]:
            lines.append(f"{said} It is complete: go to {world.poi(int(ledger['finale_poi'][n]))} for your finale.")
            continue
        seek = [
            f"{world.poi(int(ledger['where'][n][i]))} ({step.text.rstrip('.')})"
            for i, step in enumerate(path.steps)
            if told & ~done & 1 << i
        ]
        lines.append(said + (f" Seek {listed(seek)}." if seek else ""))
    return lines


def _is_lost(world: World) -> bool:
    """Whether one knows neither a step to do nor a finale to go to."""
    ledger = world.whole["ledger"][world.decider]
    known = any(int(told) & ~int(done) for told, done in zip(ledger["revealed"], ledger["done"]))
    return int(ledger["destiny"]) >= 0 and not known and not ledger["complete"].any()


def _move(world: World) -> str:
    here = world.tile(int(world.table["place"][world.decider]))
    head = f"Day {world.table['day']}. {_means(world)}"
    advice = ["You know of nothing more to do: explore, and ask people about your destiny."] if _is_lost(world) else []
    return "\n".join([head, *_progress(world), *advice, f"You are on {here}. Where do you go?"])


def _visit(world: World) -> str:
    tile = int(world.table["place"][world.decider])
    places = [f"{world.poi(poi)}: {world.look(poi).text}" for poi in world.known_pois(tile)]
    asked = "What do you visit?" if places else "There is nothing to visit."
    return "\n".join([*places, f"You are on {world.tile(tile)}. {asked}"])


def _options(world: World) -> str:
    """On arriving, the place and the people; then only what is left to do."""
    poi = int(world.table["visit_poi"])
    lines = []
    if world.latest() == Log.VISITED:
        people = world.people_at(poi)
        met = f" You meet {'; '.join(people)}." if people else ""
        lines = [f"{world.poi(poi)}: {world.look(poi).text}{met}", *_said(world)]
    lines += [_out_of_reach(world)] if _out_of_reach(world) else []
    lines += _progress(world)
    return "\n".join([*lines, f"You are at {world.poi(poi)}. What do you do?"])


def _said(world: World) -> list[str]:
    """What people say to the visitor (DS-WORLD-8): the notes since the visit began."""
    table = world.table
    lines: list[str] = []
    for number in range(int(table["n_notes"]) - 1, max(-1, int(table["n_notes"]) - 1 - N_NOTES), -1):
        row = table["notes"][number % N_NOTES]
        if row["code"] == Log.VISITED:
            break
        if row["code"] == Log.SAID:
            npc = world.scenario.npcs[int(row["a"])]
            lines.append(f"{npc.name.partition(',')[0]}: {npc.says[int(row['b'])].text}")
    return lines[::-1]


def _out_of_reach(world: World) -> str:
    """Options that are offered but cannot be paid, or need an item (DS-OPT-3)."""
    coins, n_items = int(world.table["coins"][world.decider]), int(world.table["item_n"][world.decider])
    offered = [option for slot in range(N_HOSTED) if (option := world.slot_option(slot))]
    wanting = [
        names.option_words(option)
        for option in offered
        if option.cost > coins or (option.kind == "scan_item" and not n_items)
    ]
    return f"Not within your means: {' / '.join(wanting)}" if wanting else ""


def _choice(world: World) -> str:
    return f"{world.option(int(world.table['option'])).text}\nWhat do you choose?"


def _scan(world: World) -> str:
    return f"{world.option(int(world.table['option'])).text}\nWhich item do you use?"


def _trade(world: World) -> str:
    coins = count(int(world.table["coins"][world.decider]), "coin")
    change = int(world.table["price"][int(world.table["trade"])])
    prices = "You look over the goods; prices are the same for buying and selling."
    if change:
        prices += f" Everything is {count(abs(change), 'coin')} {'dearer' if change > 0 else 'cheaper'} than usual."
    return f"{prices}\nYou have {coins}. What do you buy or sell?"


def _test(world: World) -> str:
    option = world.option(int(world.table["option"]))
    skill = names.FULL[option.skill]
    markers = names.track(world.markers(world.decider, skill))
    ready = names.dice(int(world.table["effort"][world.decider]))
    low, high = PASS_RANGES[option.described]
    known = int(world.whole["ledger"][world.decider]["peeked"][int(world.table["option"])])
    needs = f"You know that it needs {known}." if known else f"A {option.described} test needs {low} to {high} of them."
    return (
        f"{option.text}\nA test of {names.SKILLS[skill]}: each of your markers ({markers}) that the total of the dice "
        f"reaches is a success, and so is each S. {needs}\nYou have {ready} ready. How many do you add to the two dice?"
    )


def _result(world: World) -> str:
    table = world.table
    option = world.option(int(table["option"]))
    successes = int(table["successes"])
    known = int(world.whole["ledger"][world.decider]["peeked"][int(table["option"])])
    low, high = PASS_RANGES[option.described]
    needs = f"it needs {known}" if known else f"{option.described}: it needs {low} to {high}"
    rolled = sentence(names.rolled(table))
    said = f"{rolled}: total {table['total']}, {successes} success{'' if successes == 1 else 'es'} ({needs})."
    return f"{option.text}\n{said}"


def _steps(world: World) -> str:
    table = world.table
    kind = "Gain" if table["step_sign"] > 0 else "Loss"
    skill = names.SKILLS[int(table["step_skill"])]
    left = count(int(table["step_left"]), "step")
    way = "left" if table["step_sign"] > 0 else "right"
    meaning = "A marker is a success when the total of the dice reaches its space: lower is better."
    return f"{meaning}\n{kind} of {skill}, {left} left: which marker moves one space to the {way}?"


def _stay(world: World) -> str:
    return f"You stay and may improve.\n{_steps(world)}"


def _stage(world: World) -> str:
    name, text = world.stage(world.decider)
    resolve = int(world.table["resolve"][world.decider])
    asked = f"Your resolve is {resolve}; at 0 you are defeated. What do you do?"
    return f"Your finale, {name}: {text}\n{_means(world)}\n{asked}"


QUESTIONS: dict[Node, Callable[[World], str]] = {
    Node.CHARACTER: lambda world: "Choose your character.",
    Node.MOVE: _move,
    Node.TRAVEL: lambda world: "To which explored tile do you travel?",
    Node.STAY_GAIN: _stay,
    Node.VISIT: _visit,
    Node.OPTIONS: _options,
    Node.CHOICE: _choice,
    Node.SCAN_ITEM: _scan,
    Node.SCAN_PATH: lambda world: (
        "You speak of your destiny, and may be told where a step of it is done.\nOf which path do you speak?"
    ),
    Node.TRADE: _trade,
    Node.TEST_PRE: _test,
    Node.TEST_POST: _result,
    Node.STEP_GAIN: _steps,
    Node.STEP_LOSS: _steps,
    Node.OVERFLOW: lambda world: "You carry too much. What do you leave behind, or use up?",
    Node.STAGE: _stage,
}


def explain_decision(game: np.ndarray, seat: int) -> str:
    """What is asked, for the seat that decides; for others, who decides what."""
    world = World(record(game))
    if world.decider < 0:
        return "The game is over."
    if seat != world.decider:
        return f"{sentence(world.who(world.decider))} decides: {Node(world.node).name}."
    return QUESTIONS[Node(world.node)](world)
