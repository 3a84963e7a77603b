"""SET: `parallel_env` and `env` are the race for PettingZoo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from tercet.set.race import RaceEnv

__all__ = ["env", "parallel_env"]


def parallel_env(**kwargs: Any) -> RaceEnv:
    """The race for PettingZoo, everybody at once; needs `tercet[pettingzoo]`."""
    from tercet.set.race import RaceEnv

    return RaceEnv(**kwargs)


def env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """The race for PettingZoo, one after the other: a cycle is played when all have said what they do."""
    from pettingzoo.utils.conversions import parallel_to_aec

    return parallel_to_aec(parallel_env(**kwargs))
