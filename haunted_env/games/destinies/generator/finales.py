"""Finales: what stands between a completed path and its end, stage by stage."""

from haunted_env.games.destinies.data import N_OPTIONS
from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.plan import Place, Plan, Row, described, trial
from haunted_env.games.destinies.scenario.grammar import SKILLS

RESOLVE = 2
MOST = 3  # options of a stage
SKIPPED, SHOWN = 0.3, 0.6  # shares of stages that a category of items skips, or that it gets one past
LETTERS = "abcdef"
WITH_ITEMS = {
    "Cloth": "Throw something over their eyes, or your own.",
    "Tool": "Use the right tool for it.",
    "Food": "Offer something to eat.",
    "Fire": "Light something.",
    "Drink": "Offer something to drink.",
    "Holy": "Hold up something that they believe in.",
    "Rope": "Use a rope.",
    "Paper": "Show a paper.",
    "Charm": "Hold on to something that has brought you luck before.",
}


def add_finale(plan: Plan, draw: Draw, name: str, place: Place, last: Row) -> str:
    """One more finale, with its options; its id."""
    finale = f"end_{name}"
    n = draw.pick(plan.size.stages) if has_room(plan) else min(plan.size.stages)
    stages = [*draw.some(plan.shared["stage"], n - 1), last]
    rows = []
    for number, words in enumerate(stages, 1):
        skip = [f"cat:{words['skip']}"] if "skip" in words and draw.happens(SKIPPED) else []
        rows.append({"name": words["name"], "text": words["text"], "skip_if": skip})
        add_stage(plan, draw, finale, number, words, bool(skip))
    plan.rows["finale"].append({"id": finale, "poi": place.id, "resolve": RESOLVE, "stages": rows})
    return finale


def has_room(plan: Plan) -> bool:
    """Whether one finale more may be long, and all that are still to come short."""
    left = N_OPTIONS - sum(map(len, plan.options.values()))
    to_come = 2 * plan.size.characters - len(plan.rows["finale"]) - 1
    return left >= MOST * (max(plan.size.stages) + min(plan.size.stages) * to_come)


def add_stage(plan: Plan, draw: Draw, finale: str, number: int, words: Row, skipped: bool) -> None:
    host = f"stage:{finale}.{number}"
    known = [skill for skill in SKILLS if skill in words]
    letters = iter(LETTERS)
    for skill in draw.some(known, 2):
        passes = draw.pick(plan.size.trials)
        row = trial(skill, passes, described(draw, passes), ["resolve -1"], [], ["advance 1"])
        plan.option("stage", host, "test", words[skill], id=f"{finale}_{number}{next(letters)}", **row)
    if not skipped and "skip" in words and draw.happens(SHOWN):
        accepts = [{"match": f"cat:{words['skip']}", "consume": True, "effects": ["advance 1"]}]
        about = {"accepts": accepts, "wrong": ["resolve -1"], "id": f"{finale}_{number}{next(letters)}"}
        plan.option("stage", host, "scan_item", WITH_ITEMS[words["skip"]], **about)
    for name, condition in (("high", ">="), ("low", "<=-")):
        if name in words:
            when = [f"virtue{condition}{plan.size.devoted}"]
            about = {"when": when, "effects": ["advance 1"], "id": f"{finale}_{number}{next(letters)}"}
            plan.option("stage", host, "interaction", words[name], **about)
