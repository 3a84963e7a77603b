"""Machi Koro at a table of learners, for PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tercet._tasks import machi_config, machi_highest
from tercet.pettingzoo import Table

__all__ = ["MachiEnv"]


class MachiEnv(Table):
    """A table of 2 to 5 learners. One decision a step: somebody who decides several times in a turn is selected again.

    Args:
        num_players: 2 to 5; five need the expansion `harbor`.
        expansions: `harbor`, `millionaires_row`, `promo`.
        market: Which cards lie open; `None` for what goes with the expansions.
        render_mode: `rgb_array`, `svg`, `ansi` or `human`, which prints.
        illegal_reward: Of an action that the mask does not have; nothing else comes of it.
        dtype: `float32` or `int16`.
        config: Other options, as `tercet.options("machi")` lists them.
    """

    metadata: dict[str, Any] = {**Table.metadata, "name": "machi_v0"}

    def __init__(
        self,
        num_players: int = 4,
        expansions: Sequence[str] = (),
        market: str | None = None,
        render_mode: str | None = None,
        *,
        illegal_reward: float = -0.1,
        dtype: str = "float32",
        theme: str = "light",
        render_width: int = 0,
        config: Mapping[str, object] | None = None,
    ) -> None:
        settings = {"players": num_players, **machi_config(expansions, market), **(config or {})}
        super().__init__(
            "machi",
            render_mode,
            illegal_reward=illegal_reward,
            dtype=dtype,
            theme=theme,
            render_width=render_width,
            highest=machi_highest(settings, dtype),
            config=settings,
        )
