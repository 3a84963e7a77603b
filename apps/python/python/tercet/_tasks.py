"""What environments are about: games, options, and the spaces of what is seen of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tercet import _native, _plan
from tercet._tercet import MachiTable
from tercet.opponents import Policy, policies_of

RENDER_MODES = ["rgb_array", "ansi", "svg", "human"]
FORMATS = ("array", "dict", "rllib")
MOST_COINS = 32767
"""More coins than that are seen as that."""
PHASES = 18


class Task(NamedTuple):
    """What an environment is about: a game, its options, and what is seen of it."""

    game: str
    config: Mapping[str, object]
    options: Mapping[str, object]
    dtype: str
    bounds: tuple[float, Any]
    """The least and the largest of an observation: numbers, or arrays of them."""
    picture: tuple[int, int, str] | None = None
    policies: tuple[Policy, ...] = ()


def set_planes(
    *,
    dtype: str = "int8",
    mask: str = "cells",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """Set-v0: the board as 21 rows of 13 ones and zeros."""
    return Task("set", config or {}, {"mask": mask, **(reward or {})}, dtype, (0, 1))


def set_image(
    *,
    size: tuple[int, int] = (250, 264),
    theme: str = "light",
    mask: str = "cells",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """SetImage-v0: the board as a picture."""
    picture = (size[0], size[1], theme)
    return Task("set", config or {}, {"mask": mask, **(reward or {})}, "uint8", (0, 255), picture)


def triangle(
    *,
    dtype: str = "float32",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """Triangle-v0: the board, the shapes and where they fit, as planes."""
    return Task("triangle", config or {}, reward or {}, dtype, (-1, 1))


def machi(
    *,
    opponents: str | Policy | Sequence[str | Policy] = ("random", "random", "random"),
    num_players: int | None = None,
    seat: int | None = 0,
    expansions: Sequence[str] = (),
    market: str | None = None,
    dtype: str = "float32",
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """Machi-v0: one seat against bots by name, or against policies of yours: see `tercet.opponents`.

    A `seat` of `None` is another one each episode.
    """
    policies = policies_of(opponents)
    names = [opponents] if isinstance(opponents, str) or callable(opponents) else list(opponents)
    players = num_players or (len(names) + 1 if isinstance(opponents, Sequence) and not isinstance(opponents, str) else 4)
    settings = {"players": players, **machi_config(expansions, market), **(config or {})}
    options = {
        "opponents": None if policies else names,
        "seat": "any" if seat is None else seat,
        **(reward or {}),
    }
    return Task("machi", settings, options, dtype, (0, machi_highest(settings, dtype)), policies=tuple(policies or ()))


def plain(
    *,
    game: str,
    opponents: str | Policy | Sequence[str | Policy] | None = None,
    dtype: str | None = None,
    reward: Mapping[str, float] | None = None,
    config: Mapping[str, object] | None = None,
) -> Task:
    """A game of another package: the first seat against bots by name, or policies of yours; against its first bot if nobody says."""
    policies = policies_of(opponents)
    names = opponents or _native.of(game).bots(game)[0][0]
    options = {"opponents": None if policies else names, **(reward or {})}
    # A table in which everybody learns has the same kinds of observations as one with bots.
    dtypes = _native.of(game).Batch(_plan.plan(game, config=config)).obs_dtypes
    return Task(game, config or {}, options, dtype or dtypes[0], widest(dtypes), policies=tuple(policies or ()))


def widest(dtypes: Sequence[str]) -> tuple[float, float]:
    """What a game's own whole numbers can hold; as floats they are the same."""
    whole = [np.iinfo(dtype) for dtype in dtypes if np.dtype(dtype).kind in "iu"]
    return (int(whole[0].min), int(whole[0].max)) if whole else (-np.inf, np.inf)


def machi_config(expansions: Sequence[str], market: str | None) -> dict[str, object]:
    """Options of Machi Koro that have a parameter of their own here."""
    names = [expansions] if isinstance(expansions, str) else list(expansions)
    return {"expansions": names or None, "market": market}


def machi_highest(settings: Mapping[str, object], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """The largest that each entry of an observation of Machi Koro can be, `(n,)`: what `docs/python-gymnasium.md` lists."""
    table = MachiTable.begin(_plan.pairs(settings), 0)
    kinds, players = len(table.cards()), table.num_players
    copies = max(copies for *_, copies in table.cards())
    limit = int(dict(table.config)["turn_limit"])
    city = [MOST_COINS, MOST_COINS, *[1] * 6, *[copies] * (2 * kinds)]
    decision = [*[copies] * (4 * kinds), *[1] * (players - 1 + PHASES)]
    highest = np.array([*city * players, *decision, limit, 6, 6, 14, 1, 1, copies], dtype)
    if highest.dtype == np.float32:
        # Multiplied as the engine does it, so that the bound is the same float.
        units = np.ones_like(highest)
        units[: players * len(city)].reshape(players, -1)[:, :2] = np.float32(1) / 52
        units[-7:-3] = np.float32(1) / np.array([limit, 6, 6, 12], np.float32)
        highest *= units
    return highest


def checked_format(name: str) -> str:
    if name not in FORMATS:
        raise ValueError(f"obs_format: `{name}` is none; there are {', '.join(FORMATS)}")
    return name


def formatted(obs: Any, mask: Any, obs_format: str) -> Any:
    if obs_format == "dict":
        return {"observation": obs, "action_mask": mask}
    flat = obs.reshape(*mask.shape[:-1], -1)
    return {"observations": flat.astype(np.float32), "action_mask": mask.astype(np.float32)}


def space(task: Task, shape: Sequence[int], actions: int, obs_format: str) -> spaces.Space[Any]:
    low: Any
    low, high = task.bounds
    dtype = np.dtype(task.dtype)
    if obs_format == "rllib":
        dtype = np.dtype(np.float32)
        shape = (math.prod(shape),)
    if isinstance(high, np.ndarray):
        low, high = np.full_like(high, low), high.reshape(tuple(shape))
    box: spaces.Space[Any] = spaces.Box(low, high, tuple(shape), dtype.type)
    if obs_format == "array":
        return box
    if obs_format == "dict":
        return spaces.Dict(
            {"observation": box, "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        )
    return spaces.Dict({"observations": box, "action_mask": spaces.Box(0, 1, (actions,), np.float32)})


def check_mode(render_mode: str | None) -> None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode: `{render_mode}` is none; there are {', '.join(RENDER_MODES)}")
