"""Tables of how strong a shipped checkpoint is, from the figures on its card, for README.md and docs/."""

import json
from pathlib import Path
from typing import Any

SHELF = Path(__file__).parents[1] / "checkpoints"
REFERENCE, LEARNT = "heuristic", "all roles"

Row = dict[str, Any]


def rows_of(name: str) -> list[Row]:
    card = json.loads((SHELF / name / "card.json").read_text(encoding="utf-8"))
    return list(card["evaluation"]["against"])


def find(rows: list[Row], what: str, against: str, players: int) -> Row | None:
    return next((r for r in rows if (r["what"], r["against"], r["players"]) == (what, against, players)), None)


def strength_table(name: str) -> str:
    """Win rates of one seat against each kind of opponents, by number of players."""
    rows = rows_of(name)
    lines = ["| players | games | against | hand-written player | learnt | times |", "|---|---|---|---|---|---|"]
    for row in rows:
        if row["what"] != LEARNT:
            continue
        first = find(rows, REFERENCE, row["against"], row["players"])
        assert first is not None
        cells = [str(row["players"]), f"{row['games']:,}", f"`{row['against']}`", percent(first["win_rate"])]
        cells += [f"**{percent(row['win_rate'])}** {span(row['interval'], percent)}", times(row["times"])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def role_table(name: str) -> str:
    """The same against hand-written players by role: at the deal, and at the end; then with one role learnt alone."""
    rows = rows_of(name)
    lines = ["| players | seats | hand-written player | learnt | times |", "|---|---|---|---|---|"]
    for row in rows:
        if row["against"] != REFERENCE or row["what"] == REFERENCE:
            continue
        first = find(rows, REFERENCE, REFERENCE, row["players"])
        assert first is not None
        if row["what"] != LEARNT:
            lines.append(line(row, row["what"], first, row))
            continue
        for key, words in (("by_dealt_role", "dealt the role"), ("by_last_role", "at the end")):
            for role, found in row[key].items():
                if role in first[key]:
                    lines.append(line(row, f"{role}, {words}", first[key][role], found))
    return "\n".join(lines)


def line(row: Row, seats: str, first: Row, found: Row) -> str:
    rate = f"{percent(found['win_rate'])} {span(found['interval'], percent)}"
    compared = times(found["times"]) if "times" in found else ""
    return f"| {row['players']} | {seats} | {percent(first['win_rate'])} | {rate} | {compared} |"


def times(found: Row) -> str:
    return f"{found['ratio']:.2f} {span(found['interval'], '{:.2f}'.format)}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def span(interval: list[float], words: Any) -> str:
    low, high = (words(end) for end in interval)
    return f"({low.removesuffix(' %')} to {high.removesuffix(' %')})"
