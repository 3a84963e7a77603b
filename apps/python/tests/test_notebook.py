"""What notebooks show of tables, records and pictures; to everything else they are dictionaries and strings."""

from __future__ import annotations

import json
import pickle
from typing import Any

import gymnasium as gym
import pytest
import tercet
from tercet import arena, machi
from tercet.machi import tournament


def played() -> tercet.Game:
    game = tercet.begin("set", seed=42)
    game.play(game.legal_actions()[0])
    return game


def tables() -> dict[str, arena.Table]:
    return {
        "simulate": arena.simulate("machi", ["ev", "random"], games=4, seed=1),
        "tournament": arena.tournament("machi", ["ev", "random"], games=4, seed=1),
        "head_to_head": arena.head_to_head("machi", ["ev", "random"], games=4, seed=1),
        "own": tournament.round_robin(["ev", "random"], games=2, seed=1).standings,
    }


def test_tables_are_rows_and_a_chart() -> None:
    for name, table in tables().items():
        shown = table._repr_html_()
        assert all(f"<th>{column}</th>" in shown for column in table), name
        assert shown.count("<tr>") == 1 + len(next(iter(table.values()))), name
        chart = table.chart()
        assert chart is not None and chart in shown, name
        assert 1 <= chart.count("<circle") <= len(next(iter(table.values()))), name


def test_charts_are_of_what_is_known() -> None:
    table = arena.Table({"player": ["a<b", "c"], "strength": [10.0, -10.0], "strength_low": [5.0, None], "strength_high": [15.0, None]})
    chart = table.chart()
    assert chart is not None and "a&lt;b" in chart and ">-10<" in chart
    unknown = {"player": ["a"], "strength": [float("inf")], "strength_low": [None], "strength_high": [None]}
    assert arena.Table(unknown).chart() is None and "<td>inf</td>" in arena.Table(unknown)._repr_html_()
    assert arena.Table({"player": ["a"], "won": [1]}).chart() is None
    assert arena.Table({"player": [], "share": [], "low": [], "high": []}).chart() is None
    assert "<svg" not in arena.purchases("machi", ["ev", "random"], games=2, seed=1)._repr_html_()


def test_a_tournament_of_machi_koro_shows_its_standings() -> None:
    result = tournament.round_robin(["ev", "random"], games=2, seed=1)
    shown = result._repr_html_()
    assert "<svg" in shown and "<th>elo</th>" in shown and "random" in shown


def test_records_show_the_position() -> None:
    game = played()
    env: Any = gym.make("tercet/Set-v0").unwrapped
    env.reset(seed=1)
    batch = tercet.vector.make("set", 1, seed=1)
    batch.reset()
    for record in (game.record(), env.record(), batch.record(0), machi.Game(players=2, seed=1).record()):
        assert isinstance(record, tercet.Record)
        assert tercet.replay(record).svg() in record._repr_html_()
    assert game.svg() in game.record()._repr_html_()


def test_they_are_what_they_were() -> None:
    table, record = tables()["simulate"], played().record()
    assert isinstance(table, dict) and json.loads(json.dumps(table)) == table and pickle.loads(pickle.dumps(table)) == table
    assert repr(table) == repr(dict(table))
    assert pickle.loads(pickle.dumps(record)) == record == str(record)
    tercet.verify(record)


@pytest.mark.parametrize("name", ["batch", "environment", "review"])
def test_pictures_draw_themselves(name: str) -> None:
    batch = tercet.vector.make("triangle", 1, seed=1)
    batch.reset()
    env = gym.make("tercet/Triangle-v0", render_mode="svg")
    env.reset(seed=1)
    game = tercet.begin("set", seed=42)
    while not game.is_over:
        game.play(game.legal_actions()[0])
    picture: Any = {"batch": batch.svg(0), "environment": env.render(), "review": tercet.review(game).svg()}[name]
    assert picture._repr_svg_().startswith("<svg") and picture._repr_svg_() == picture
