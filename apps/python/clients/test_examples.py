"""The examples that need learners' libraries run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def test_maskable_ppo() -> None:
    command = [sys.executable, str(EXAMPLES / "maskable_ppo_triangle.py"), "--steps", "8192"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"after 8192 steps: return -?\d+\.\d\d, random play 2\.\d\d", last), last
