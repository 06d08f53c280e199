"""Goods: names and prices of the items, and what the stalls have."""

from haunted_env.games.destinies.generator.plan import Plan, Row, identifier

STOCK = (5, 6, 7)  # goods of a stall at the start
DEARER = (-1, 0, 0, 0, 1)


def make_items(plan: Plan) -> None:
    """Item k has the same categories and abilities in every world (DS-GEN-4)."""
    draw = plan.draw("items")
    rows: list[Row] = []
    for number, words in enumerate(plan.shared["item"][: plan.size.items], 1):
        name = draw.pick(words["name"])
        value = max(1, words["value"] + draw.pick(DEARER))
        row: Row = {"id": identifier(name), "no": number, "name": name, "value": value, "cats": words["cats"]}
        row |= {"copies": words["copies"], "always": words.get("always", ""), "discard": words.get("discard", "")}
        rows.append(row)
    plan.rows["item"] = rows
    stock_stalls(plan)


def stock_stalls(plan: Plan) -> None:
    """What is for sale; at least one copy of everything there are two of stays elsewhere, to be found."""
    draw = plan.draw("stock")
    left = {row["id"]: max(1, row["copies"] - 1) for row in plan.rows["item"]}
    plan.rows["stack"] = []
    for number in range(len(plan.stalls)):
        there = [name for name, n in left.items() if n]
        items = draw.some(there, draw.pick(STOCK))
        for name in items:
            left[name] -= 1
        plan.rows["stack"].append({"id": plan.goods(number), "items": items})


def spare(plan: Plan) -> list[str]:
    """Items of which the stalls do not have every copy at the start."""
    sold = [name for row in plan.rows["stack"] for name in row["items"]]
    return [row["id"] for row in plan.rows["item"] if sold.count(row["id"]) < row["copies"]]
