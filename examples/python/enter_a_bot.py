"""A bot of your own, written by overriding two methods, enters a tournament against the engine's bots."""

from __future__ import annotations

import sys

from tercet.machi import Bot, strategy, tournament


class Patient(Bot):
    """Builds the dearest landmark that it can pay for, and until then what brings the end nearest."""

    # Whatever is not decided below is decided as this bot would.
    advisor = "impatient"

    def chooseCard(self, options, game):
        landmarks = [card for card in options if card.is_landmark]
        if landmarks:
            return max(landmarks, key=lambda card: card.cost)
        things = [thing for thing in strategy.purchases(self, game, N=10) if thing.card in options]
        best = min(things, key=lambda thing: (thing.tuv_after, -thing.delta_ev))
        return best.card if best.delta_tuv < 0 else None

    def chooseTarget(self, players):
        return min(players, key=strategy.tuv_expected)


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    field = [Patient, "impatient", "thoughtful", "random"]
    result = tournament.round_robin(field, games=games, seed=1)
    print("place  player        won   elo")
    rows = zip(*(result.standings[name] for name in ("place", "player", "won", "elo")), strict=True)
    for place, player, won, elo in rows:
        print(f"{place:5}  {player:12} {won:4}  {elo:4.0f}")
    print()
    pairs = result.head_to_head
    for row, (player, other) in enumerate(zip(pairs["player"], pairs["against"], strict=True)):
        if "Patient" in (player, other):
            share, low, high = (pairs[name][row] for name in ("share", "low", "high"))
            print(f"{player} against {other}: {share:.0%} of the points ({low:.0%} to {high:.0%})")
