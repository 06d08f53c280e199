"""What is asked, with the story around it (DS-OBS-12)."""

from collections.abc import Callable

import numpy as np

from haunted_env.core.prose import count, listed, record, sentence
from haunted_env.games.destinies.actions import Node
from haunted_env.games.destinies.words import names
from haunted_env.games.destinies.words.names import World


def _skills(world: World) -> str:
    sets = [f"{names.SHORT[i]} {names.track(world.markers(world.decider, i))}" for i in range(3)]
    return ", ".join(sets)


def _progress(world: World) -> str:
    """How far the own destiny is: what one has been told (DS-DEST-5, DS-DEST-10)."""
    ledger = world.whole["ledger"][world.decider]
    said = []
    for n, path in enumerate(world.paths(world.decider)):
        done, told = int(ledger["done"][n]), int(ledger["revealed"][n])
        if ledger["complete"][n]:
            said.append(f"path {path.key} is complete, go to {world.poi(int(ledger['finale_poi'][n]))}")
            continue
        seek = [world.poi(int(ledger["where"][n][i])) for i in range(len(path.steps)) if told & ~done & 1 << i]
        said.append(
            f"path {path.key} {done.bit_count()} of {len(path.steps)}" + (f", seek {listed(seek)}" if seek else "")
        )
    return f"Your destiny: {'; '.join(said)}." if said else ""


def _move(world: World) -> str:
    here = world.tile(int(world.table["place"][world.decider]))
    return f"Day {world.table['day']}: you are on {here}. {_progress(world)} Where do you go?"


def _visit(world: World) -> str:
    tile = int(world.table["place"][world.decider])
    places = [f"{world.poi(poi)}: {world.scenario.pois[poi].text}" for poi in world.known_pois(tile)]
    return f"You are on {world.tile(tile)}. What do you visit? {' '.join(places)}"


def _options(world: World) -> str:
    poi = int(world.table["visit_poi"])
    people = world.people_at(poi)
    met = f" You meet {listed(people)}." if people else ""
    return f"{world.poi(poi)}: {world.scenario.pois[poi].text}{met} {_progress(world)} What do you do?"


def _choice(world: World) -> str:
    return f"{world.option(int(world.table['option'])).text} What do you choose?"


def _scan(world: World) -> str:
    return f"{world.option(int(world.table['option'])).text} Which item do you use?"


def _trade(world: World) -> str:
    coins = count(int(world.table["coins"][world.decider]), "coin")
    return f"You look over the goods. You have {coins}."


def _test(world: World) -> str:
    option = world.option(int(world.table["option"]))
    skill = names.FULL[option.skill]
    markers = names.track(world.markers(world.decider, skill))
    ready = count(int(world.table["effort"][world.decider]), "effort die").replace("dies", "dice")
    known = int(world.whole["ledger"][world.decider]["peeked"][int(world.table["option"])])
    needs = f" You know that it needs {known}." if known else ""
    return (
        f"{option.text} A {option.described} test of {names.SKILLS[skill]} ({markers}): a success for each marker that "
        f"the total reaches, and for each S.{needs} You have {ready} ready. How many do you roll?"
    )


def _result(world: World) -> str:
    table = world.table
    option = world.option(int(table["option"]))
    successes = int(table["successes"])
    known = int(world.whole["ledger"][world.decider]["peeked"][int(table["option"])])
    needs = f" (it needs {known})" if known else ""
    return (
        f"{option.text} {sentence(names.rolled(table))}: total {table['total']}, "
        f"{successes} success{'' if successes == 1 else 'es'}{needs} in a {option.described} test."
    )


def _steps(world: World) -> str:
    table = world.table
    kind = "Gain" if table["step_sign"] > 0 else "Loss"
    skill = names.SKILLS[int(table["step_skill"])]
    left = count(int(table["step_left"]), "step")
    way = "left" if table["step_sign"] > 0 else "right"
    return f"{kind} of {skill}, {left} left: which marker moves one space to the {way}? ({_skills(world)})"


def _stay(world: World) -> str:
    return f"You stay and may improve. {_steps(world)}"


def _stage(world: World) -> str:
    name, text = world.stage(world.decider)
    resolve = int(world.table["resolve"][world.decider])
    return f"Your finale, {name}: {text} Resolve {resolve}. What do you do?"


QUESTIONS: dict[Node, Callable[[World], str]] = {
    Node.CHARACTER: lambda world: "Choose your character.",
    Node.MOVE: _move,
    Node.TRAVEL: lambda world: "To which explored tile do you travel?",
    Node.STAY_GAIN: _stay,
    Node.VISIT: _visit,
    Node.OPTIONS: _options,
    Node.CHOICE: _choice,
    Node.SCAN_ITEM: _scan,
    Node.SCAN_PATH: lambda world: "You speak of your destiny. Of which path?",
    Node.TRADE: _trade,
    Node.TEST_PRE: _test,
    Node.TEST_POST: _result,
    Node.STEP_GAIN: _steps,
    Node.STEP_LOSS: _steps,
    Node.OVERFLOW: lambda world: "You carry too much. What do you leave behind or use up?",
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
