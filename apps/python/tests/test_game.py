"""Engine access: matches and positions of any game by text."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import tercet


def test_a_match_of_any_game(game: str) -> None:
    match = tercet.begin(game, seed=42)
    digests = {match.digest}
    for _ in range(10):
        events = match.play(match.legal_actions()[0])
        assert events and all(isinstance(event, str) for event in events)
        digests.add(match.digest)
    assert len(digests) == 11 and match.id == game and not match.is_over
    again = tercet.replay(match.record())
    assert again.digest == match.digest and again.record() == match.record()
    tercet.verify(match.record())


def test_bots_play_to_the_end(game: str) -> None:
    bots = {"set": "first", "machi": "impatient", "triangle": "random"}
    match = tercet.begin(game, seed=7)
    moves = 0
    while not match.is_over:
        action = match.advice(bots[game], seed=moves)
        assert action is not None
        match.play(action)
        moves += 1
    assert match.end == "finished" and match.acting == [] and match.legal_actions() == []
    assert match.winners and len(match.scores) == match.num_players
    assert repr(match).endswith("over, finished>")


def test_the_same_seed_is_the_same_game_everywhere() -> None:
    match = tercet.begin("triangle", seed=42)
    assert match.record() == tercet.begin("triangle", deal="stream 42").record()
    assert tercet.begin("triangle", deal="mt19937 42").digest != match.digest


def test_a_deal_of_a_key_is_replayed_like_any_other(game: str) -> None:
    match = tercet.begin(game, deal="chacha20 " + "07" * 32)
    for _ in range(5):
        match.play(match.legal_actions()[-1])
    assert tercet.replay(match.record()).digest == match.digest
    tercet.verify(match.record())


def test_options_are_keywords() -> None:
    assert tercet.begin("set", seed=1, seats=3).acting == [0, 1, 2]
    five = tercet.begin("machi", seed=1, players=5, expansions=["harbor"])
    assert five.num_players == 5
    assert tercet.options("triangle")["slots"]["usual"] == "3"
    assert "impatient" in tercet.bots("machi")
    assert tercet.themes() == ["light", "dark", "colorblind", "contrast", "print"]


@pytest.mark.parametrize("how", ["clone", "copy", "deepcopy", "pickle"])
def test_copies_are_exact(game: str, how: str) -> None:
    match = tercet.begin(game, seed=3)
    for _ in range(5):
        match.play(match.legal_actions()[-1])
    twins = {
        "clone": match.clone,
        "copy": lambda: copy.copy(match),
        "deepcopy": lambda: copy.deepcopy(match),
        "pickle": lambda: pickle.loads(pickle.dumps(match)),
    }
    twin = twins[how]()
    for _ in range(10):
        if match.is_over:
            break
        action = match.legal_actions()[0]
        assert match.play(action) == twin.play(action)
    assert match.digest == twin.digest and match.record() == twin.record()


def test_undo(game: str) -> None:
    match = tercet.begin(game, seed=3)
    before = match.digest
    assert match.undo() is False
    match.play(match.legal_actions()[0])
    assert match.digest != before and match.undo() is True and match.digest == before


def test_pictures(game: str) -> None:
    match = tercet.begin(game, seed=3)
    assert match.svg(theme="dark").startswith("<svg ")
    assert match.png()[:8] == b"\x89PNG\r\n\x1a\n"
    pixels = match.rgb(width=300)
    assert pixels.shape[1:] == (300, 3) and pixels.dtype == np.uint8


def test_chance_is_yours_to_decide_in_a_position() -> None:
    dice = tercet.position("machi", players=2)
    while dice.is_chance:
        outcomes = dice.outcomes()
        assert sum(weight for weight, _ in outcomes) == 6
        dice.resolve(outcomes[0][1])
    assert dice.acting == [0]
    twin = dice.clone()
    twin.play(twin.legal_actions()[0])
    assert twin.digest != dice.digest
    assert dice.planes(0).shape == (1, 1, 162)


def test_a_position_of_a_match_knows_no_dealer() -> None:
    match = tercet.begin("set", seed=1)
    place = match.position()
    assert place.digest == match.digest
    place.play(place.legal_actions()[0])
    assert place.is_chance and len(place.outcomes()) == 69
    assert match.digest != place.digest


def test_numbers_of_actions(game: str) -> None:
    place = tercet.begin(game, seed=1).position()
    for text in place.legal_actions():
        number = place.action_number(text)
        assert 0 <= number < place.num_actions and place.action_text(number) == text
    assert place.action_text(place.num_actions) is None


def test_refusals_have_codes() -> None:
    match = tercet.begin("set", seed=1)
    before = match.digest
    legal = set(match.legal_actions())
    wrong = next(f"claim 1 2 {k}" for k in range(3, 13) if f"claim 1 2 {k}" not in legal)
    with pytest.raises(tercet.errors.RefusedError, match="these cards are no Set") as refused:
        match.play(wrong)
    assert refused.value.code == "not_a_set" and match.digest == before
    with pytest.raises(tercet.errors.NotationError) as unread:
        match.play("jump")
    assert unread.value.code == "notation"
    with pytest.raises(tercet.errors.RefusedError, match="there is no seat 5; there are 1"):
        match.play("deal", seat=5)
    race = tercet.begin("set", seed=1, seats=2)
    with pytest.raises(tercet.errors.RefusedError, match="several seats may act; say which"):
        race.play("deal")
    with pytest.raises(tercet.errors.ConfigError, match="there is no game `go`"):
        tercet.begin("go")
    with pytest.raises(tercet.errors.ConfigError, match="config `seats`"):
        tercet.begin("set", seats=99)
    with pytest.raises(tercet.errors.ConfigError, match="only one of seed and deal"):
        tercet.begin("set", seed=1, deal="stream 1")
    with pytest.raises(tercet.errors.RecordError):
        tercet.replay("no record")
    with pytest.raises(tercet.errors.RecordError):
        tercet.replay(match.record().replace("stream 1", "stream 2"))
    with pytest.raises(tercet.errors.BotError, match="there is no bot `x` for set"):
        match.advice("x")
    with pytest.raises(tercet.errors.DrawError):
        match.svg(theme="pink")
