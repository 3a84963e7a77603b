"""The puzzle in plain Python, as slow and obvious as can be: what the engine is held against.

It is dealt by the reference's generator, `deal="mt19937"`.
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

ROWS, COLS = 8, 15
RANGES = [(3, 12), (2, 13), (1, 14), (0, 15), (0, 15), (1, 14), (2, 13), (3, 12)]
SLOTS = 3
TEMPLATES = {
    (0, 1): "U0,0",
    (2, 3): "U0,0 D1,0",
    (4,): "D0,0",
    (5, 6): "U0,0 D0,1",
    (7, 8): "D0,0 U0,1",
    (9,): "U0,0 D0,1 U0,2",
    (10,): "D0,0 U0,1 D0,2",
    (11,): "U0,0 D0,1 U0,2 D1,0",
    (12,): "U0,0 D0,1 U0,2 D1,2",
    (13,): "D0,0 U0,1 U1,0 D1,1",
    (14, 21): "U0,0 U0,2 D1,0 U1,1 D1,2",
    (15,): "U0,0 D1,-2 U1,-1 D1,0",
    (16,): "U0,0 D0,1 D1,0 U1,1",
    (17, 22): "U0,0 D0,1 D1,0 U1,1 D1,2",
    (18,): "U0,0 D0,1 U0,2 D1,0 U1,1",
    (19,): "U0,0 D0,1 U0,2 D1,0 D1,2",
    (20,): "U0,0 D0,1 U0,2 U1,1 D1,2",
    (23, 29): "D0,0 U0,1 D1,1",
    (24, 27): "U0,0 U1,-1 D1,0",
    (25,): "U0,0 D1,0 U1,1",
    (26,): "U0,0 U1,-1 D1,0 U1,1",
    (28,): "D0,0 U0,1 D0,2 D1,1",
    (30,): "U0,0 D0,1 D1,0",
}
Shape = list[tuple[int, int, bool]]


def shapes() -> list[Shape]:
    """The 31 templates: row, column and whether it points up, of each triangle."""
    found: dict[int, Shape] = {}
    for numbers, text in TEMPLATES.items():
        cells = [
            (*(int(part) for part in word[1:].split(",")), word[0] == "U") for word in text.split()
        ]
        for number in numbers:
            found[number] = cells  # type: ignore[assignment]
    return [found[number] for number in range(31)]


SHAPES = shapes()
PLAYABLE = {(r, c) for r, (start, end) in enumerate(RANGES) for c in range(start, end)}


def is_up(r: int, c: int) -> bool:
    return (r + c) % 2 == 1


def lines() -> list[frozenset[tuple[int, int]]]:
    """Maximal runs in three directions, of at least two cells."""
    steps = {
        "h": lambda r, c: (r, c + 1),
        "d1": lambda r, c: (r + 1, c) if is_up(r, c) else (r, c + 1),
        "d2": lambda r, c: (r, c + 1) if is_up(r, c) else (r - 1, c),
    }
    found = set()
    for step in steps.values():
        followed = {step(*cell) for cell in PLAYABLE}
        for cell in PLAYABLE - followed:
            run = []
            while cell in PLAYABLE:
                run.append(cell)
                cell = step(*cell)
            if len(run) >= 2:
                found.add(frozenset(run))
    return sorted(found, key=sorted)


LINES = lines()


class Mt19937:
    """The reference's draws."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.MT19937()
        self._bits._legacy_seeding(seed)

    def below(self, bound: int) -> int:
        while True:
            product = int(self._bits.random_raw()) * bound
            if product % 2**32 >= (2**32 - bound) % bound:
                return product >> 32


class TwinEnv(gym.Env[Any, Any]):
    """The puzzle; one seed a reset."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self) -> None:
        self.observation_space = spaces.Box(-1, 1, (1 + 2 * SLOTS, ROWS, COLS), np.float32)
        self.action_space = spaces.Discrete(SLOTS * ROWS * COLS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        assert seed is not None
        self._mt = Mt19937(seed)
        self._filled: set[tuple[int, int]] = set()
        self._slots: list[Shape | None] = [None] * SLOTS
        self._illegal = self._placed = self._cleared = 0
        self._deal()
        return self._obs(), self._info(False)

    def _deal(self) -> None:
        for slot in range(SLOTS):
            self._slots[slot] = SHAPES[self._mt.below(31)]
            self._mt.below(9)

    def _cells(self, slot: int, r: int, c: int) -> list[tuple[int, int]] | None:
        shape = self._slots[slot]
        if shape is None:
            return None
        cells = []
        for dr, dc, up in shape:
            cell = (r + dr, c + dc)
            if cell not in PLAYABLE or cell in self._filled or is_up(*cell) != up:
                return None
            cells.append(cell)
        return cells

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        slot, cell = divmod(int(action), ROWS * COLS)
        cells = self._cells(slot, *divmod(cell, COLS))
        if cells is None:
            self._illegal += 1
            return self._obs(), -10.0, True, False, self._info(self._is_stuck())
        self._filled.update(cells)
        full = [line for line in LINES if line <= self._filled]
        cleared = set().union(*full) if full else set()
        self._filled -= cleared
        self._placed += 1
        self._cleared += len(cleared)
        self._slots[slot] = None
        if all(each is None for each in self._slots):
            self._deal()
        over = self._is_stuck()
        reward = 0.0
        reward += len(cells) * 0.01
        reward += len(cleared) * 0.5
        if not over:
            reward += 0.005
        return self._obs(), reward, over, False, self._info(over)

    def _is_stuck(self) -> bool:
        return not self._mask().any()

    def _mask(self) -> Any:
        mask = np.zeros(SLOTS * ROWS * COLS, np.int8)
        for number in range(len(mask)):
            slot, cell = divmod(number, ROWS * COLS)
            mask[number] = self._cells(slot, *divmod(cell, COLS)) is not None
        return mask

    def _info(self, over: bool) -> dict[str, Any]:
        counts = {"shapes_placed": self._placed, "triangles_cleared": self._cleared}
        return {"action_mask": self._mask(), "illegal_actions": self._illegal, "seat": 0, **counts}

    def _obs(self) -> Any:
        obs = np.zeros((1 + 2 * SLOTS, ROWS, COLS), np.float32)
        for r in range(ROWS):
            for c in range(COLS):
                obs[0, r, c] = -1 if (r, c) not in PLAYABLE else (r, c) in self._filled
        for slot, shape in enumerate(self._slots):
            if shape is not None:
                self._draw(shape, obs[1 + slot])
        obs[1 + SLOTS :] = self._mask().reshape(SLOTS, ROWS, COLS)
        return obs

    def _draw(self, shape: Shape, plane: Any) -> None:
        """As far up and left as its directions allow."""
        top, left = min(r for r, _, _ in shape), min(c for _, c, _ in shape)
        first = min(shape)
        shift = int(is_up(first[0] - top, first[1] - left) != first[2])
        for r, c, _ in shape:
            plane[r - top, c - left + shift] = 1
