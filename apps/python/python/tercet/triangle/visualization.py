"""Pictures of games for programs that were written for the reference's window. There is no window: pictures are arrays.

>>> from tercet.triangle import GameState
>>> Visualizer().render(GameState(initial_seed=1), "play").shape
(768, 1024, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet._tercet import GameState
from tercet.triangle import colors
from tercet.triangle.config import DisplayConfig, EnvConfig
from tercet.triangle.geometry import cell_at, cell_polygon
from tercet.triangle.shapes import Shape

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "DisplayConfig",
    "EnvConfig",
    "Rect",
    "Visualizer",
    "as_image",
    "calculate_interactive_layout",
    "colors",
    "get_grid_coords_from_screen",
    "get_preview_index_from_screen",
]

Pixels = npt.NDArray[np.uint8]


class Rect(NamedTuple):
    """A part of a picture, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beside it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.top + self.height

    @property
    def topleft(self) -> tuple[int, int]:
        """Its upper left corner."""
        return self.left, self.top

    def collidepoint(self, pos: tuple[float, float]) -> bool:
        """Does the point lie in it?"""
        return self.left <= pos[0] < self.right and self.top <= pos[1] < self.bottom


class Visualizer:
    """Draws games into an array of height, width, and red, green and blue.

    `screen` is the array to draw into, or `None` for one of the display config's size. `fonts` is for programs that pass
    them: our pictures bring their own.
    """

    def __init__(
        self,
        screen: Pixels | None = None,
        display_config: DisplayConfig | None = None,
        env_config: EnvConfig | None = None,
        fonts: Any = None,
        *,
        theme: str = "dark",
    ) -> None:
        self.display_config = display_config or DisplayConfig()
        self.env_config = env_config or EnvConfig()
        self.fonts = fonts
        self.theme = theme
        size = (self.display_config.SCREEN_HEIGHT, self.display_config.SCREEN_WIDTH, 3)
        self.screen: Pixels = np.zeros(size, dtype=np.uint8) if screen is None else screen
        self.layout_rects: dict[str, Rect] | None = None
        self.preview_rects: dict[int, Rect] = {}
        self.ensure_layout()

    def ensure_layout(self) -> dict[str, Rect]:
        """Where the grid and the slots lie: `grid` and `preview`."""
        height, width = self.screen.shape[:2]
        rects, slots = _layout(width, height, self.env_config)
        self.layout_rects, self.preview_rects = rects, slots
        return rects

    def render(
        self,
        game_state: GameState,
        mode: str = "play",
        selected_shape_idx: int = -1,
        hover_shape: Shape | None = None,
        hover_grid_coord: tuple[int, int] | None = None,
        hover_is_valid: bool = False,
        hover_screen_pos: tuple[int, int] | None = None,
        debug_highlight_coord: tuple[int, int] | None = None,
    ) -> Pixels:
        """Draws a game into the screen, and gives the screen.

        In the mode `debug` every cell has its row and column, from one. Whether the hovering shape fits, the game says
        itself: `hover_is_valid` changes nothing.
        """
        if mode not in ("play", "debug"):
            raise ValueError(f"mode: `{mode}` is none; there are play and debug")
        del hover_is_valid
        grid = self.ensure_layout()["grid"]
        if hover_grid_coord is None and hover_screen_pos is not None:
            hover_grid_coord = get_grid_coords_from_screen(hover_screen_pos, grid, self.env_config)
        ghost = None
        if mode == "play" and hover_shape is not None and hover_grid_coord is not None:
            ghost = _ghost(game_state, selected_shape_idx, hover_shape, hover_grid_coord)
        height, width = self.screen.shape[:2]
        picture = game_state.rgb(
            theme=self.theme,
            width=_fitted(width, height, game_state)[0],
            show=["labels", "coordinates"] if mode == "debug" else None,
            picked=selected_shape_idx if selected_shape_idx >= 0 else None,
            ghost=ghost,
        )
        self._paste(picture)
        if mode == "debug" and debug_highlight_coord is not None:
            self._outline(grid, debug_highlight_coord)
        return self.screen

    def image(self) -> Image:
        """The screen as an image of Pillow's."""
        return as_image(self.screen)

    def _paste(self, picture: Pixels) -> None:
        """Puts the picture into the upper left corner; what is beside it has the colour of its own corner."""
        height = min(picture.shape[0], self.screen.shape[0])
        width = min(picture.shape[1], self.screen.shape[1])
        self.screen[:] = picture[0, 0]
        self.screen[:height, :width] = picture[:height, :width]

    def _outline(self, grid: Rect, cell: tuple[int, int]) -> None:
        """A line around a cell."""
        corners = np.array(cell_polygon(*cell, *_net(grid, self.env_config)))
        steps = np.linspace(0.0, 1.0, 2 * grid.width)[:, None]
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            x, y = np.rint(start + (end - start) * steps).astype(int).T
            for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
                rows = np.clip(y + down, 0, self.screen.shape[0] - 1)
                self.screen[rows, np.clip(x + across, 0, self.screen.shape[1] - 1)] = colors.YELLOW


