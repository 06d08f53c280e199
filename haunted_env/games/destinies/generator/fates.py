"""Destinies: why somebody has come, two ways to see it through, the steps of each, and what is read aloud of them."""

from haunted_env.games.destinies.generator.draw import Draw
from haunted_env.games.destinies.generator.finales import add_finale
from haunted_env.games.destinies.generator.plan import Deed, Place, Plan, Row
from haunted_env.games.destinies.generator.vocabulary import lowered

KEYS = ("A", "B")
ALTERNATIVE, OPENING, ENOUGH = 0.2, 0.2, 0.4  # shares of steps and paths that branch
OTHER_KIND = 1.5  # how much less a deed suits that is not of the kind that a path wants


def deal_fates(plan: Plan) -> None:
    draw = plan.draw("fates")
    own = plan.theme["own"]["motive"]
    others = [row for row in plan.theme["motive"] if row not in own]
    n_own = min(len(own), plan.size.characters - 1)
    motives = draw.shuffled(draw.some(own, n_own) + draw.some(others, plan.size.characters - n_own))
    plan.rows["hint"] = read_aloud(plan, draw, motives)
    plan.rows["destiny"], plan.rows["finale"] = [], []
    for number, (motive, character) in enumerate(zip(motives, plan.rows["character"])):
        hints = [f"hint_{number + 1}", f"hint_{(number - 1) % len(motives) + 1}"]
        taken: list[Deed] = []
        ends = draw.some([deed.place for deed in plan.deeds], len(KEYS))
        paths = []
        for key in KEYS:
            deeds = suited(plan, draw, motive[key]["wants"], draw.pick(plan.size.steps), taken)
            taken += deeds
            paths.append(path(plan, draw, motive, key, deeds, ends.pop()))
            for step, hint in zip(paths[-1]["step"], draw.shuffled(hints)):
                step["aloud"] = hint
        row = {"id": motive["id"], "character": character["id"], "card": motive["card"], "path": paths}
        plan.rows["destiny"].append(row)


def read_aloud(plan: Plan, draw: Draw, motives: list[Row]) -> list[Row]:
    """Hint k speaks of destinies k and k + 1, so every destiny has two (DS-DATA-19)."""
    rows = []
    texts = draw.shuffled(plan.shared["hint"])
    for number, motive in enumerate(motives):
        pair = draw.shuffled([motive["id"], motives[(number + 1) % len(motives)]["id"]])
        first, second = (plan.shared["trace"][name] for name in pair)
        text = texts[number % len(texts)].format(first=first, second=second)
        rows.append({"id": f"hint_{number + 1}", "text": text})
    return rows


def suited(plan: Plan, draw: Draw, wants: list[str], n: int, taken: list[Deed]) -> list[Deed]:
    """Deeds of the kinds that a path wants, rather those that few others need; none of the destiny's other path."""
    left = [deed for deed in plan.deeds if deed not in taken]
    cost = {deed.place.id: deed.used + OTHER_KIND * (deed.kind not in wants) + draw.below(3) / 2 for deed in left}
    found = sorted(left, key=lambda deed: cost[deed.place.id])[:n]
    for deed in found:
        deed.used += 1
    return draw.shuffled(found)


def path(plan: Plan, draw: Draw, motive: Row, key: str, deeds: list[Deed], ends: Place) -> Row:
    words = motive[key]
    name = f"{motive['id']}_{key.lower()}"
    steps: list[Row] = []
    for number, deed in enumerate(deeds, 1):
        row: Row = {"id": f"{name}{number}", "need": [f"pflag:{deed.flag}"], "where": deed.place.id}
        row |= {"lore": deed.place.id, "text": asked(deed)}
        steps.append(row)
    branch(plan, draw, steps, deeds)
    finale = add_finale(plan, draw, name, ends, words["last"])
    hint = f"It ends {ends.words['clue']}."
    row = {"key": key, "name": words["name"], "card_hint": hint, "finale": finale, "step": steps}
    if len(steps) > 3 and draw.happens(ENOUGH):
        row["enough"] = len(steps) - 1
    return row


def branch(plan: Plan, draw: Draw, steps: list[Row], deeds: list[Deed]) -> None:
    """Some steps can be done in another way, some open only after the first."""
    if plan.size.name == "small":
        return
    if draw.happens(OPENING):
        steps[-1] |= {"after": [steps[0]["id"]], "text": f"After that, {lowered(steps[-1]['text'])}"}
    other = draw.pick(plan.deeds)
    if draw.happens(ALTERNATIVE) and other not in deeds and not other.first and not deeds[1].first:
        text = f"{deeds[1].place.words['step'][:-1]}. Or else: {lowered(other.place.words['step'])}"
        steps[1] |= {"need": [f"pflag:{deeds[1].flag}", f"pflag:{other.flag}"], "least": 1, "text": text}


def asked(deed: Deed) -> str:
    """A step in words."""
    step = str(deed.place.words["step"])
    return f"First, {lowered(deed.first.place.words['step'])} Then {lowered(step)}" if deed.first else step
