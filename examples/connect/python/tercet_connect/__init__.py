"""Connect for Python: once this is imported, `tercet` has the game `connect` beside its own, at every door of the package.

>>> import tercet
>>> import tercet_connect
>>> tercet.begin("connect", seed=1).legal_actions()[3]
'drop 4'
"""

from tercet_connect import _native

__all__ = ["main"]


def main() -> int:
    """The program `tercet` with Connect: `python -m tercet_connect play connect`."""
    from tercet.__main__ import main as run

    return run(native=_native)
