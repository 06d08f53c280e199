"""Figures of the report as inline SVG, without scripts; colours come from the page's style sheet."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

ROW = 30
MARGIN = 12
CHAR = 7.2  # width of a character of the labels
AXIS = 34
WIDTH = 560  # of a column of the page
TICK_ROOM = 48  # for a number below an axis, with some air
COLOURS = 8  # c0 to c7 of the style sheet


@dataclass(frozen=True)
class Estimate:
    """A labelled value with its interval."""

    label: str
    value: float
    low: float
    high: float
    colour: int = 0
    shown: str = ""


def picture(width: float, height: float, body: str, title: str) -> Markup:
    """A picture of its natural size that shrinks with the page; templates do not escape it again."""
    box = f'viewBox="0 0 {width:.0f} {height:.0f}" style="max-width:{width:.0f}px"'
    about = f'role="img" aria-label="{escape(title)}"'
    return Markup(f'<svg {box} {about} xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{escape(words)}</text>'


def bar(x: float, y: float, width: float, height: float, style: str, tip: str = "", css: str = "") -> str:
    size = f'x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{height:.1f}"'
    size += f' style="{css}"' if css else ""
    return f'<rect {size} rx="2" class="{style}">{f"<title>{escape(tip)}</title>" if tip else ""}</rect>'


def dot(x: float, y: float, radius: float, style: str, tip: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" class="{style}"><title>{escape(tip)}</title></circle>'


def colour(number: int) -> str:
    return f"c{number % COLOURS}"


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from low to high."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / about))
    step *= min((1, 2, 2.5, 5, 10), key=lambda m: abs(span / (step * m) - about))
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda value: start + (end - start) * (value - low) / ((high - low) or 1)


def number(value: float) -> str:
    return f"{value:g}"


def percent(value: float, digits: int = 0) -> str:
    return f"{100 * value:.{digits}f} %"


def label_width(labels: Sequence[str]) -> float:
    return MARGIN + CHAR * max(map(len, labels), default=0)


def forest(rows: Sequence[Estimate], title: str, mark: float = 0.0) -> Markup:
    """Values with their intervals, one below the other; a line at `mark`."""
    points = [x for row in rows for x in (row.low, row.high)] + [mark]
    left = label_width([row.label for row in rows]) + 8
    right = max(left + 160, WIDTH - 130)
    low, high = min(points), max(points)
    at = scale(low - 0.04 * (high - low), high + 0.04 * (high - low), left, right)
    marks = ticks(low, high, min(6, int((right - left) / TICK_ROOM)))  # long labels of rows leave little room
    while CHAR * sum(len(number(t)) + 2 for t in marks) > right - left:  # and so do long numbers
        marks = marks[::-2][::-1]
    bottom = ROW * len(rows) + 6
    body = "".join(
        line(at(t), 4, at(t), bottom, "grid") + text(at(t), bottom + 16, number(t), "tick", "middle") for t in marks
    )
    body += line(at(mark), 4, at(mark), bottom, "mark")
    for i, row in enumerate(rows):
        y = ROW * (i + 0.5) + 4
        tip = f"{row.label}: {row.shown}"
        body += text(left - 8, y + 4, row.label, "label", "end")
        body += line(at(row.low), y, at(row.high), y, f"whisker {colour(row.colour)}")
        body += dot(at(row.value), y, 5, colour(row.colour), tip) + text(right + 10, y + 4, row.shown, "value")
    return picture(right + 130, bottom + AXIS - 8, body, title)


def heat_map(
    names: Sequence[str], cells: Sequence[Sequence[float | None]], tips: Sequence[Sequence[str]], title: str
) -> Markup:
    """A square table of shares, coloured around their mean."""
    size = 64
    left, top = label_width(names) + 24, 28
    known = [cell for row in cells for cell in row if cell is not None]
    mean = sum(known) / max(1, len(known))
    reach = max([abs(cell - mean) for cell in known], default=0) or 1
    body = ""
    for i, name in enumerate(names):
        body += text(left - 8, top + size * (i + 0.5) + 4, f"{i + 1}  {name}", "label", "end")
        body += text(left + size * (i + 0.5), top - 8, f"with {i + 1}", "tick", "middle")
        for j, cell in enumerate(cells[i]):
            x, y = left + size * j, top + size * i
            if cell is None:
                body += bar(x + 1, y + 1, size - 2, size - 2, "empty", tips[i][j])
                continue
            strength = (cell - mean) / reach
            style, opacity = "more" if strength >= 0 else "less", 0.08 + 0.8 * abs(strength)
            body += bar(x + 1, y + 1, size - 2, size - 2, style, tips[i][j], f"fill-opacity:{opacity:.2f}")
            body += text(x + size / 2, y + size / 2 + 5, percent(cell), "cell", "middle")
    return picture(left + size * len(names) + MARGIN, top + size * len(names) + 8, body, title)


def parts(rows: Sequence[tuple[str, float, Sequence[float]]], title: str) -> Markup:
    """Bars of shares of the whole, each split among agents (weights); an undivided rest is grey."""
    left = label_width([row[0] for row in rows]) + 8
    width = 360
    most = max((row[1] for row in rows), default=1) or 1
    body = ""
    for i, (label, share, weights) in enumerate(rows):
        y = ROW * i + 6
        body += text(left - 8, y + 15, label, "label", "end")
        x, full = left, width * share / most
        total = sum(weights)
        if not total:
            body += bar(x, y, full, 20, "empty", f"{label}: {percent(share)} of games, nobody won")
        for agent, weight in enumerate(weights):
            if weight:
                part = full * weight / total
                body += bar(x, y, part, 20, colour(agent), f"{label}: {percent(weight / total)} of its wins")
                x += part
        body += text(left + full + 8, y + 15, percent(share, 1), "value")
    return picture(left + width + 80, ROW * len(rows) + 10, body, title)


def histogram(values: Sequence[float], title: str, unit: str) -> Markup:
    """How often each size occurs."""
    low, high = min(values), max(values)
    width = max(1, math.ceil((high - low + 1) / 24))
    counts = [0] * (int((high - low) // width) + 1)
    for value in values:
        counts[int((value - low) // width)] += 1
    left, right, bottom = 46, 520, 170
    across = scale(low, low + width * len(counts), left, right)
    up = scale(0, max(counts), bottom, 12)
    body = "".join(
        line(left, up(t), right, up(t), "grid") + text(left - 6, up(t) + 4, number(t), "tick", "end")
        for t in ticks(0, max(counts), 4)
    )
    for i, count in enumerate(counts):
        first = low + width * i
        tip = f"{first:g} to {first + width - 1:g} {unit}: {count} games" if width > 1 else f"{first:g} {unit}: {count}"
        body += bar(across(first) + 0.5, up(count), across(width) - across(0) - 1, bottom - up(count), "c0", tip)
    body += "".join(text(across(t), bottom + 16, number(t), "tick", "middle") for t in ticks(low, high))
    body += text((left + right) / 2, bottom + 32, unit, "tick", "middle")
    return picture(right + 20, bottom + 40, body, title)


@dataclass(frozen=True)
class Curve:
    """Points (x, y, low, high, weight) of one agent."""

    label: str
    points: Sequence[tuple[float, float, float, float, float]]
    colour: int


def curves(lines: Sequence[Curve], title: str, x_label: str, y_label: str, diagonal: bool = False) -> Markup:
    """Curves with error bars; `diagonal` draws the line of perfect calibration in the unit square."""
    left, right, bottom, top = 60, 500, 300 if diagonal else 200, 12
    points = [point for curve in lines for point in curve.points]
    lowest, highest = (0.0, 1.0) if diagonal else (0.0, max(p[3] for p in points) * 1.05 or 1.0)
    x_low, x_high = (0.0, 1.0) if diagonal else (min(p[0] for p in points), max(p[0] for p in points))
    across, up = scale(x_low, x_high, left, right), scale(lowest, highest, bottom, top)
    body = "".join(
        line(left, up(t), right, up(t), "grid") + text(left - 6, up(t) + 4, number(t), "tick", "end")
        for t in ticks(lowest, highest, 5)
    )
    body += "".join(text(across(t), bottom + 16, number(t), "tick", "middle") for t in ticks(x_low, x_high))
    if diagonal:
        body += line(left, bottom, right, top, "mark")
    most = max(p[4] for p in points)
    for curve in lines:
        style = colour(curve.colour)
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y, *_ in curve.points)
        body += f'<polyline points="{path}" class="curve {style}"/>'
        for x, y, low, high, weight in curve.points:
            tip = f"{curve.label}: {y:.3f} [{low:.3f}, {high:.3f}] at {x:.3g}, {weight:.0f} notes"
            body += line(across(x), up(low), across(x), up(min(high, highest)), f"whisker thin {style}")
            body += dot(across(x), up(y), 2.5 + 4 * math.sqrt(weight / most), style, tip)
    body += text((left + right) / 2, bottom + 34, x_label, "tick", "middle")
    body += f'<text transform="translate(14 {(top + bottom) / 2:.0f}) rotate(-90)" class="tick" text-anchor="middle">'
    body += f"{escape(y_label)}</text>"
    return picture(right + 20, bottom + 42, body, title)
