"""Finished games looked at again."""

from __future__ import annotations

import json

import pytest

import tercet
from tercet.errors import RecordError


def finished(game: str, seed: int = 1, **config: object) -> tercet.Game:
    table = tercet.begin(game, seed=seed, **config)
    bot = {"machi": "random", "set": "first", "triangle": "greedy"}[game]
    number = 0
    while not table.is_over:
        number += 1
        seat = table.acting[0]
        action = table.advice(bot, seed=number, seat=seat)
        assert action is not None
        table.play(action, seat)
    return table


@pytest.mark.parametrize(
    ("game", "config"),
    [("set", {}), ("machi", {"players": 2}), ("triangle", {"grid": "hexagon 2"})],
)
def test_every_game_has_a_review(game: str, config: dict[str, object]) -> None:
    table = finished(game, **config)
    review = tercet.review(table, playouts=400)
    assert review.game == game
    assert review.curve["points"] and review.tables
    assert json.loads(review.json()) == review.data
    assert review.svg().startswith("<svg") and "<svg" in review._repr_html_()
    assert tercet.review(table.record(), playouts=400).json() == review.json(), "the same again"


def test_names_are_text_in_a_notebook() -> None:
    table = finished("machi", players=2)
    html = tercet.review(table, players=["<b>Ana</b>", "Ben"], playouts=100)._repr_html_()
    assert "<b>Ana</b>" not in html and "Ana" in html


def test_a_game_that_is_not_over_has_none() -> None:
    with pytest.raises(RecordError, match="not over"):
        tercet.review(tercet.begin("set", seed=1))
