"""Types and docstrings, as a user's tools see them."""

from __future__ import annotations

import builtins
import importlib
import inspect
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tercet
from tercet import _tercet

SCRIPT = Path(__file__).parent / "typed" / "user.py"
NEEDS_MORE = {"tercet.jax", "tercet.openspiel", "tercet.puffer", "tercet.sb3", "tercet.__main__", "tercet.ray"}
"""Modules that import what not every test has, or that run."""


def modules() -> list[ModuleType]:
    names = ["tercet", *(each.name for each in pkgutil.walk_packages(tercet.__path__, "tercet."))]
    public = [name for name in names if not any(name == other or name.startswith(f"{other}.") for other in NEEDS_MORE)]
    return [importlib.import_module(name) for name in public if not any(p.startswith("_") for p in name.split(".")[1:])]


def own(module: ModuleType) -> dict[str, Any]:
    """What a module offers: the names of its `__all__`, or all without an underscore that are its own."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return {name: getattr(module, name) for name in listed}
    named = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {name: value for name, value in named.items() if getattr(value, "__module__", None) == module.__name__}


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_users_script_runs() -> None:
    run(sys.executable, str(SCRIPT))


def test_a_users_script_is_clean_for_mypy() -> None:
    run(sys.executable, "-m", "mypy", "--strict", str(SCRIPT))


def test_a_users_script_is_clean_for_pyright() -> None:
    if shutil.which("npm") is None:
        pytest.skip("pyright is a program of Node.js, which is not installed")
    run(sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(SCRIPT))


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_everything_public_says_what_it_does(module: ModuleType) -> None:
    assert module.__doc__, module.__name__
    silent = [name for name, value in own(module).items() if is_code(value) and not inspect.getdoc(value)]
    for name, kind in own(module).items():
        if inspect.isclass(kind) and kind.__module__.startswith("tercet"):
            silent += [f"{name}.{method}" for method in methods(kind) if not inspect.getdoc(getattr(kind, method))]
    assert silent == []


def test_everything_compiled_says_what_it_does() -> None:
    silent = []
    for name, value in vars(_tercet).items():
        if name.startswith("_") or not is_code(value):
            continue
        silent += [] if value.__doc__ else [name]
        if inspect.isclass(value):
            silent += [f"{name}.{method}" for method in methods(value) if not inspect.getdoc(getattr(value, method))]
    assert silent == []


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_a_star_import_shadows_no_builtin(module: ModuleType) -> None:
    names: dict[str, Any] = {}
    exec(f"from {module.__name__} import *", names)  # noqa: S102 - that is what is tested
    shadowed = {name for name in names if hasattr(builtins, name) and names[name] is not getattr(builtins, name)}
    assert shadowed <= {"__builtins__", "__name__", "__doc__"}


def is_code(value: Any) -> bool:
    return inspect.isclass(value) or inspect.isroutine(value)


def methods(kind: type[Any]) -> list[str]:
    """The public methods and properties that a class brings itself."""
    return [name for name, value in vars(kind).items() if not name.startswith("_") and (is_code(value) or is_read(value))]


def is_read(value: Any) -> bool:
    return isinstance(value, property) or inspect.isgetsetdescriptor(value)
