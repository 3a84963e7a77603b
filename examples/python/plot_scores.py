"""How often bots of Machi Koro beat each other, as an SVG chart: no plotting library is needed.

With pandas or matplotlib the same columns go straight in: `pandas.DataFrame(table).plot.bar(x="player", y="elo")`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tercet

BOTS = ["random", "coverage", "ev", "impatient"]
BAR, GAP, LEFT, SCALE = 28, 12, 110, 0.4


def chart(table: dict[str, list]) -> str:
    """A bar for each player's Elo, and a line for its interval."""
    height = len(table["player"]) * (BAR + GAP) + GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="{height}" font-family="sans-serif">']
    rows = zip(table["player"], table["elo"], table["elo_low"], table["elo_high"], strict=True)
    for nth, (player, elo, low, high) in enumerate(rows):
        top = GAP + nth * (BAR + GAP)
        middle = top + BAR / 2
        parts.append(f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end">{player}</text>')
        parts.append(f'<rect x="{LEFT}" y="{top}" width="{elo * SCALE:.0f}" height="{BAR}" fill="#4477aa"/>')
        ends = f'x1="{LEFT + low * SCALE:.0f}" x2="{LEFT + high * SCALE:.0f}"'
        parts.append(f'<line {ends} y1="{middle}" y2="{middle}" stroke="#222" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + high * SCALE + 8:.0f}" y="{middle + 5}">{elo:.0f}</text>')
    return "\n".join([*parts, "</svg>"])


if __name__ == "__main__":
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "elo.svg")
    standings = tercet.arena.tournament("machi", BOTS, games=200, seed=1)
    out.write_text(chart(standings))
    print(f"{out}: {', '.join(standings['player'])}")
