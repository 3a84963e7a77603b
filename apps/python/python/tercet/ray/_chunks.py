"""Chunks: which units are played next, and how many at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

SHORTEST, USUAL, LONGEST = 0.2, 1.0, 2.0
"""How long a chunk is to take, in seconds: at least towards the end, usually, and where there are many workers."""
MANY = 200
"""From so many workers on chunks are longer, so that one driver serves them."""
_GROWTH = 8
"""A chunk is at most so many times as large as the largest that came back."""


class Chunk(NamedTuple):
    """Units that are played by one task."""

    first: int
    last: int
    tries: int = 0

    @property
    def size(self) -> int:
        """How many."""
        return self.last - self.first


class Sizes:
    """How large the next chunk is, so that it takes about a second, by how long those took that came back."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        """The most units of a chunk."""
        self.rate: float | None = None
        """Units that one worker plays in a second."""
        self._largest = 0

    def heard(self, units: int, seconds: float) -> None:
        """A chunk came back."""
        rate = units / max(seconds, 1e-4)
        self.rate = rate if self.rate is None else 0.7 * self.rate + 0.3 * rate
        self._largest = max(self._largest, units)

    def next(self, left: int, workers: int) -> int:
        """How many units the next chunk has, of so many that are left for so many workers."""
        if self.rate is None:
            return min(1, left)
        usual = LONGEST if workers > MANY else USUAL
        size = min(int(self.rate * usual), _GROWTH * self._largest)
        # Towards the end chunks get smaller, so that all workers come to it together.
        fair = max(left // (2 * max(workers, 1)), int(self.rate * SHORTEST))
        return max(1, min(size, fair, left, self.most or left))


class Todo:
    """The units that nobody has begun yet, in order."""

    def __init__(self) -> None:
        self._ranges: deque[tuple[int, int]] = deque()
        self._again: deque[Chunk] = deque()
        self.left = 0
        """How many units, those included that are to be played once more."""

    def open(self, first: int, last: int, done: Iterable[tuple[int, int]] = ()) -> None:
        """Adds a range without what was done of it; those ranges come in order."""
        for begin, end in done:
            self._push(first, min(begin, last))
            first = max(first, end)
        self._push(first, last)

    def _push(self, first: int, last: int) -> None:
        if first < last:
            self._ranges.append((first, last))
            self.left += last - first

    def again(self, chunk: Chunk) -> None:
        """A chunk is to be played once more, as it was."""
        self._again.append(chunk._replace(tries=chunk.tries + 1))
        self.left += chunk.size

    def next(self, sizes: Sizes, workers: int) -> Chunk | None:
        """The next chunk; `None` if there is none now."""
        if self._again:
            chunk = self._again.popleft()
            self.left -= chunk.size
            return chunk
        if not self._ranges:
            return None
        first, last = self._ranges.popleft()
        size = min(sizes.next(self.left, workers), last - first)
        if first + size < last:
            self._ranges.appendleft((first + size, last))
        self.left -= size
        return Chunk(first, first + size)
