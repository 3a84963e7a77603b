"""Boards as images."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet._tercet import BoardPainter, palette_names
from tercet.errors import DrawError
from tercet.set.codes import as_ids

if TYPE_CHECKING:
    from PIL.Image import Image

Rgb: TypeAlias = tuple[int, int, int]

MODES = ("RGBA", "RGB")
_COLORS = ("card_bg", "board_bg", "index_bg", "index_fg")
_COLOR_NAMES = ("red", "green", "purple")


@dataclass(frozen=True)
class RenderCfg:
    """How boards are drawn. Sizes are pixels.

    >>> cfg = RenderCfg(palette="colorblind")
    >>> cfg.grid_cols(13), cfg.legend["red"]
    (5, 'magenta')
    """

    card_w: int = 220
    card_h: int = 320
    card_radius: int = 18
    pad: int = 24
    grid_rows: int = 3
    stripe_gap: int = 9
    index_tag_r: int = 17
    """The radius of the discs with the numbers; 0 for none."""
    card_bg: Rgb = (255, 255, 255)
    board_bg: Rgb = (233, 236, 241)
    palette: str | tuple[Rgb, Rgb, Rgb] = "classic"
    """`classic`, `colorblind`, or the colours of red, green and purple symbols."""
    order: str = "rows"
    """`rows`, or `columns`: positions stay where they are when a column is added."""
    font_scale: float = 1.0
    """The size of the discs' numbers, beside the usual one."""
    min_cols: int = 1
    """The fewest columns."""
    index_bg: Rgb = (0, 0, 0)
    """The colour of the discs."""
    index_fg: Rgb = (255, 255, 255)
    """The colour of their numbers."""

    def __post_init__(self) -> None:
        for name in _COLORS:
            object.__setattr__(self, name, _rgb(name, getattr(self, name)))
        if not isinstance(self.palette, str):
            colors = tuple(_rgb("palette", each) for each in self.palette)
            if len(colors) != 3:
                raise DrawError(f"palette: {len(colors)} colours; symbols have three")
            object.__setattr__(self, "palette", colors)
        if not 0 < self.font_scale <= 10:
            raise DrawError(f"font_scale: {self.font_scale} is not above 0 and up to 10")
        self._painter()

    def grid_cols(self, n: int) -> int:
        """How many columns so many cards take."""
        return max(self.min_cols, math.ceil(n / self.grid_rows), 1)

    @property
    def legend(self) -> dict[str, str]:
        """What the palette calls the three colours."""
        if not isinstance(self.palette, str):
            return {
                name: "#%02x%02x%02x" % rgb for name, rgb in zip(_COLOR_NAMES, self.palette, strict=True)
            }
        return dict(zip(_COLOR_NAMES, palette_names(self.palette), strict=True))

    def _painter(self) -> BoardPainter:
        sizes = [
            self.card_w,
            self.card_h,
            self.card_radius,
            self.pad,
            self.grid_rows,
            self.min_cols,
            self.stripe_gap,
            self.index_tag_r,
            round(self.font_scale * 100),
        ]
        try:
            own = isinstance(self.palette, str)
            palette, colors = (self.palette, None) if own else ("classic", self.palette)
            paints = [getattr(self, name) for name in _COLORS]
            return BoardPainter((sizes, self.order, paints, palette, colors))
        except OverflowError:
            raise DrawError(f"a size of {min(sizes)} to {max(sizes)} pixels can't be") from None


def _rgb(name: str, value: Any) -> Rgb:
    try:
        red, green, blue = (int(part) for part in value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {value!r} is no colour; it takes (red, green, blue)") from None
    if not all(0 <= part <= 255 for part in (red, green, blue)):
        raise DrawError(f"{name}: {value!r} is no colour; its parts are from 0 to 255")
    return red, green, blue


class _Room:
    """Pixels, and the board that they show."""

    __slots__ = ("codes", "pixels")

    def __init__(self, size: int) -> None:
        self.pixels: npt.NDArray[np.uint8] = np.empty(size, np.uint8)
        self.codes: list[int] | None = None

    def is_free(self) -> bool:
        """Does nobody else hold the pixels? Two hold them here: this room, and the call."""
        return sys.getrefcount(self.pixels) <= 2


class Painter:
    """Draws boards of one config. Images share pixels with it that nobody writes any more while an image holds them."""

    _KEPT = 4

    def __init__(self, cfg: RenderCfg) -> None:
        self._core = cfg._painter()
        self._rooms: list[_Room] = []
        self._lock = Lock()

    def image(self, codes: list[int], mode: str) -> Image:
        """The image of a board."""
        pillow = _pillow()
        width, height = size = self._core.size(len(codes))
        # Until the image holds the pixels, another thread could take them for free.
        with self._lock:
            room = self._room(codes, width * height * 4)
            if mode == "RGBA":
                image: Image = pillow.frombuffer(mode, size, room.pixels, "raw", mode, 0, 1)
            else:
                # Pillow keeps RGB in four bytes too: unpacking them from four is a plain copy.
                image = pillow.frombytes(mode, size, room.pixels, "raw", "RGBX", 0, 1)
        return image

    def _room(self, codes: list[int], size: int) -> _Room:
        for room in self._rooms:
            if room.codes == codes:
                return room
        free = [room for room in self._rooms if room.pixels.size == size and room.is_free()]
        room = free[-1] if free else _Room(size)
        room.codes = None
        self._core.paint(codes, room.pixels)
        room.codes = list(codes)
        self._rooms = [room, *(each for each in self._rooms if each is not room)][: self._KEPT]
        return room


@lru_cache(maxsize=1)
def _pillow() -> Any:
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise ModuleNotFoundError("images need Pillow, which is not installed: pip install pillow") from None
    return Image


@lru_cache(maxsize=4)
def painter(cfg: RenderCfg) -> Painter:
    """The painter of a config; a few are kept."""
    return Painter(cfg)


def checked_mode(mode: str) -> str:
    """A mode of images that there is."""
    if mode not in MODES:
        raise DrawError(f"mode: `{mode}` is none; there are {' and '.join(MODES)}")
    return mode


def render_board(
    codes: Iterable[Any],
    cfg: RenderCfg | None = None,
    overlay_indices: bool = True,
    *,
    encoding: str = "id",
    mode: str = "RGBA",
) -> Image:
    """The image of a board of up to 21 cards, with the numbers of positions."""
    cfg = cfg or RenderCfg()
    if not overlay_indices:
        cfg = replace(cfg, index_tag_r=0)
    return painter(cfg).image(as_ids(codes, encoding), checked_mode(mode))


def generate_board_image(
    codes: Iterable[Any],
    card_width: int = 220,
    card_height: int = 320,
    margin: int = 24,
    cols: int | None = None,
    rows: int = 3,
    overlay_indices: bool = True,
    *,
    encoding: str = "id",
    mode: str = "RGBA",
) -> Image:
    """The image of a board in a grid of so many columns and rows."""
    board = list(codes)
    cfg = RenderCfg(card_w=card_width, card_h=card_height, pad=margin, grid_rows=rows)
    if cols is not None:
        if len(board) > cols * rows:
            raise DrawError(f"{len(board)} cards don't fit into {cols} columns and {rows} rows")
        cfg = replace(cfg, min_cols=cols)
    return render_board(board, cfg, overlay_indices, encoding=encoding, mode=mode)
