"""The config, shapes, cells and geometry of the puzzle."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
import tercet
from tercet.triangle import COLORS, EnvConfig, GameState, Shape, Triangle, geometry, lines

FIELDS = [
    "ROWS",
    "COLS",
    "PLAYABLE_RANGE_PER_ROW",
    "NUM_SHAPE_SLOTS",
    "MIN_LINE_LENGTH",
    "REWARD_PER_PLACED_TRIANGLE",
    "REWARD_PER_CLEARED_TRIANGLE",
    "REWARD_PER_STEP_ALIVE",
    "PENALTY_GAME_OVER",
]


def test_the_usual_config() -> None:
    config = EnvConfig()
    assert list(config.model_dump()) == FIELDS
    assert (config.ROWS, config.COLS, config.NUM_SHAPE_SLOTS, config.ACTION_DIM) == (8, 15, 3, 360)
    assert config.PLAYABLE_RANGE_PER_ROW[0] == (3, 12)
    assert repr(config).startswith("EnvConfig(ROWS=8, COLS=15, PLAYABLE_RANGE_PER_ROW=[(3, 12), ")


@pytest.mark.parametrize(
    "how",
    [
        copy.copy,
        copy.deepcopy,
        EnvConfig.copy,
        EnvConfig.model_copy,
        lambda config: EnvConfig.model_validate(config.model_dump()),
        lambda config: EnvConfig.model_validate_json(config.model_dump_json()),
        lambda config: pickle.loads(pickle.dumps(config)),
        EnvConfig.model_validate,
    ],
)
def test_copies_are_equal_and_apart(how: Any) -> None:
    config = EnvConfig(NUM_SHAPE_SLOTS=2, REWARD_PER_STEP_ALIVE=1)
    twin = how(config)
    assert twin == config and twin is not config
    twin.PLAYABLE_RANGE_PER_ROW[0] = (5, 6)
    assert twin != config and config.PLAYABLE_RANGE_PER_ROW[0] == (3, 12)


def test_a_config_is_no_key_and_equals_no_dict() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(EnvConfig())
    assert EnvConfig() != EnvConfig().model_dump()


def test_changes_are_checked_when_a_game_is_made() -> None:
    config = EnvConfig()
    config.ROWS = 2
    with pytest.raises(tercet.errors.ConfigError, match="PLAYABLE_RANGE_PER_ROW: 8 ranges for 2 ROWS"):
        GameState(config)
    config.PLAYABLE_RANGE_PER_ROW = [(0, 3), (0, 15)]
    assert GameState(config, initial_seed=1).get_grid_data_np()["death"].sum() == 12
    changed = config.model_copy(update={"NUM_SHAPE_SLOTS": 5})
    assert (changed.NUM_SHAPE_SLOTS, config.NUM_SHAPE_SLOTS) == (5, 3)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"ROWS": 7}, "PLAYABLE_RANGE_PER_ROW: 8 ranges for 7 ROWS"),
        ({"ROWS": -1}, "PLAYABLE_RANGE_PER_ROW: 8 ranges for -1 ROWS"),
        ({"COLS": 14}, "PLAYABLE_RANGE_PER_ROW: row 4 plays 0-15, which is not within 0-14"),
        ({"COLS": 1000}, "COLS: 1000 is not from 0 to 255"),
        ({"COLS": 100}, "PLAYABLE_RANGE_PER_ROW: a grid has 1 to 64 rows and columns, not 8 by 100"),
        ({"NUM_SHAPE_SLOTS": 0}, "NUM_SHAPE_SLOTS: 0 is not from 1 to 16"),
        ({"NUM_SHAPE_SLOTS": 17}, "NUM_SHAPE_SLOTS: 17 is not from 1 to 16"),
        ({"PENALTY_GAME_OVER": float("nan")}, "PENALTY_GAME_OVER: nan is not finite"),
        ({"COLS": 10**30}, "a number has more than 64 bits"),
        ({"SIZE": 3}, f"there is no field `SIZE`; there are {', '.join(FIELDS)}"),
    ],
)
def test_a_config_that_cannot_be(fields: dict[str, Any], why: str) -> None:
    for make in (lambda: EnvConfig(**fields), lambda: EnvConfig.model_validate(fields)):
        with pytest.raises(tercet.errors.ConfigError) as caught:
            make()
        assert str(caught.value) == why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"ROWS": 8.5}, "ROWS: 8.5 is no whole number"),
        ({"ROWS": "eight"}, "ROWS: 'eight' is no whole number"),
        ({"REWARD_PER_STEP_ALIVE": "x"}, "REWARD_PER_STEP_ALIVE: 'x' is no number"),
        ({"REWARD_PER_STEP_ALIVE": None}, "REWARD_PER_STEP_ALIVE: None is no number"),
        ({"PLAYABLE_RANGE_PER_ROW": 3}, "PLAYABLE_RANGE_PER_ROW: 3 is no list of ranges"),
        (
            {"PLAYABLE_RANGE_PER_ROW": [(1, 2, 3)]},
            r"PLAYABLE_RANGE_PER_ROW: row 0 has \(1, 2, 3\); a range is \(start, end\)",
        ),
    ],
)
def test_wrong_types(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        EnvConfig(**fields)
    with pytest.raises(TypeError, match="3 is no dict of fields"):
        EnvConfig.model_validate(3)  # type: ignore[arg-type]
    with pytest.raises(tercet.errors.ConfigError, match="not JSON"):
        EnvConfig.model_validate_json("{")


def test_shapes_are_values() -> None:
    shape = Shape([(1, 0, False), (0, 0, True), (0, -2, True)], (220, 40, 40), 0)
    assert shape.triangles == [(0, -2, True), (0, 0, True), (1, 0, False)]
    assert (shape.bbox(), Shape([], COLORS[0], 0).bbox()) == ((0, -2, 1, 0), (0, 0, 0, 0))
    assert str(shape) == "Shape(ColorID:0, Tris:3)"
    assert (
        eval(repr(shape))
        == shape
        == shape.copy()
        == copy.deepcopy(shape)
        == pickle.loads(pickle.dumps(shape))
    )
    others = [Shape(shape.triangles, COLORS[1], 0), Shape(shape.triangles, COLORS[0], 1)]
    assert shape not in others and len({shape, shape.copy(), *others}) == 3 and shape != 1
    for triangles, color in [
        ([(0, 0)], (1, 2, 3)),
        ([(0, "a", True)], (1, 2, 3)),
        ([(0, 0, True)], (1, 2)),
        (3, 4),
    ]:
        with pytest.raises(TypeError):
            Shape(triangles, color, 0)  # type: ignore[arg-type]


def test_cells_know_their_neighbours() -> None:
    up, down = Triangle.at(3, 4), Triangle.at(3, 5)
    assert (up.is_up, up.neighbors()) == (True, [(3, 3), (3, 5), (4, 4)])
    assert (down.is_up, down.neighbors()) == (False, [(3, 4), (3, 6), (2, 5)])
    assert Triangle.at(0, 2).is_death and not Triangle.at(0, 3).is_death and Triangle.at(-1, 3).is_death
    assert Triangle(3, 4, True) == up and len({up, down, Triangle.at(3, 4)}) == 2


def test_the_default_grid_has_24_lines_and_every_cell_is_on_three() -> None:
    all_lines = lines()
    assert sorted(len(line) for line in all_lines) == sorted([9, 9, 11, 11, 13, 13, 15, 15] * 3)
    cells = [cell for line in all_lines for cell in line]
    assert len(set(cells)) == 96 and all(cells.count(cell) == 3 for cell in set(cells))
    assert lines(min_length=16) == []
    with pytest.raises(
        tercet.errors.ConfigError, match="direction: `x` is none; there are h, d1 and d2"
    ):
        lines(direction="x")


def test_cells_tile_the_plane() -> None:
    for row in range(-2, 9):
        for col in range(-3, 16):
            corners = geometry.cell_polygon(row, col, side=7.0, origin=(3.0, -5.0))
            center = geometry.cell_center(row, col, side=7.0, origin=(3.0, -5.0))
            assert geometry.is_point_in_polygon(center, corners)
            for x, y in corners:
                inside = (center[0] + 0.99 * (x - center[0]), center[1] + 0.99 * (y - center[1]))
                assert geometry.cell_at(*inside, side=7.0, origin=(3.0, -5.0)) == (row, col)
            up = Triangle.at(row, col).is_up
            assert (corners[1][1] < corners[0][1]) == up
    with pytest.raises(ValueError, match="side: 0 is no length"):
        geometry.cell_at(1, 1, side=0)


def test_the_edge_of_a_polygon_is_inside() -> None:
    corners = [(0.0, 0.0), (4.0, 0.0), (2.0, 4.0)]
    for point in [*corners, (2.0, 0.0), (1.0, 2.0), (3.0, 2.0), (2.0, 1.0)]:
        assert geometry.is_point_in_polygon(point, corners)
    for point in [(2.0, -0.1), (0.9, 2.0), (3.1, 2.0), (2.0, 4.1), (5.0, 0.0), (-1.0, 0.0)]:
        assert not geometry.is_point_in_polygon(point, corners)
    assert not geometry.is_point_in_polygon((0.0, 0.0), [])


def test_a_config_takes_and_gives_what_pydantics_does() -> None:
    config = EnvConfig(ROWS="8", COLS=15.0, REWARD_PER_STEP_ALIVE="0.25")
    assert (config.ROWS, config.COLS, config.REWARD_PER_STEP_ALIVE) == (8, 15, 0.25)
    dumped = config.model_dump(mode="json")
    assert dumped == json.loads(config.model_dump_json()) and dumped["PLAYABLE_RANGE_PER_ROW"][0] == [3, 12]
    assert EnvConfig.model_validate(dumped) == config
    with pytest.raises(ValueError, match="mode: `xml` is none; there are python and json"):
        config.model_dump(mode="xml")
    assert list(EnvConfig.model_fields) == list(FIELDS) and EnvConfig.model_fields["ROWS"].default == 8
    schema = EnvConfig.model_json_schema()
    assert schema["properties"]["COLS"] == {"type": "integer", "default": 15}
    assert schema["properties"]["PENALTY_GAME_OVER"] == {"type": "number", "default": -10.0}


def test_a_state_is_no_key_and_takes_attributes() -> None:
    class Named(GameState):
        """With a name."""

    state = Named(initial_seed=1)
    state.name = "mine"  # type: ignore[attr-defined]
    assert state.name == "mine"  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
