"""A run's folder: checkpoints that are either whole or not there, buffers, configs, logs, and going on after a crash."""

from __future__ import annotations

import io
import json
import operator
import warnings
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from tercet._tercet import Run as _Core
from tercet.errors import CheckpointError, ConfigError
from tercet.learn.replay import PrioritizedReplay

__all__ = ["Checkpoint", "CheckpointWarning", "Run"]


class CheckpointWarning(UserWarning):
    """A file that can't be read was passed over."""


class Checkpoint(NamedTuple):
    """What was saved."""

    step: int
    """The learner's step."""
    parts: dict[str, Any]
    """Arrays, bytes, and what JSON can say, by name."""


class Run:
    """A folder of a run, open in one process at a time.

    ```
    root/name/checkpoints/000001-step-100.tercet …, best, final
              buffers/000001-step-100.tercet …
              configs.json
              logs/metrics.jsonl
    ```

    Every file is written under another name, brought to disk and then renamed, and carries its version and a checksum (BLAKE3).

    Args:
        root: Where runs stand.
        name: The run's name; without one, the newest run is resumed, or a new one is called by its number.
        resume: `True` to go on with a run, `False` to begin one, `"auto"` to go on if there is one.
        config: What is kept in `configs.json`, if the run is new.
        keep: How many checkpoints are kept, beside the best and the final one.
        keep_buffers: How many buffers are kept.
    """

    def __init__(
        self,
        root: str | PathLike[str],
        name: str | None = None,
        *,
        resume: bool | str = "auto",
        config: Mapping[str, Any] | None = None,
        keep: int = 5,
        keep_buffers: int = 2,
    ) -> None:
        if resume not in (True, False, "auto"):
            raise ConfigError(f"resume: `{resume}` is none; there are True, False and 'auto'")
        text = json.dumps(dict(config or {}), indent=2, sort_keys=True) + "\n"
        self.is_resumed = _Core.is_there(root, name) if resume == "auto" else bool(resume)
        self._core = _Core(root, name, self.is_resumed, _count("keep", keep), _count("keep_buffers", keep_buffers))
        if not self.is_resumed:
            self._core.write_text("configs.json", text)

    @property
    def path(self) -> Path:
        """The folder."""
        return Path(self._core.path)

    @property
    def name(self) -> str:
        """The run's name."""
        return self._core.name

    @property
    def config(self) -> dict[str, Any]:
        """What `configs.json` holds."""
        try:
            read: dict[str, Any] = json.loads((self.path / "configs.json").read_text())
        except (OSError, ValueError) as error:
            raise CheckpointError(f"{self.path / 'configs.json'}: {error}") from error
        return read

    @property
    def steps(self) -> list[int]:
        """The steps that there are checkpoints of, in the order in which they were saved."""
        return self._core.steps

    @property
    def best(self) -> tuple[int, float] | None:
        """Step and score of the best checkpoint."""
        return self._core.best

    def save(self, step: int, parts: Mapping[str, Any], *, score: float | None = None) -> Path:
        """Saves a checkpoint: its file. With the highest score so far, it is the best.

        Parts are NumPy arrays, bytes, or what JSON can say. Of anything else, give the bytes: `pickle.dumps(…)`, or what
        `torch.save` writes into an `io.BytesIO`.
        """
        encoded = [(name, *_encoded(name, value)) for name, value in parts.items()]
        return Path(self._core.save(_count("step", step), encoded, score))

    def load(self, which: int | str = "latest") -> Checkpoint:
        """A checkpoint: of a step, the `latest`, the `best`, or the `final` one.

        Of the latest, files that can't be read are passed over with a `CheckpointWarning` that says what is wrong with them.
        """
        if which == "latest":
            found = self._core.newest()
            if found is None:
                raise CheckpointError(f"{self.path}: there is no checkpoint yet")
            step, parts, skipped = found
            self._warn(step, skipped)
        elif which in ("best", "final"):
            step, parts, _ = self._core.load(None, str(which))
        elif isinstance(which, str):
            raise ConfigError(f"which: `{which}` is none; there are latest, best, final, and steps")
        else:
            step, parts, _ = self._core.load(_count("step", which))
        return Checkpoint(step, {name: _decoded(kind, data) for name, kind, data in parts})

    def finish(self) -> int:
        """Marks the newest checkpoint as the final one: its step."""
        return self._core.finish()

    def save_buffer(self, step: int, replay: PrioritizedReplay) -> Path:
        """Saves a replay, priorities and all: its file."""
        return Path(self._core.save_buffer(_count("step", step), replay._core))

    def load_buffer(self) -> tuple[int, PrioritizedReplay] | None:
        """Step and replay of the newest buffer that can be read; `None` if there is none."""
        found = self._core.load_buffer()
        if found is None:
            return None
        step, core, skipped = found
        self._warn(step, skipped)
        return step, PrioritizedReplay._of(core)

    def log(self, step: int, **values: Any) -> None:
        """Adds a line to `logs/metrics.jsonl`."""
        self._core.log("metrics.jsonl", json.dumps({"step": step, **values}, default=_plain))

    def close(self) -> None:
        """Gives the folder free for other processes."""
        self._core.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _warn(self, step: int, skipped: list[tuple[int, str]]) -> None:
        for _, why in skipped:
            warnings.warn(f"{why}; step {step} is used instead", CheckpointWarning, stacklevel=3)


def _count(name: str, value: Any) -> int:
    number = operator.index(value)
    if number < 0:
        raise ConfigError(f"{name}: {number} is too small")
    return number


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"`{type(value).__name__}` can't be said in JSON")


def _encoded(name: str, value: Any) -> tuple[str, bytes]:
    if isinstance(value, bytes | bytearray | memoryview):
        return "bytes", bytes(value)
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            raise TypeError(f"`{name}` is an array of objects; give numbers, or the bytes of pickle.dumps")
        file = io.BytesIO()
        np.save(file, value, allow_pickle=False)
        return "npy", file.getvalue()
    try:
        return "json", json.dumps(value, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError) as error:
        raise TypeError(f"`{name}` can't be said in JSON ({error}); give an array or bytes") from error


def _decoded(kind: str, data: bytes) -> Any:
    if kind == "npy":
        return np.load(io.BytesIO(data), allow_pickle=False)
    return json.loads(data) if kind == "json" else data