def as_image(pixels: Pixels) -> Image:
    """An image of Pillow's; it needs `tercet[image]`."""
    try:
        from PIL import Image as pillow
    except ModuleNotFoundError:
        raise ModuleNotFoundError("images need Pillow: pip install 'tercet[image]'") from None
    return pillow.fromarray(pixels)


def calculate_interactive_layout(
    screen_width: int, screen_height: int, config: DisplayConfig | None = None
) -> dict[str, Rect]:
    """Where the grid and the slots of the usual game lie on a screen of this size."""
    del config
    return _layout(screen_width, screen_height, EnvConfig())[0]


def get_grid_coords_from_screen(
    screen_pos: tuple[float, float], grid_area_rect: Rect, config: EnvConfig
) -> tuple[int, int] | None:
    """The row and column of the cell at a point of the screen, if there is one."""
    if not grid_area_rect.collidepoint(screen_pos):
        return None
    side, origin = _net(grid_area_rect, config)
    row, col = cell_at(screen_pos[0], screen_pos[1], side, origin)
    return (row, col) if 0 <= row < config.ROWS and 0 <= col < config.COLS else None


def get_preview_index_from_screen(
    screen_pos: tuple[float, float], preview_rects: dict[int, Rect]
) -> int | None:
    """The slot at a point of the screen, if there is one."""
    return next((slot for slot, rect in preview_rects.items() if rect.collidepoint(screen_pos)), None)


def _net(grid: Rect, config: EnvConfig) -> tuple[float, tuple[float, float]]:
    """The side of triangles and where they begin: the grid's area is as wide as its columns and half a triangle more."""
    return 2 * grid.width / (config.COLS + 1), (float(grid.left), float(grid.top))


def _fitted(width: int, height: int, game_state: GameState) -> tuple[int, float]:
    """How wide a picture is that has room on a screen, and how many times its natural size that is."""
    natural = game_state._areas()[0]
    scale = min(width / natural[0], height / natural[1])
    return max(1, int(natural[0] * scale)), scale


def _layout(width: int, height: int, config: EnvConfig) -> tuple[dict[str, Rect], dict[int, Rect]]:
    state = GameState(config, initial_seed=0)
    _, grid, slots = state._areas()
    scale = _fitted(width, height, state)[1]

    def rect(area: tuple[float, float, float, float]) -> Rect:
        left, top, wide, high = (round(each * scale) for each in area)
        return Rect(left, top, wide, high)

    rects = {slot: rect(area) for slot, area in enumerate(slots)}
    left, top = min(each.left for each in rects.values()), min(each.top for each in rects.values())
    right, bottom = max(each.right for each in rects.values()), max(each.bottom for each in rects.values())
    return {"grid": rect(grid), "preview": Rect(left, top, right - left, bottom - top)}, rects


def _ghost(state: GameState, slot: int, shape: Shape, cell: tuple[int, int]) -> int | None:
    """The number of placing a shape there: that of the slot that is picked, or of the first that holds the shape."""
    config, (row, col) = state.env_config, cell
    if slot < 0:
        slot = next((nth for nth, each in enumerate(state.shapes) if each == shape), -1)
    if slot < 0 or not (0 <= row < config.ROWS and 0 <= col < config.COLS):
        return None
    return (slot * config.ROWS + row) * config.COLS + col
