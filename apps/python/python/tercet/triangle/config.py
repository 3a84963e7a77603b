"""The config of a puzzle in the reference's fields, that of its pictures, and the numbers of actions."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, SupportsIndex, TypeAlias

from tercet import errors
from tercet._tercet import check_puzzle

ActionType: TypeAlias = int
"""An action is its number."""

_USUAL: dict[str, Any] = {
    "ROWS": 8,
    "COLS": 15,
    "PLAYABLE_RANGE_PER_ROW": [(3, 12), (2, 13), (1, 14), (0, 15), (0, 15), (1, 14), (2, 13), (3, 12)],
    "NUM_SHAPE_SLOTS": 3,
    "MIN_LINE_LENGTH": 2,
    "REWARD_PER_PLACED_TRIANGLE": 0.01,
    "REWARD_PER_CLEARED_TRIANGLE": 0.5,
    "REWARD_PER_STEP_ALIVE": 0.005,
    "PENALTY_GAME_OVER": -10.0,
}
_WEIGHTS = tuple(name for name in _USUAL if name.startswith(("REWARD", "PENALTY")))


def _whole(name: str, value: object) -> int:
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: {value!r} is no whole number") from None


def _lax(name: str, value: object) -> int:
    """A whole number as pydantic takes one: also the text of one, and a float that is one."""
    try:
        if isinstance(value, str):
            return int(value)
        if isinstance(value, float) and value.is_integer():
            return int(value)
    except ValueError:
        raise TypeError(f"{name}: {value!r} is no whole number") from None
    return _whole(name, value)


def _real(name: str, value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {value!r} is no number") from None
    if not math.isfinite(number):
        raise errors.ConfigError(f"{name}: {number} is not finite")
    return number


def _centred(widths: object, cols: object) -> list[tuple[int, int]]:
    """The ranges of rows of these widths in the middle of so many columns; an odd column is left over at the end."""
    name = "COLS_PER_ROW"
    if not isinstance(widths, Iterable) or isinstance(widths, str | bytes):
        raise TypeError(f"{name}: {widths!r} is no list of widths")
    room, ranges = _lax("COLS", cols), []
    for width in (_lax(name, each) for each in widths):
        if not 0 <= width <= room:
            raise errors.ConfigError(f"{name}: {width} is not from 0 to {room}")
        ranges.append(((room - width) // 2, (room - width) // 2 + width))
    return ranges


def _renamed(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields by the names that are kept: the reference's first releases gave widths of rows, and wrote `ACTION_DIM`."""
    fields.pop("ACTION_DIM", None)
    if "COLS_PER_ROW" in fields:
        if "PLAYABLE_RANGE_PER_ROW" in fields:
            raise errors.ConfigError("COLS_PER_ROW: give it or PLAYABLE_RANGE_PER_ROW, not both")
        cols = fields.get("COLS", _USUAL["COLS"])
        fields["PLAYABLE_RANGE_PER_ROW"] = _centred(fields.pop("COLS_PER_ROW"), cols)
    return fields


def _ranges(name: str, value: object) -> list[tuple[int, int]]:
    if not isinstance(value, Iterable) or isinstance(value, str | bytes):
        raise TypeError(f"{name}: {value!r} is no list of ranges")
    ranges = []
    for row, each in enumerate(value):
        pair = tuple(each) if isinstance(each, Iterable) and not isinstance(each, str | bytes) else ()
        if len(pair) != 2:
            raise TypeError(f"{name}: row {row} has {each!r}; a range is (start, end)")
        ranges.append((_lax(name, pair[0]), _lax(name, pair[1])))
    return ranges


@dataclass(frozen=True)
class Field:
    """What is known of a field of a config, as pydantic calls it."""

    annotation: type[Any]
    default: Any

    def is_required(self) -> bool:
        """No field is: each has a default."""
        return False


