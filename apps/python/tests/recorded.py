"""What was recorded of the programs that Tercet is compared with."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[3] / "games"


def text(game: str, name: str) -> str:
    path = GAMES / game / "rules" / "tests" / "fixtures" / name
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes()).decode()
    return path.read_text()


def lines(game: str, name: str) -> list[Any]:
    return [json.loads(line) for line in text(game, name).splitlines()]
