"""A whole scenario from a seed and a size, as the document of a scenario file (DS-GEN-1)."""

from haunted_env.games.destinies.generator.changes import add_changes
from haunted_env.games.destinies.generator.deeds import add_deeds, choose_places, connect_deeds
from haunted_env.games.destinies.generator.fates import deal_fates
from haunted_env.games.destinies.generator.happenings import add_events
from haunted_env.games.destinies.generator.land import lay_places, lay_tiles, poi_rows
from haunted_env.games.destinies.generator.people import add_people, arrive, inform, settle
from haunted_env.games.destinies.generator.plan import SIZES, Plan, Row
from haunted_env.games.destinies.generator.sides import add_sides
from haunted_env.games.destinies.generator.things import make_items

# In this order: later parts need what earlier ones have put there.
PARTS = (
    *(choose_places, lay_tiles, lay_places, settle, connect_deeds, arrive, make_items),
    *(add_deeds, add_people, add_sides, add_changes, deal_fates, add_events, inform),
)
TABLES = ("tile", "poi", "way", "npc", "item", "stack", "option", "character", "hint", "destiny", "finale", "event")


def document(seed: int, size: str) -> dict[str, Row | list[Row]]:
    """The world of a seed, the same for ever (as long as `VERSION` stays)."""
    plan = Plan(seed, SIZES[size])
    for add in PARTS:
        add(plan)
    plan.rows["poi"] = poi_rows(plan)
    plan.rows["option"] = [row for rows in plan.options.values() for row in rows]
    plan.rows["event"] = plan.events
    return {"scenario": header(plan), **{name: plan.rows[name] for name in TABLES}}


def header(plan: Plan) -> Row:
    draw, size = plan.draw("header"), plan.size
    intro = " ".join(draw.pick(plan.theme[part]) for part in ("happened", "since", "why"))
    return {
        "id": f"generated_{plan.seed}_{size.name}",
        "format": 1,
        "title": draw.pick(plan.theme["title"]).format(town=plan.town),
        "intro": intro.format(town=plan.town),
        "start_tile": plan.start,
        "virtue_min": -size.virtue,
        "virtue_max": size.virtue,
        "virtue_low": -size.devoted,
        "virtue_high": size.devoted,
        "challenger_days": size.days,
        "start_coins": 1,
        "start_effort": 0,
        "main_faces": [1, 2, 3, 4, 5, 6],
        "effort_faces": ["1", "1", "2", "2", "S", "S"],
        "track_min": 2,
        "track_max": 12,
        "max_markers": 4,
        "hand_limit": 5,
        "base_range": 2,
    }
