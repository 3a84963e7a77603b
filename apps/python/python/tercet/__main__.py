"""The program `tercet`: `python -m tercet`, and the command that installing the package brings."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence

from tercet._tercet import main as _main


def main(argv: Sequence[str] | None = None) -> int:
    """Does what a command line says, without the program's own name; `sys.argv` if none is given. The exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    if threading.current_thread() is not threading.main_thread():
        return _main(["tercet", *words])
    # Python would only take note of Ctrl-C, and tell nobody before the program is over.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _main(["tercet", *words])
    finally:
        signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    sys.exit(main())
