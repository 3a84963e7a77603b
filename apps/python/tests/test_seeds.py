"""The examples of the documents that Tercet began with: the same calls, with only the import changed."""

from __future__ import annotations

import io
import random
import sys
from contextlib import redirect_stdout
from uuid import UUID

import pytest
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


def test_the_environments_names() -> None:
    from tercet.set import (
        BOARD_INCREASE_STEP,
        DECK_SIZE,
        FEATURE_CARDINALITY,
        FEATURE_DIM,
        INITIAL_BOARD_SIZE,
        MAX_BOARD_SIZE,
        EnvReturn,
        RenderCfg,
        SetEnv,
        all_sets,
        code_to_vec,
        generate_board_image,
        is_set,
        render_board,
        vec_to_code,
    )

    assert (DECK_SIZE, INITIAL_BOARD_SIZE, BOARD_INCREASE_STEP, MAX_BOARD_SIZE) == (81, 12, 3, 21)
    assert (FEATURE_DIM, FEATURE_CARDINALITY) == (4, 3)
    assert all(vec_to_code(code_to_vec(code)) == code for code in range(DECK_SIZE))
    assert is_set(0, 1, 2) and all_sets([0, 1, 2, 3]) == [(0, 1, 2)]
    cfg = RenderCfg()
    codes = list(range(15))
    image = render_board(codes, cfg, overlay_indices=True)
    assert image == generate_board_image(codes, cfg.card_w, cfg.card_h, cfg.pad, cfg.grid_cols(15), cfg.grid_rows, True)
    env = SetEnv(seed=None, require_initial_set=False)
    assert isinstance(env.reset(seed=7), Image.Image)
    answer = env.select((0, 0, 1))
    assert isinstance(answer, EnvReturn) and answer._fields == ("message", "image")


def test_the_types_documents_values() -> None:
    from tercet.set import (
        Board,
        Card,
        Color,
        Deck,
        DealPolicy,
        Discard,
        EngineConfig,
        Number,
        RngSpec,
        Seed,
        SetTriple,
        Shading,
        Shape,
        ZenMode,
        deal,
    )

    card = Card(Number.ONE, Color.RED, Shape.DIAMOND, Shading.SOLID)
    assert card.as_tuple() == (Number.ONE, Color.RED, Shape.DIAMOND, Shading.SOLID)
    deck = Deck(Deck.standard().cards[:12])
    assert len(deck) == 12 and list(deck)[0] == card
    board = Board(cells=(card, None), present=frozenset({card}), indices=frozenset({0}))  # type: ignore[arg-type]
    assert (board.size(), board.occupied()) == (2, 1)
    assert len(SetTriple(cards=frozenset(deck.cards[:3])).cards) == len(Discard(frozenset(deck.cards[:3])).cards)
    policy = DealPolicy(ensure_at_least_one_set=True, board_capacity=12, max_resample_attempts=5)
    config = EngineConfig(rng=RngSpec(seed=Seed(7), source=UUID(int=1)), deal_policy=policy, zen=ZenMode(1, 60.0))
    assert config.deal_policy == EngineConfig(RngSpec(Seed(7))).deal_policy
    assert deal(config, random.Random(7)) == deal(config)


def test_an_ids_derivation() -> None:
    from tercet.set import ALL_COLORS, ALL_NUMBERS, ALL_SHADINGS, ALL_SHAPES, Deck

    for card in Deck.standard():
        n_idx = ALL_NUMBERS.index(card.number)
        c_idx = ALL_COLORS.index(card.color)
        s_idx = ALL_SHAPES.index(card.shape)
        h_idx = ALL_SHADINGS.index(card.shading)
        assert card.id == n_idx + 3 * c_idx + 9 * s_idx + 27 * h_idx


def test_the_demos_script(monkeypatch: pytest.MonkeyPatch) -> None:
    from tercet.set import SetGame

    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 100))
    with redirect_stdout(io.StringIO()) as out:
        game = SetGame()
        game.play()
        discovered, sets = game.play_quiet()
        print("Sets discovered: {}".format(discovered))  # noqa: UP032 - as it stands there
        for set in sets:  # noqa: A001
            game.display_cards(set)
    said = out.getvalue().splitlines()
    assert said[-1 - 3 * discovered] == f"Sets discovered: {discovered}" and discovered == len(sets)
    assert len([line for line in said if line.startswith("Press Enter to go on.")]) > 20
    assert all(line.startswith("- ") for line in said[-3 * discovered :])


def test_the_demos_deck_and_its_words() -> None:
    """What the demo's own tests ask: its words, its deck, and dealing from it."""
    from tercet.set import SetGame

    game = SetGame(seed=1)
    assert (game.colors, game.shapes) == (["red", "green", "purple"], ["diamond", "squiggle", "oval"])
    assert (game.shadings, game.numbers) == (["solid", "empty", "striped"], ["one", "two", "three"])
    assert len(game.deck) == len(set(game.deck)) == 81 and game.board == []
    order = list(game.deck)
    assert [len(game.deal(3)), len(game.deal(6)), len(game.deal(12)), len(game.deal())] == [3, 6, 12, 12]
    with pytest.raises(IndexError, match="49 is not from 0 to 48"):
        game.deal(49)
    assert len(game.deck) == 48
    # The game that plays itself deals the same cards in the same order, whatever was dealt by hand.
    assert game.play_quiet() == SetGame(seed=1).play_quiet()
    assert list(SetGame(deck=order).deck) == order


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
