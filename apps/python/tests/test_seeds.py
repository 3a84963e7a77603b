"""The examples of the documents that Tercet began with: the same calls, with only the import changed."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

from PIL import Image


def test_the_environments_examples() -> None:
    from tercet.set import SetEnv

    env = SetEnv(seed=42)
    img = env.get_board_image()
    assert isinstance(img, Image.Image) and img.size == (1000, 1056)

    # Positions shown as 2, 5 and 9 are 1, 4 and 8.
    msg, img = env.select((1, 4, 8))
    assert msg in ("Success: valid Set removed.", "Not a Set. Try again.")
    assert isinstance(img, Image.Image)

    msg, img = env.deal_three()
    assert msg == "Success: dealt 3 new cards."
    assert isinstance(img, Image.Image) and img.size == (1244, 1056)


def test_an_ids_derivation() -> None:
    from tercet.set import ALL_COLORS, ALL_NUMBERS, ALL_SHADINGS, ALL_SHAPES, Deck

    for card in Deck.standard():
        n_idx = ALL_NUMBERS.index(card.number)
        c_idx = ALL_COLORS.index(card.color)
        s_idx = ALL_SHAPES.index(card.shape)
        h_idx = ALL_SHADINGS.index(card.shading)
        assert card.id == n_idx + 3 * c_idx + 9 * s_idx + 27 * h_idx


def test_the_demos_script() -> None:
    from tercet.set import SetGame

    with redirect_stdout(io.StringIO()) as out:
        game = SetGame()
        game.play()
        discovered, sets = game.play_quiet()
        print("Sets discovered: {}".format(discovered))  # noqa: UP032 - as it stands there
        for set in sets:  # noqa: A001
            game.display_cards(set)
    said = out.getvalue().splitlines()
    assert said.count(f"Sets discovered: {discovered}") == 2
    assert (
        discovered == len(sets)
        and len([line for line in said if line.startswith("- ")]) == 6 * discovered
    )


def test_the_demos_sets_in_words() -> None:
    """Two red solid squiggles, one green solid diamond, three purple solid ovals: a Set; with squiggles twice: none."""
    from tercet.set import Card, Color, Number, Shading, Shape, is_set

    squiggles = Card(Number.TWO, Color.RED, Shape.SQUIGGLE, Shading.SOLID)
    diamond = Card(Number.ONE, Color.GREEN, Shape.DIAMOND, Shading.SOLID)
    ovals = Card(Number.THREE, Color.PURPLE, Shape.OVAL, Shading.SOLID)
    assert is_set(squiggles, diamond, ovals)
    assert not is_set(squiggles, Card(Number.ONE, Color.GREEN, Shape.SQUIGGLE, Shading.SOLID), ovals)


def test_a_loop_of_the_puzzles_engine() -> None:
    from tercet.triangle import EnvConfig, GameState

    config = EnvConfig()
    state = GameState(config=config, initial_seed=42)
    while not state.is_over():
        actions = state.valid_actions()
        reward, done = state.step(next(iter(actions)))
        assert done == state.is_over()
    assert state.get_outcome() == state.game_score()
    assert state.get_game_over_reason() == "No valid actions available."
    copied = state.copy()
    copied.reset()
    assert not copied.is_over() and state.is_over()