class EnvConfig:
    """A grid, its slots, and what rewards are made of.

    It is checked as a whole when it is made, and again when a game is made of it: fields may be set one after the other.
    A grid has at most 64 rows and 64 columns, and 16 slots. Numbers may be given as text, as pydantic takes them.
    `COLS_PER_ROW`, the widths of rows that lie in the middle, may be given in place of `PLAYABLE_RANGE_PER_ROW`.

    >>> config = EnvConfig(ROWS=2, COLS=3, PLAYABLE_RANGE_PER_ROW=[(0, 3), (1, 2)])
    >>> config.ACTION_DIM
    18
    """

    ROWS: int
    COLS: int
    PLAYABLE_RANGE_PER_ROW: list[tuple[int, int]]
    NUM_SHAPE_SLOTS: int
    MIN_LINE_LENGTH: int
    REWARD_PER_PLACED_TRIANGLE: float
    REWARD_PER_CLEARED_TRIANGLE: float
    REWARD_PER_STEP_ALIVE: float
    PENALTY_GAME_OVER: float

    model_fields: ClassVar[dict[str, Field]] = {
        name: Field(float if name in _WEIGHTS else list if name == "PLAYABLE_RANGE_PER_ROW" else int, usual)
        for name, usual in _USUAL.items()
    }
    """The fields by name: what each holds, and what it is if nobody says."""

    __slots__ = tuple(_USUAL)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, **fields: Any) -> None:
        fields = _renamed(fields)
        for name in fields:
            if name not in _USUAL:
                raise errors.ConfigError(f"there is no field `{name}`; there are {', '.join(_USUAL)}")
        for name, usual in _USUAL.items():
            setattr(self, name, fields.get(name, usual))
        self._check()

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "PLAYABLE_RANGE_PER_ROW":
            value = _ranges(name, value)
        elif name in _WEIGHTS:
            value = _real(name, value)
        elif name in _USUAL:
            value = _lax(name, value)
        super().__setattr__(name, value)

    @property
    def ACTION_DIM(self) -> int:  # noqa: N802 - the reference's name
        """How many numbers actions have."""
        return self.NUM_SHAPE_SLOTS * self.ROWS * self.COLS

    @property
    def COLS_PER_ROW(self) -> list[int]:  # noqa: N802 - the reference's name
        """How many cells each row plays."""
        return [end - start for start, end in self.PLAYABLE_RANGE_PER_ROW]

    @classmethod
    def model_validate(cls, fields: Mapping[str, Any] | EnvConfig) -> EnvConfig:
        """The config of a dict of fields; those that are missing are as usual."""
        if isinstance(fields, EnvConfig):
            return fields.copy()
        if not isinstance(fields, Mapping):
            raise TypeError(f"{fields!r} is no dict of fields")
        return cls(**fields)

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> EnvConfig:
        """The config of a JSON object of fields."""
        try:
            return cls.model_validate(json.loads(text))
        except json.JSONDecodeError as error:
            raise errors.ConfigError(f"not JSON: {error}") from None

    def model_dump(self, *, mode: str = "python") -> dict[str, Any]:
        """The fields as a dict; with the mode `json`, of nothing that JSON does not have."""
        if mode not in ("python", "json"):
            raise ValueError(f"mode: `{mode}` is none; there are python and json")
        fields = {name: getattr(self, name) for name in _USUAL}
        ranges = self.PLAYABLE_RANGE_PER_ROW
        fields["PLAYABLE_RANGE_PER_ROW"] = list(ranges) if mode == "python" else [list(pair) for pair in ranges]
        return fields

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """The JSON schema of a config's fields."""
        pair = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer"}}
        properties: dict[str, Any] = {}
        for name, usual in _USUAL.items():
            kind: dict[str, Any] = {"type": "number" if name in _WEIGHTS else "integer"}
            if name == "PLAYABLE_RANGE_PER_ROW":
                kind, usual = {"type": "array", "items": pair}, [list(each) for each in usual]
            properties[name] = {**kind, "default": usual}
        return {"title": cls.__name__, "type": "object", "properties": properties}

    def model_dump_json(self) -> str:
        """The fields as a JSON object."""
        return json.dumps(self.model_dump(), separators=(",", ":"))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> EnvConfig:
        """A copy, with some fields changed; it is always a deep one."""
        del deep
        return EnvConfig(**{**self.model_dump(), **(update or {})})

    def copy(self) -> EnvConfig:
        """A copy."""
        return self.model_copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EnvConfig):
            return NotImplemented
        return self.model_dump() == other.model_dump()

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.model_dump().items())
        return f"EnvConfig({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return EnvConfig.model_validate, (self.model_dump(),)

    def _plan(self) -> tuple[Any, ...]:
        weights = [getattr(self, name) for name in _WEIGHTS]
        rules = (self.NUM_SHAPE_SLOTS, self.MIN_LINE_LENGTH)
        return (self.ROWS, self.COLS, self.PLAYABLE_RANGE_PER_ROW, *rules, weights)

    def _check(self) -> None:
        try:
            check_puzzle(self._plan())
        except OverflowError:
            raise errors.ConfigError("a number has more than 64 bits") from None


@dataclass
class DisplayConfig:
    """How large the pictures of a `Visualizer` are.

    The reference's fields; those after the first two are kept for programs that set them, and change nothing here.
    """

    SCREEN_WIDTH: int = 1024
    SCREEN_HEIGHT: int = 768
    FPS: int = 60
    PADDING: int = 10
    HUD_HEIGHT: int = 30
    PREVIEW_AREA_WIDTH: int = 150
    PREVIEW_PADDING: int = 5
    PREVIEW_INNER_PADDING: int = 3
    PREVIEW_BORDER_WIDTH: int = 1
    PREVIEW_SELECTED_BORDER_WIDTH: int = 3


DEFAULT_DISPLAY_CONFIG = DisplayConfig()
"""The display config of a `Visualizer` that is given none."""

_DEFAULT = EnvConfig()


def encode_action(
    shape_idx: SupportsIndex, r: SupportsIndex, c: SupportsIndex, config: EnvConfig | None = None
) -> ActionType:
    """The number of placing the shape of a slot with its (0, 0) on a cell.

    >>> encode_action(1, 2, 3)
    153
    """
    config = config or _DEFAULT
    numbers = []
    for name, value, end in (
        ("shape_idx", shape_idx, config.NUM_SHAPE_SLOTS),
        ("r", r, config.ROWS),
        ("c", c, config.COLS),
    ):
        number = _whole(name, value)
        if not 0 <= number < end:
            raise ValueError(f"{name}: {number} is not from 0 to {end - 1}")
        numbers.append(number)
    slot, row, col = numbers
    return (slot * config.ROWS + row) * config.COLS + col


def decode_action(action: SupportsIndex, config: EnvConfig | None = None) -> tuple[int, int, int]:
    """The slot, row and column of an action.

    >>> decode_action(153)
    (1, 2, 3)
    """
    config = config or _DEFAULT
    number = _whole("action", action)
    if not 0 <= number < config.ACTION_DIM:
        raise ValueError(f"action: {number} is not from 0 to {config.ACTION_DIM - 1}")
    cell = number % (config.ROWS * config.COLS)
    return number // (config.ROWS * config.COLS), cell // config.COLS, cell % config.COLS
