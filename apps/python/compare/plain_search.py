"""Guided search of the puzzle as one writes it in Python: a tree of nodes over the calls of trianglengin's `GameState`, PUCT, some leaves in
each call of the net. It stands in for trimcts where that can't be imported, so that the search in Rust has something beside it."""

from __future__ import annotations

import math
from typing import Any

EXPLORATION = 1.25


class Node:
    """A position of the tree: how often it was visited and what came of it."""

    __slots__ = ("action", "children", "parent", "prior", "state", "total", "visits")

    def __init__(self, parent: Node | None, action: int, prior: float, state: Any = None) -> None:
        self.parent, self.action, self.prior, self.state = parent, action, prior, state
        self.children: list[Node] = []
        self.visits, self.total = 0, 0.0

    def best(self) -> Node:
        """The child that PUCT goes to; values are told between the least and the largest of the children."""
        tried = [child.total / child.visits for child in self.children if child.visits]
        low, span = (min(tried), max(tried) - min(tried) or 1.0) if tried else (0.0, 1.0)
        push = EXPLORATION * math.sqrt(self.visits)

        def worth(child: Node) -> float:
            value = (child.total / child.visits - low) / span if child.visits else 0.0
            return value + push * child.prior / (1 + child.visits)

        return max(self.children, key=worth)

    def reach(self) -> None:
        """Makes its state, the first time it is come to."""
        if self.state is None:
            assert self.parent is not None
            self.state = self.parent.state.copy()
            self.state.step(self.action)


def run_mcts(state: Any, net: Any, simulations: int, leaves: int) -> dict[int, int]:
    """How often each action was tried after so many simulations, with at most `leaves` positions in a call of the net."""
    root = Node(None, -1, 1.0, state.copy())
    expand([root], net)
    done = 0
    while done < simulations:
        waiting = [descend(root) for _ in range(min(leaves, simulations - done))]
        done += len(waiting)
        for leaf, value in zip(waiting, expand(waiting, net), strict=True):
            back_up(leaf, leaf.state.game_score() + value)
    return {child.action: child.visits for child in root.children}


def descend(root: Node) -> Node:
    """Down to a position without children; visits are counted at once, so that the next way down is another one."""
    node = root
    node.visits += 1
    while node.children:
        node = node.best()
        node.visits += 1
    node.reach()
    return node


def expand(nodes: list[Node], net: Any) -> list[float]:
    """Asks the net of positions and gives each its children; what they are worth."""
    values = []
    for node, (policy, value) in zip(nodes, net.evaluate_batch([node.state for node in nodes]), strict=True):
        if not node.children:
            node.children = [Node(node, action, prior) for action, prior in policy.items()]
        values.append(value)
    return values


def back_up(leaf: Node, value: float) -> None:
    """Tells all above what came of it."""
    node: Node | None = leaf
    while node is not None:
        node.total += value
        node = node.parent
