"""Pieces of the report's HTML: sections, tables, shares with intervals, colour marks."""

from collections.abc import Sequence
from html import escape
from typing import Any

from haunted_env.arena import figures


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A table of ready HTML cells; the first `left` columns are words, the others numbers."""

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(f"<{tag}{'' if i < left else ' class=n'}>{cell}</{tag}>" for i, cell in enumerate(row))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{cells(head, "th")}</tr></thead><tbody>{body}</tbody></table></div>'


def section(title: str, body: str, note: str, wide: bool = False) -> str:
    about = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="{"wide" if wide else ""}"><h2>{escape(title)}</h2>{about}{body}</section>'


def share_cell(cell: dict[str, Any] | None) -> str:
    """A win rate as a bar with its interval."""
    if not cell or cell["win_rate"] is None:
        return "–"
    low, high = cell["interval"]
    marks = f'<i style="width:{100 * cell["win_rate"]:.1f}%"></i>'
    marks += f'<b style="left:{100 * low:.1f}%;width:{100 * (high - low):.1f}%"></b>'
    words = f"{100 * cell['win_rate']:.1f} % <small>[{100 * low:.1f}, {100 * high:.1f}]</small>"
    return f'<span class="share" title="{cell["games"]} games">{marks}</span>{words}'


def swatch(number: int, name: str) -> str:
    return f'<span class="swatch {figures.colour(number)}"></span>{escape(name)}'


def percent_words(rate: float | None, interval: Sequence[float] | None) -> str:
    if rate is None or interval is None:
        return "never met"
    return f"{100 * rate:.1f} % [{100 * interval[0]:.1f}, {100 * interval[1]:.1f}]"


def interval(value: float, span: Sequence[float], form: str) -> str:
    """A value and where it lies with 95 % certainty."""
    low, high = span
    return f"{value:{form}} <small>[{low:{form}}, {high:{form}}]</small>"
