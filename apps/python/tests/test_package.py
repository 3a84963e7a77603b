"""The package as a whole: what it needs, what it exports, how long it takes to import."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import tercet


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_imports_only_numpy() -> None:
    code = """
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "gymnasium" else real(name, *rest)
import sys
import tercet
tercet.vector.make("set", 2, seed=1).reset()
outside = {name.split(".")[0] for name in sys.modules} & {"gymnasium", "pettingzoo", "PIL", "torch", "pandas"}
print(sorted(outside))
"""
    assert run(code) == "[]"


def test_images_work_after_a_plain_install() -> None:
    project = (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    needed = re.search(r"^dependencies = (\[.*\])$", project, re.M)
    assert needed is not None and re.findall(r"[a-z]+", needed[1]) == ["numpy", "pillow"]
    code = "import sys, tercet; e = tercet.set.SetEnv(1); a = 'PIL' in sys.modules; e.get_board_image(); print(a, 'PIL' in sys.modules)"
    assert run(code) == "False True"


def test_openspiel_is_asked_for_by_name() -> None:
    code = """
import sys
import tercet
assert "pyspiel" not in sys.modules
sys.modules["pyspiel"] = None
try:
    tercet.openspiel
except ModuleNotFoundError as error:
    print(error)
"""
    assert run(code) == "tercet.openspiel needs OpenSpiel: pip install open_spiel"


def test_nothing_heavy_is_imported_beside_gymnasium() -> None:
    heavy = '{"torch", "pandas", "PIL", "pettingzoo", "ray", "matplotlib", "stable_baselines3"}'
    code = f"import sys, tercet; print(sorted({{n.split('.')[0] for n in sys.modules}} & {heavy}))"
    assert run(code) == "[]"


def test_own_share_of_the_import_is_small() -> None:
    """CPU time of our own files, numpy and gymnasium being there already: the best of five."""
    code = (
        "import numpy, gymnasium, gymnasium.vector, time; t = time.process_time(); import tercet; "
        "print(time.process_time() - t)"
    )
    assert min(float(run(code)) for _ in range(5)) < 0.1


def test_exports_are_there() -> None:
    for name in tercet.__all__:
        assert hasattr(tercet, name), name
    assert tercet.__version__.count(".") == 2
    assert list(tercet.games()) == ["set", "machi", "triangle"]


def test_every_error_has_two_parents() -> None:
    classes = [value for value in vars(tercet.errors).values() if isinstance(value, type)]
    assert len(classes) == 20
    for error in classes:
        assert issubclass(error, tercet.TercetError)
        if error is not tercet.TercetError:
            assert issubclass(error, ValueError | RuntimeError | OSError), error
