"""Colours of shapes by number, and the colours that the reference draws with, by its names.

Our own pictures take theirs from a theme (`tercet.themes()`); these are for programs that draw by themselves.

>>> COLOR_TO_ID_MAP[(60, 60, 220)]
1
"""

from __future__ import annotations

from typing import TypeAlias

from tercet._tercet import puzzle_colors

Color: TypeAlias = tuple[int, int, int]
ColorRGBA: TypeAlias = tuple[int, int, int, int]

COLORS: list[Color] = puzzle_colors()
"""Red, green and blue of shapes, by the number of their colour."""
NO_COLOR_ID = -1
"""The colour of a free cell."""
DEBUG_COLOR_ID = -2
"""The colour of a cell that was filled by hand."""

SHAPE_COLORS = COLORS
COLOR_ID_MAP = COLORS
ID_TO_COLOR_MAP: dict[int, Color] = dict(enumerate(COLORS))
COLOR_TO_ID_MAP: dict[Color, int] = {color: number for number, color in enumerate(COLORS)}
"""The number of a colour."""

WHITE: Color = (255, 255, 255)
BLACK: Color = (0, 0, 0)
GRAY: Color = (128, 128, 128)
LIGHT_GRAY: Color = (200, 200, 200)
DARK_GRAY: Color = (50, 50, 50)
RED: Color = (255, 0, 0)
GREEN: Color = (0, 255, 0)
BLUE: Color = (0, 0, 255)
YELLOW: Color = (255, 255, 0)
CYAN: Color = (0, 255, 255)
MAGENTA: Color = (255, 0, 255)
ORANGE: Color = (255, 165, 0)
PURPLE: Color = (128, 0, 128)
TEAL: Color = (0, 128, 128)
OLIVE: Color = (128, 128, 0)

GRID_BG_LIGHT: Color = (40, 40, 40)
GRID_BG_DARK: Color = (30, 30, 30)
GRID_BG_DEFAULT = DARK_GRAY
GRID_BG_GAME_OVER: Color = (70, 30, 30)
GRID_LINE_COLOR: Color = (80, 80, 80)
DEATH_ZONE_COLOR: Color = (60, 0, 0)
TRIANGLE_EMPTY_COLOR = GRAY
HUD_BG_COLOR: Color = (20, 20, 20)
HUD_TEXT_COLOR = WHITE
PREVIEW_BG_COLOR: Color = (25, 25, 25)
PREVIEW_BORDER = GRAY
PREVIEW_SELECTED_BORDER = WHITE
HIGHLIGHT_VALID_COLOR = GREEN
HIGHLIGHT_INVALID_COLOR = RED
PLACEMENT_VALID_COLOR = GREEN
PLACEMENT_INVALID_COLOR = RED
DEBUG_TOGGLE_COLOR = MAGENTA
