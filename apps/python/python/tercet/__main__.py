"""The program `tercet`: `python -m tercet`, and the command that installing the package brings."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any

from tercet import _tercet


def main(argv: Sequence[str] | None = None, *, native: Any = _tercet) -> int:
    """Does what a command line says, without the program's own name; `sys.argv` if none is given. The exit code.

    `native` is the compiled module of another package, whose games are then among the program's.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    if threading.current_thread() is not threading.main_thread():
        return int(native.main(["tercet", *words]))
    # Python would only note Ctrl-C, and raise it after the program is over.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return int(native.main(["tercet", *words]))
    finally:
        signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    sys.exit(main())
