"""What several tests share."""

from __future__ import annotations

import hashlib
import signal
from typing import Any

import numpy as np
import pytest

# A shell that starts the tests in the background lets them ignore Ctrl-C, and what is tested of it would never end.
signal.signal(signal.SIGINT, signal.default_int_handler)

GAMES = {
    "set": {},
    "triangle": {},
    "machi": {"opponents": "random"},
}


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def options_of(game: str) -> dict[str, Any]:
    return dict(GAMES[game])


class Trail:
    """The hash of a trajectory, environment by environment."""

    def __init__(self, num_envs: int) -> None:
        self._hashes = [hashlib.sha256() for _ in range(num_envs)]

    def add(self, *arrays: Any) -> None:
        for array in arrays:
            for env, row in enumerate(np.ascontiguousarray(array)):
                self._hashes[env].update(row.tobytes())

    def digests(self) -> list[str]:
        return [one.hexdigest()[:16] for one in self._hashes]
