"""What the environments' `render` gives, by render mode."""

from __future__ import annotations

import sys
from typing import Any

from tercet._notebook import Svg


def rendered(core: Any, mode: str | None, theme: str, width: int | None) -> Any:
    """What a render mode asks of the engine: pixels, SVG or text; `human` prints, and without a mode there is nothing."""
    if mode == "rgb_array":
        return core.rgb(theme, width)
    if mode == "svg":
        return Svg(core.svg(theme))
    if mode is None:
        return None
    text = core.ansi()
    if mode == "ansi":
        return text
    sys.stdout.write(text + "\n")
    return None
