"""Finished games looked at again: `tercet.review`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any, cast

from tercet import _native, _plan
from tercet._notebook import Svg
from tercet._tercet import Game
from tercet._tercet import review_svg as _review_svg


class Review:
    """A finished game looked at again: its curve, its turning points and tables. A notebook shows it.

    What each number means stands in `docs/review.md`; `data` has all of them, `curve`, `turning_points` and `tables` are parts
    of it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(text)

    @property
    def game(self) -> str:
        """The game's name."""
        return cast("str", self.data["game"])

    @property
    def curve(self) -> dict[str, Any]:
        """How it went: `measure`, `unit`, `series`, and `points` with a value and its interval for each series."""
        return cast("dict[str, Any]", self.data["curve"])

    @property
    def turning_points(self) -> list[dict[str, Any]]:
        """What mattered most, the most important first; `at` is the number of inputs before it."""
        return cast("list[dict[str, Any]]", self.data["turning_points"])

    @property
    def tables(self) -> list[dict[str, Any]]:
        """Everything else, to be read: `title`, `columns`, `rows`, `note`."""
        return cast("list[dict[str, Any]]", self.data["tables"])

    def json(self) -> str:
        """All of it, as the command line and the page have it."""
        return self._text

    def svg(self, theme: str = "light") -> Svg:
        """The curve as a picture."""
        return Svg(_review_svg(self._text, theme))

    def _repr_html_(self) -> str:
        points = "".join(
            f"<li><b>{escape(point['title'])}</b> (input {point['at']}): {escape(point['words'])}</li>"
            for point in self.turning_points
        )
        tables = "".join(_table(table) for table in self.tables if table["rows"])
        return f"<div>{self.svg()}<ol>{points}</ol>{tables}<p>{escape(self.data['method'])}</p></div>"

    def __repr__(self) -> str:
        return f"<Review of {self.game}: {len(self.curve['points'])} points, {len(self.turning_points)} turning points>"


def _table(table: dict[str, Any]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in table["columns"])
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table["rows"])
    title, note = escape(table["title"]), escape(table["note"])
    return f"<h4>{title}</h4><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{note}</p>"


def review(
    record: str | Game, *, players: Sequence[str] = (), playouts: int | None = None, seed: int = 1
) -> Review:
    """Looks at a finished game again: a record, or a match that is over.

    The same record, `playouts` and `seed` give the same review, here, by `tercet review` and on the page. `players` are names,
    seat by seat.

    >>> import tercet
    >>> game = tercet.begin("set", seed=42)
    >>> while not game.is_over:
    ...     _ = game.play(game.legal_actions()[0])
    >>> tercet.review(game)
    <Review of set: 23 points, 3 turning points>
    """
    text = record if isinstance(record, str) else record.record()
    return Review(_native.of_record(text).review(text, list(players), playouts, _plan.checked_seed(seed)))
