"""How Destinies comes out with hand-written players, in every scenario that is supplied.

`python -m tests.games.destinies.balance` writes the tables of docs/destinies.md anew.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from haunted_env.games.destinies import SPEC
from haunted_env.games.destinies.scenario import library
from haunted_env.games.destinies.words.chart import CHANGING
from tests.hand_written import OURS, played

PAGE = Path(__file__).parents[3] / "docs" / "destinies.md"
SEATS = ("first", "second", "third")
BEST = 1.5  # times its fair share: the most that a seat or character may win
EXPLORER, CHALLENGER = (90.0, 100.0), (40.0, 75.0)  # per cent of destinies that are fulfilled


def block(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)


def finished(scenario: str, games: int, seed: int, players: int, mode: str = "multi") -> np.ndarray:
    """The tables of finished games; destinies are dealt as they are by default."""
    options = {"players": players, "mode": mode, "scenario": scenario}
    return played(SPEC, options, [OURS] * players, games, seed)["table"]


def alone(scenario: str, mode: str, games: int, seed: int) -> tuple[float, list[int]]:
    """Per cent of destinies fulfilled, and the days it takes: 10, 50 and 90 per cent of games."""
    table = finished(scenario, games, seed, 1, mode)
    won = table["winner"] == 0
    return 100 * float(won.mean()), [int(day) for day in np.percentile(table["day"][won], (10, 50, 90))]


def shares(scenario: str, players: int, games: int, seed: int) -> tuple[dict[str, float], dict[str, float]]:
    """Wins of seats and of characters, in times their fair share of the games they are in."""
    table = finished(scenario, games, seed, players)
    winner = table["winner"]
    cast = table["character"][:, :players]
    champion = np.where(winner >= 0, cast[np.arange(games), winner], -1)
    seats = {SEATS[seat]: players * float(np.mean(winner == seat)) for seat in range(players)}
    characters = {
        character.id: players * float(np.sum(champion == i) / np.sum(cast == i))
        for i, character in enumerate(library.find(scenario).characters)
    }
    return seats, characters


def highest(found: dict[str, float]) -> str:
    """The figure that must not be too high, and whose it is."""
    name = max(found, key=lambda key: found[key])
    return f"{found[name]:.2f} ({name})"


def balance_row(scenario: str, games: int, seed: int) -> str:
    explorer, days = alone(scenario, "explorer", games, seed)
    challenger, _ = alone(scenario, "challenger", games, seed)
    last = library.find(scenario).header.challenger_days
    cells = [f"{explorer:.1f}", "-".join(map(str, days)), f"{challenger:.1f}", str(last)]
    for players in (2, 3):
        cells += map(highest, shares(scenario, players, games, seed))
    return f"| `{scenario}` | {' | '.join(cells)} |"


def balance_table(scenarios: Iterable[str], games: int = 2000, seed: int = 400) -> str:
    head = ["scenario", "Explorer", "day", "Challenger", "last day"]
    head += [f"{players} players: {what}" for players in (2, 3) for what in ("seat", "character")]
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join(rows + [balance_row(scenario, games, seed) for scenario in scenarios])


def changes_the_world(scenario: str) -> list[str]:
    """The options that change it for others: a place, a person, a way, goods, or a fact that others' options read."""
    s = library.find(scenario)
    read = [condition for option in s.options for condition in option.when]
    read += [condition for option in s.options for choice in option.choices for condition in choice.when]
    read += [condition for event in s.events for condition in event.when]
    read += [condition for finale in s.finales for stage in finale.stages for condition in stage.skip_if]
    facts = {("flag", condition.words[0]) for condition in read if condition.kind == "flag"}
    facts |= {("pflag", condition.words[0]) for condition in read if condition.kind in ("anyone", "other")}

    def is_felt(effect) -> bool:
        return effect.verb in CHANGING or bool(effect.who) or (effect.verb, *effect.words[:1]) in facts

    return [o.id for o in s.options if any(is_felt(effect) for effects in o.effect_lists for effect in effects)]


def size_table(scenarios: Iterable[str]) -> str:
    head = ["scenario", "title", "tiles", "places", "people", "items", "options", "that change the world"]
    rows = [f"| {' | '.join([*head, 'destinies'])} |", "|---" * (len(head) + 1) + "|"]
    for name in scenarios:
        s = library.find(name)
        sizes = [len(rows) for rows in (s.tiles, s.pois, s.npcs, s.items, s.options)]
        cells = [*sizes, len(changes_the_world(name)), len(s.destinies)]
        rows.append(f"| `{name}` | {s.header.title} | {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def with_block(text: str, name: str, table: str) -> str:
    return block(name).sub(rf"\g<1>\n{table}\n\n\g<2>", text)


def in_block(text: str, name: str) -> str:
    found = block(name).search(text)
    assert found, f"docs/destinies.md has no block {name}"
    return found[0]


if __name__ == "__main__":
    measured = balance_table(library.shipped())
    page = with_block(PAGE.read_text(encoding="utf-8"), "scenarios", size_table(library.shipped()))
    PAGE.write_text(with_block(page, "balance", measured), encoding="utf-8")
