"""What programs written for the reference call beside `GameState`: its grid, shapes, pictures, and module paths."""

from __future__ import annotations

import copy
import doctest
import importlib
import pickle
import random
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import tercet
from tercet.triangle import (
    COLOR_TO_ID_MAP,
    COLORS,
    DisplayConfig,
    EnvConfig,
    GameState,
    GridData,
    GridLogic,
    Shape,
    ShapeLogic,
    Triangle,
    Visualizer,
    calculate_reward,
    encode_action,
    execute_placement,
    geometry,
    get_valid_actions,
    visualization,
)

UP = Shape([(0, 0, True)], COLORS[0])


class Named(GameState):
    """A subclass with a signature of its own."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(initial_seed=seed)
        self.name = name
        self.seen: list[int] = []


def test_a_game_can_be_subclassed_and_takes_attributes() -> None:
    state = Named("ada", 7)
    assert state == GameState(initial_seed=7) and state.name == "ada"
    state.seen.append(1)
    for twin in (state.copy(), copy.copy(state), state.fork(seed=1)):
        assert type(twin) is Named and twin == state and twin.seen is state.seen
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert type(twin) is Named and twin == state and twin.name == "ada"
        assert twin.seen == [1] and twin.seen is not state.seen
    plain = GameState(initial_seed=7)
    plain.worker = 3  # type: ignore[attr-defined]
    assert plain.copy().worker == 3  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(plain)).worker == 3


def test_a_subclass_loads_as_itself(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Named("ada", 7).save(path)
    loaded = Named.load(path)
    assert type(loaded) is Named and loaded == GameState(initial_seed=7)


def test_shapes_and_grid_of_a_game_are_read_and_not_silently_written() -> None:
    state = GameState(initial_seed=3)
    assert list(state.shapes) == state.get_shapes()
    state.shapes = [UP, UP, None]
    assert state.shapes == (UP, UP, None)
    with pytest.raises(TypeError):
        state.shapes[0] = None  # type: ignore[index]
    state.step(encode_action(0, 0, 3))
    grid = state.grid_data
    assert grid.is_occupied(0, 3) and grid.get_color_id(0, 3) == 0 and str(grid) == "GridData(8x15, Occupied: 1)"
    with pytest.raises(ValueError, match="read-only"):
        grid._occupied_np[0, 4] = True
    own = grid.deepcopy()
    own._occupied_np[0, 4] = True
    assert not state.grid_data.is_occupied(0, 4)
    assert (state.game_over, state.pieces_placed_this_episode) == (False, 1)
    assert state.triangles_cleared_this_episode == 0


def test_a_grid_as_arrays() -> None:
    grid = GridData(EnvConfig())
    assert (grid.rows, grid.cols, grid.is_empty(), len(grid.potential_lines)) == (8, 15, True, 24)
    assert grid.valid(0, 0) and not grid.valid(8, 0) and not grid.valid(0, -1)
    assert grid.is_death(0, 0) and not grid.is_occupied(0, 0) and grid.get_color_id(0, 3) is None
    assert grid.get_color_id(99, 0) is None
    for ask in (grid.is_death, grid.is_occupied):
        with pytest.raises(IndexError, match=r"\(8, 0\) is outside of a grid of 8 rows and 15 columns"):
            ask(8, 0)
    grid._occupied_np[0, 3] = True
    grid._color_id_np[0, 3] = 5
    for twin in (copy.deepcopy(grid), pickle.loads(pickle.dumps(grid)), grid.deepcopy()):
        assert twin.get_color_id(0, 3) == 5 and twin._occupied_np is not grid._occupied_np
    assert grid.get_occupied_state().sum() == 1 and grid.get_death_state().sum() == 24
    assert all(len(grid._coord_to_lines_map[cell]) == 3 for cell in grid._coord_to_lines_map)
    grid.reset()
    assert grid.is_empty() and (grid.get_color_id_state() == -1).all()


def test_where_a_shape_fits_is_what_the_game_says() -> None:
    """Every cell and every slot of random games: `can_place` and the valid actions agree."""
    rng = random.Random(5)
    for seed in range(5):
        state = GameState(initial_seed=seed)
        while not state.is_over():
            grid, config = state.grid_data, state.env_config
            found = {
                encode_action(slot, r, c, config)
                for slot, shape in enumerate(state.shapes)
                for r in range(config.ROWS)
                for c in range(config.COLS)
                if GridLogic.can_place(grid, shape, r, c)
            }
            assert found == get_valid_actions(state)
            state.step(rng.choice(sorted(found)))


def test_a_shape_may_begin_outside_of_the_grid() -> None:
    grid = GridData()
    assert GridLogic.can_place(grid, Shape([(1, 0, True)], COLORS[0]), -1, 3)
    assert not GridLogic.can_place(grid, Shape([(1, 0, True)], COLORS[0]), -1, 4)
    assert not GridLogic.can_place(grid, None, 0, 3)
    assert not GridLogic.can_place(grid, Shape([], COLORS[0]), 0, 3)
    assert not GridLogic.can_place(grid, UP, 10**12, 3)


def test_lines_are_cleared_together_and_once() -> None:
    grid = GridData()
    row = {(1, c) for c in range(2, 13)}
    lines = [line for line in grid.potential_lines if (1, 5) in line]
    for line in lines:
        for cell in line:
            grid._occupied_np[cell] = True
            grid._color_id_np[cell] = 2
    before = int(grid._occupied_np.sum())
    count, cells, cleared = GridLogic.check_and_clear_lines(grid, {(1, 5), (99, 99)})
    assert count == 3 and cleared == set(lines) and frozenset(row) in cleared
    assert cells == set().union(*lines) and len(cells) == before
    assert grid.is_empty() and (grid._color_id_np == -1).all()
    assert GridLogic.check_and_clear_lines(grid, {(1, 5)}) == (0, set(), set())


def test_the_grid_follows_the_game_step_for_step() -> None:
    """Placing and clearing on arrays comes to the same cells as the game's own steps."""
    rng = random.Random(11)
    state = GameState(EnvConfig(ROWS=4, COLS=9, PLAYABLE_RANGE_PER_ROW=[(0, 9)] * 4), initial_seed=2)
    cleared = 0
    for _ in range(200):
        if state.is_over():
            state.reset()
        action = rng.choice(sorted(state.valid_actions()))
        slot, cell = divmod(action, 36)
        shape, grid = state.shapes[slot], state.grid_data.deepcopy()
        assert shape is not None
        new = {(cell // 9 + r, cell % 9 + c) for r, c, _ in shape.triangles}
        for each in new:
            grid._occupied_np[each], grid._color_id_np[each] = True, shape.color_id
        cells = GridLogic.check_and_clear_lines(grid, new)[1]
        state.step(action)
        assert len(cells) == state.get_last_cleared_triangles()
        assert (grid._occupied_np == state.grid_data._occupied_np).all()
        assert (grid._color_id_np == state.grid_data._color_id_np).all()
        cleared += len(cells)
    assert cleared > 0


def test_the_shortest_line_is_an_option() -> None:
    corner = {"ROWS": 1, "COLS": 2, "PLAYABLE_RANGE_PER_ROW": [(0, 2)], "NUM_SHAPE_SLOTS": 1}
    for shortest, left in ((2, 0), (3, 2)):
        state = GameState(EnvConfig(**corner, MIN_LINE_LENGTH=shortest), initial_seed=1)
        state.debug_set_shapes([Shape([(0, 0, False), (0, 1, True)], COLORS[0])])
        state.debug_toggle_cell(0, 0)
        state.debug_toggle_cell(0, 1)
        assert int(state.get_grid_data_np()["occupied"].sum()) == left
        twin = pickle.loads(pickle.dumps(state))
        assert twin.env_config.MIN_LINE_LENGTH == shortest and twin == state
    for wrong in (0, 129, 256):
        with pytest.raises(tercet.errors.ConfigError, match="MIN_LINE_LENGTH"):
            EnvConfig(MIN_LINE_LENGTH=wrong)


def test_widths_of_rows_are_ranges_in_the_middle() -> None:
    widths = [9, 11, 13, 15, 15, 13, 11, 9]
    assert EnvConfig(COLS_PER_ROW=widths) == EnvConfig() and EnvConfig().COLS_PER_ROW == widths
    assert EnvConfig(ROWS=1, COLS=4, COLS_PER_ROW=[1]).PLAYABLE_RANGE_PER_ROW == [(1, 2)]
    assert EnvConfig.model_validate({**EnvConfig().model_dump(), "ACTION_DIM": 360}) == EnvConfig()
    with pytest.raises(tercet.errors.ConfigError, match="COLS_PER_ROW: 16 is not from 0 to 15"):
        EnvConfig(COLS_PER_ROW=[16] * 8)
    with pytest.raises(tercet.errors.ConfigError, match="not both"):
        EnvConfig(COLS_PER_ROW=widths, PLAYABLE_RANGE_PER_ROW=[(0, 1)] * 8)
    with pytest.raises(TypeError, match="COLS_PER_ROW: 3 is no list of widths"):
        EnvConfig(COLS_PER_ROW=3)


def test_shapes_are_drawn_by_a_generator_of_ones_own() -> None:
    assert len(ShapeLogic.PREDEFINED_SHAPE_TEMPLATES) == 31
    rng, twin = random.Random(3), random.Random(3)
    shape = ShapeLogic.generate_random_shape(rng)
    triangles = twin.choice(ShapeLogic.PREDEFINED_SHAPE_TEMPLATES)
    assert shape == Shape(triangles, twin.choice(COLORS)) and shape.color_id == COLORS.index(shape.color)
    assert Shape([(0, 0, True)], (1, 2, 3)).color_id == 0
    assert all(ShapeLogic.is_shape_connected(Shape(each, COLORS[0])) for each in ShapeLogic.PREDEFINED_SHAPE_TEMPLATES)
    assert not ShapeLogic.is_shape_connected(Shape([(0, 0, True), (0, 2, True)], COLORS[0]))
    assert ShapeLogic.is_shape_connected(Shape([], COLORS[0]))
    assert ShapeLogic.get_neighbors(3, 4, True) == [(3, 3), (3, 5), (4, 4)]


def test_slots_are_refilled_only_when_all_are_empty() -> None:
    state = GameState(initial_seed=1)
    before = state.shapes
    ShapeLogic.refill_shape_slots(state, random.Random(3))
    assert state.shapes == before
    state.shapes = []
    ShapeLogic.refill_shape_slots(state, random.Random(3))
    rng = random.Random(3)
    assert list(state.shapes) == [ShapeLogic.generate_random_shape(rng) for _ in range(3)]


def test_a_placement_is_a_whole_step() -> None:
    state, twin = GameState(initial_seed=9), GameState(initial_seed=9)
    action = min(state.valid_actions())
    slot, cell = divmod(action, 120)
    shape = state.shapes[slot]
    assert shape is not None
    assert execute_placement(state, slot, cell // 15, cell % 15, random.Random()) == (0, len(shape.triangles))
    reward, done = twin.step(action)
    assert state == twin and reward == calculate_reward(len(shape.triangles), set(), done, EnvConfig())
    with pytest.raises(ValueError, match=rf"the shape of slot {slot} can't be placed at \(0, 0\)"):
        execute_placement(state, slot, 0, 0)
    assert state == twin


def test_a_triangle_is_its_place() -> None:
    cell = Triangle(1, 1, False)
    cell.is_occupied, cell.color = True, (255, 0, 0)
    cell.neighbor_left = Triangle(1, 0, True)
    twin = cell.copy()
    assert twin == cell == Triangle(1, 1, True) and twin is not cell and hash(twin) == hash(cell)
    assert (twin.is_occupied, twin.color, twin.neighbor_left) == (True, (255, 0, 0), None)
    assert Triangle(0, 0, True, is_death=True).is_occupied and cell != Triangle(1, 2, False)
    assert cell.get_points(ox=10, oy=20, cw=50, ch=50) == [(47.5, 70), (97.5, 70), (72.5, 120)]


def test_what_is_nearly_on_the_edge_is_inside() -> None:
    corners = [(0.0, 0.0), (4.0, 0.0), (2.0, 4.0)]
    for point in [(2.0, -1e-10), (4.0 + 1e-10, 0.0), (1.0 - 1e-10, 2.0), (2.0, 4.0 + 5e-10)]:
        assert geometry.is_point_in_polygon(point, corners)
    for point in [(2.0, -1e-8), (4.0 + 1e-8, 0.0)]:
        assert not geometry.is_point_in_polygon(point, corners)
    assert not geometry.is_point_in_polygon((1.0, 0.0), [(0.0, 0.0), (2.0, 0.0)])
    # A star winds twice around its middle.
    star = [(0.0, 3.0), (2.0, -3.0), (-3.0, 1.0), (3.0, 1.0), (-2.0, -3.0)]
    assert geometry.is_point_in_polygon((0.0, 0.0), star)


def test_pictures_of_a_game() -> None:
    from PIL import Image

    state = GameState(initial_seed=4)
    pixels = state.rgb(width=345)
    assert pixels.dtype == np.uint8 and pixels.shape[1:] == (345, 3)
    image = state.image(width=345)
    assert isinstance(image, Image.Image) and (np.asarray(image) == pixels).all()
    assert state.svg(theme="dark").startswith("<svg") and state.png().startswith(b"\x89PNG")
    action = min(state.valid_actions())
    pictures = [
        state.rgb(width=345, **how)  # type: ignore[arg-type]
        for how in ({}, {"show": ["coordinates"]}, {"picked": 0}, {"ghost": action}, {"ghost": 0}, {"theme": "dark"})
    ]
    assert len({each.tobytes() for each in pictures}) == 6
    state.step(action)
    assert not (state.rgb(width=345) == pixels).all()
    with pytest.raises(ValueError, match="show: `x` is no layer; there are labels, last, coordinates"):
        state.rgb(show=["x"])


def test_a_visualizer_draws_into_an_array() -> None:
    screen = np.zeros((300, 400, 3), dtype=np.uint8)
    state = GameState(initial_seed=4)
    drawer = Visualizer(screen, DisplayConfig(), state.env_config, {})
    assert drawer.render(state, "play") is screen and screen.any()
    plain = screen.copy()
    assert (drawer.render(state, "play") == plain).all()
    shape = state.shapes[1]
    for how in (
        {"selected_shape_idx": 0},
        {"hover_shape": shape, "hover_grid_coord": (3, 4)},
        {"selected_shape_idx": 1, "hover_shape": shape, "hover_screen_pos": (120, 120)},
    ):
        assert not (drawer.render(state, "play", **how) == plain).all(), how  # type: ignore[arg-type]
    debug = drawer.render(state, "debug").copy()
    assert not (debug == plain).all()
    assert not (drawer.render(state, "debug", debug_highlight_coord=(3, 4)) == debug).all()
    assert drawer.image().size == (400, 300)
    with pytest.raises(ValueError, match="mode: `x` is none; there are play and debug"):
        drawer.render(state, "x")


def test_points_of_the_screen_are_cells_and_slots() -> None:
    drawer = Visualizer()
    grid = drawer.ensure_layout()["grid"]
    side = 2 * grid.width / 16
    for row in range(8):
        for col in range(15):
            middle = geometry.cell_center(row, col, side, (grid.left, grid.top))
            assert visualization.get_grid_coords_from_screen(middle, grid, EnvConfig()) == (row, col)
    assert visualization.get_grid_coords_from_screen((0, 0), grid, EnvConfig()) is None
    assert sorted(drawer.preview_rects) == [0, 1, 2]
    for slot, rect in drawer.preview_rects.items():
        assert visualization.get_preview_index_from_screen(rect.topleft, drawer.preview_rects) == slot
    assert visualization.get_preview_index_from_screen(grid.topleft, drawer.preview_rects) is None
    assert visualization.calculate_interactive_layout(1024, 768)["grid"] == grid


def test_a_filled_cell_is_drawn_where_the_layout_says() -> None:
    state = GameState(initial_seed=4)
    drawer = Visualizer()
    before = drawer.render(state).copy()
    state.debug_toggle_cell(5, 6)
    grid = drawer.ensure_layout()["grid"]
    rows, cols = np.nonzero((drawer.render(state) != before).any(axis=2))
    side = 2 * grid.width / 16
    x, y = geometry.cell_center(5, 6, side, (grid.left, grid.top))
    inside = (rows > grid.top) & (rows < grid.bottom)
    assert abs(cols[inside].mean() - x) < 2 and abs(rows[inside].mean() - y) < side / 4


PATHS = {
    "core": "environment structs",
    "core.environment": "EnvConfig GameState GridData GridLogic ShapeLogic calculate_reward decode_action "
    "encode_action execute_placement get_valid_actions",
    "core.environment.grid": "GridData logic",
    "core.environment.shapes": "PREDEFINED_SHAPE_TEMPLATES generate_random_shape get_neighbors "
    "is_shape_connected refill_shape_slots",
    "core.structs": "COLOR_ID_MAP COLOR_TO_ID_MAP DEBUG_COLOR_ID NO_COLOR_ID SHAPE_COLORS Shape Triangle",
    "config": "EnvConfig DisplayConfig DEFAULT_DISPLAY_CONFIG",
    "game_interface": "GameState Shape",
    "utils": "ActionType geometry",
    "utils.geometry": "is_point_in_polygon",
    "utils.types": "ActionType",
    "visualization": "Visualizer colors get_grid_coords_from_screen get_preview_index_from_screen "
    "calculate_interactive_layout DisplayConfig EnvConfig",
    "ui": "Visualizer DisplayConfig DEFAULT_DISPLAY_CONFIG",
    "ui.config": "DisplayConfig DEFAULT_DISPLAY_CONFIG",
    "ui.visualization": "Visualizer colors get_grid_coords_from_screen get_preview_index_from_screen",
}


@pytest.mark.parametrize("path", sorted(PATHS))
def test_only_the_first_word_of_an_import_changes(path: str) -> None:
    module = importlib.import_module(f"tercet.triangle.{path}")
    home = vars(tercet.triangle)
    for name in PATHS[path].split():
        assert getattr(module, name) is not None
        if name in home and not isinstance(home[name], ModuleType):
            assert getattr(module, name) is home[name], name
    assert COLOR_TO_ID_MAP[COLORS[8]] == 8


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[3] / "docs/coming-from/trianglengin.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried) == (0, 5)
