"""How environments are described to the compiled half: everything of a game is text there."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np

from tercet._tercet import themes

Pairs = list[tuple[str, str]]

MAX_SEED = 2**64 - 1
USUAL = "usual"
"""Stands for what a game is used to."""


def text(value: object) -> str:
    """A value of an option as text: sequences are joined by commas."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Iterable):
        return ",".join(text(item) for item in value)
    if isinstance(value, float | np.floating):
        return repr(float(value))
    return str(value)


def pairs(options: Mapping[str, object] | None) -> Pairs:
    """Options as text; `None` stands for the usual value."""
    return [(key, text(value)) for key, value in (options or {}).items() if value is not None]


def plan(
    game: str,
    *,
    num_envs: int = 1,
    config: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
    num_threads: int = 1,
    autoreset: str = "next_step",
    max_episode_steps: int | str | None = USUAL,
    deal: str = "stream",
    picture: tuple[int, int, str] | None = None,
) -> dict[str, Any]:
    """A batch as the compiled half takes it."""
    return {
        "game": game,
        "config": pairs(config),
        "options": pairs(options),
        "num_envs": operator.index(num_envs),
        "num_threads": operator.index(num_threads),
        "autoreset": autoreset,
        "max_episode_steps": limit(max_episode_steps),
        "deal": deal,
        "picture": picture,
    }


def theme(name: str) -> str:
    """The name of a theme, if there is one of that name."""
    if name not in themes():
        from tercet.errors import ConfigError

        raise ConfigError(f"theme: there is no theme `{name}`; there are {', '.join(themes())}")
    return name


def limit(max_episode_steps: object) -> int | None:
    """Where episodes are cut off, as the compiled half takes it: `None` is what the game is used to there, 0 is nowhere."""
    if isinstance(max_episode_steps, str) and max_episode_steps == USUAL:
        return None
    if max_episode_steps is None:
        return 0
    try:
        steps = operator.index(max_episode_steps)  # type: ignore[arg-type]
    except TypeError:
        steps = -2
    # Gymnasium's own word for no limit is -1.
    if steps == -1:
        return 0
    if not 0 <= steps < 2**32:
        from tercet.errors import ConfigError

        why = "a number of steps below 2**32, 0 or None for no limit, or \"usual\""
        raise ConfigError(f"max_episode_steps: {max_episode_steps!r} is none; it takes {why}")
    return steps


def checked_seed(seed: SupportsIndex) -> int:
    """A seed of 64 bits."""
    number = operator.index(seed)
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"seed: {number} is not from 0 to {MAX_SEED}")
    return number


def drawn_seed() -> int:
    """A seed that nobody knows before."""
    return secrets.randbits(63)


def spread_seeds(
    seed: SupportsIndex | Sequence[SupportsIndex | None] | None, num_envs: int
) -> list[int | None]:
    """A seed for each environment: one number counts up, a list names each."""
    if seed is None:
        return [None] * num_envs
    if isinstance(seed, Sequence) or (isinstance(seed, np.ndarray) and seed.ndim > 0):
        seeds = [None if one is None else checked_seed(one) for one in seed]
        if len(seeds) != num_envs:
            raise ValueError(f"seed: {len(seeds)} seeds for {num_envs} environments; give one for each")
        return seeds
    first = checked_seed(seed)
    return [(first + index) & MAX_SEED for index in range(num_envs)]
