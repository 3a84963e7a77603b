"""Machi Koro: `env` is the table for PettingZoo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tercet.machi.aec import MachiEnv

__all__ = ["env", "raw_env"]


def raw_env(**kwargs: Any) -> MachiEnv:
    """The table for PettingZoo; needs `tercet[pettingzoo]`. The same as `env`."""
    from tercet.machi.aec import MachiEnv

    return MachiEnv(**kwargs)


env = raw_env
