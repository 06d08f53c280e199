"""The generated tables of README.md and docs/: `python -m tests.readme` writes them anew, `test_readme.py` compares."""

import re
from pathlib import Path

from haunted_env.registry import GAMES, spec
from haunted_env.spec import GameSpec
from tests import strength
from tests.fuzz import figures

README = Path(__file__).parent.parent / "README.md"
PAGES = (README, *sorted(README.parent.glob("docs/*.md")))
KINDS = "observation|actions|options|sizes|reliability|strength|roles"
BLOCK = re.compile(rf"(<!-- ({KINDS}) ([\w/]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(text: str) -> str:
    """The text with every generated table as the code has it now."""

    def fill(match: re.Match[str]) -> str:
        head, what, name, end = match.groups()
        if what == "sizes":
            return f"{head}\n{size_table()}\n\n{end}"
        if what == "reliability":
            return f"{head}\n{figures.table(figures.load())}\n\n{end}"
        if what in ("strength", "roles"):
            table = strength.strength_table(name) if what == "strength" else strength.role_table(name)
            return f"{head}\n{table}\n\n{end}"
        tables = {"observation": GameSpec.observation_table, "actions": GameSpec.action_table, "options": option_table}
        return f"{head}\n{tables[what](spec(name))}\n\n{end}"

    return BLOCK.sub(fill, text)


def size_table() -> str:
    """How many numbers the two kinds of observations of every game are."""
    rows = ["| game | full | compact |", "|---|---|---|"]
    for game in map(spec, GAMES):
        rows.append(f"| {game.title} | {game.observation.size:,} | {game.observation_layout('compact').size:,} |")
    return "\n".join(rows)


def option_table(game: GameSpec) -> str:
    """Name, default, what it may be, meaning."""
    defaults = game.check_options({})
    rows = ["| option | default | may be | meaning |", "|---|---|---|---|"]
    for option in game.options:
        allowed = ", ".join(f"`{value!r}`" for value in option.values) or f"{option.low} to {option.high}"
        rows.append(f"| `{option.name}` | `{defaults[option.name]!r}` | {allowed} | {option.meaning} |")
    return "\n".join(rows)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
