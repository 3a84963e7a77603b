"""What the benchmark holds the engine against, in plain Python: slow and obvious."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

from tercet.triangle import EnvConfig, GameState, lines


class PlainPuzzle:
    """The puzzle with sets and loops. Its shapes are those of our own deals, drawn before anything is measured."""

    def __init__(self, hands: int = 300) -> None:
        config = EnvConfig()
        self._ranges = config.PLAYABLE_RANGE_PER_ROW
        self._playable = [
            (r, c) for r, (start, end) in enumerate(self._ranges) for c in range(start, end)
        ]
        self._lines = [frozenset(line) for line in lines(config)]
        dealt = GameState(config, initial_seed=1)
        self._hands = cycle([self._next_hand(dealt) for _ in range(hands)])
        self.reset()

    @staticmethod
    def _next_hand(dealt: GameState) -> list[Any]:
        dealt.reset()
        return [shape and shape.triangles for shape in dealt.get_shapes()]

    def reset(self) -> None:
        """A new game."""
        self._free = set(self._playable)
        self._slots = list(next(self._hands))

    def valid_actions(self) -> set[int]:
        """The numbers of the valid actions."""
        return {
            slot * 120 + r * 15 + c
            for slot, triangles in enumerate(self._slots)
            if triangles
            for r, c in self._playable
            if all(
                (r + dr, c + dc) in self._free and (r + dr + c + dc) % 2 == is_up
                for dr, dc, is_up in triangles
            )
        }

    def step(self, action: int) -> tuple[float, bool]:
        """Places a shape."""
        slot, cell = divmod(action, 120)
        r, c = divmod(cell, 15)
        placed = {(r + dr, c + dc) for dr, dc, _ in self._slots[slot]}
        self._free -= placed
        full = [
            line for line in self._lines if not line.isdisjoint(placed) and line.isdisjoint(self._free)
        ]
        cleared = frozenset().union(*full)
        self._free |= cleared
        self._slots[slot] = None
        if not any(self._slots):
            self._slots = list(next(self._hands))
        return len(placed) * 0.01 + len(cleared) * 0.5, False


def pillow_board() -> Callable[[], Any]:
    """Draws twelve cards with Pillow's own shapes, as large as the environment's board."""
    from PIL import Image, ImageDraw

    def draw() -> Any:
        image = Image.new("RGB", (1000, 1056), (233, 236, 241))
        pen = ImageDraw.Draw(image)
        for cell in range(12):
            x, y = 24 + cell % 4 * 244, 24 + cell // 4 * 344
            pen.rounded_rectangle((x, y, x + 220, y + 320), 18, fill="white", outline="gray")
            for top in (40, 130, 220):
                pen.ellipse((x + 40, y + top, x + 180, y + top + 70), fill="red", outline="black")
        return image

    return draw
