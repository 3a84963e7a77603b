"""What notebooks show: tables as tables with a chart, records as the position they come to, pictures as pictures. To everything else
they are the dictionaries and strings that they were made of."""

from __future__ import annotations

import math
from html import escape
from typing import Any

__all__ = ["Record", "Svg", "Table"]

_WIDTH, _LEFT, _RIGHT, _LINE = 560, 150, 60, 22
_MEASURES = [
    ("strength", "strength_low", "strength_high"),
    ("share", "low", "high"),
    ("win_rate", "win_rate_error", None),
    ("points_mean", "points_error", None),
]
"""What a chart is drawn of, the first that a table has: a value between two others, or with its standard error."""
_NAMES = ("bot", "player")


class Svg(str):
    """A picture as SVG: a string, which a notebook draws."""

    def _repr_svg_(self) -> str:
        return str(self)


class Record(str):
    """A recorded game as text, which `tercet.replay` takes; a notebook shows the position that it comes to, and the text below."""

    def _repr_html_(self) -> str:
        from tercet import replay

        text = f"<details><summary>record</summary><pre>{escape(self)}</pre></details>"
        return f"<div>{replay(str(self)).svg()}{text}</div>"


class Table(dict[str, list[Any]]):
    """A table as columns, `dict[str, list]`, as pandas and Polars take it; a notebook shows rows, and a chart where there is one."""

    def chart(self) -> Svg | None:
        """Values with their intervals of 95 %: strength, shares of points, means of points or shares of games won; `None` if it has none of
        these."""
        names = next((self[name] for name in _NAMES if name in self), None)
        # Whoever plays alone always wins.
        measures = [one for one in _MEASURES if one[0] != "win_rate" or names is not None and len(names) > 1]
        measure = next((one for one in measures if one[0] in self and one[1] in self), None)
        if names is None or measure is None or not names:
            return None
        against = self.get("against")
        labels = [f"{name} : {against[row]}" if against else str(name) for row, name in enumerate(names)]
        known = [row for row in zip(labels, _intervals(self, *measure), strict=True) if all(map(math.isfinite, row[1]))]
        return _chart(measure[0], known) if known else None

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row) + "</tr>"
            for row in zip(*self.values(), strict=True)
        )
        return f"<div>{self.chart() or ''}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"


def _intervals(table: Table, value: str, low: str, high: str | None) -> list[tuple[float, float, float]]:
    """Of each row the value and the ends of its interval; what is not known has no width."""
    found: list[tuple[float, float, float]] = []
    for row, known in enumerate(table[value]):
        middle = math.nan if known is None else float(known)
        if high is None:
            half = 1.96 * (table[low][row] or 0.0)
            found.append((middle, middle - half, middle + half))
        else:
            first, last = table[low][row], table[high][row]
            found.append((middle, middle if first is None else first, middle if last is None else last))
    return found


def _chart(title: str, rows: list[tuple[str, tuple[float, float, float]]]) -> Svg:
    least, most = min(low for _, (_, low, _) in rows), max(high for _, (_, _, high) in rows)
    scale = (_WIDTH - _LEFT - _RIGHT) / ((most - least) or 1.0)
    height = _LINE * (len(rows) + 1) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<text x="{_LEFT}" y="16" font-weight="bold">{escape(title)}</text>',
    ]
    for row, (label, (middle, low, high)) in enumerate(rows):
        y = _LINE * (row + 1) + 12
        x, left, right = (_LEFT + (at - least) * scale for at in (middle, low, high))
        parts += [
            f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(label)}</text>',
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}" stroke="#888888" stroke-width="2"/>',
            f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="#1f6feb"/>',
            f'<text x="{_WIDTH - 4}" y="{y + 4}" text-anchor="end">{middle:.4g}</text>',
        ]
    return Svg("\n".join([*parts, "</svg>"]))


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
