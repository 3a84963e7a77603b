"""Exceptions. Each is a `TercetError` and, beside it, the exception of Python's own that fits."""


class TercetError(Exception):
    """Anything that Tercet complains about."""


class ConfigError(TercetError, ValueError):
    """An option that can't be, or a game that is not there."""


class DealError(TercetError, ValueError):
    """A dealer or a seed that can't be."""


class RefusedError(TercetError, ValueError):
    """An action that the rules refuse; nothing has changed. `code` is a short name that never changes."""

    code: str = "refused"


class NotationError(TercetError, ValueError):
    """A text that does not read as what it should be."""

    code: str = "notation"


class RecordError(TercetError, ValueError):
    """A record, a snapshot or a pickle that can't be brought back."""


class BotError(TercetError, ValueError):
    """There is no such bot."""


class ArrayError(TercetError, ValueError):
    """An array of the wrong shape, one that can't be written, or one with gaps."""


class DrawError(TercetError, ValueError):
    """A picture that can't be drawn."""


class ArchiveError(TercetError, OSError):
    """An archive that can't be opened, read or written."""


class RunError(TercetError, RuntimeError):
    """Something that stopped while it ran."""


class LimitError(TercetError, RuntimeError):
    """Exact numbers that need more memory or work than they may take; the other models always answer."""


class ResetNeededError(TercetError, RuntimeError):
    """A step before the first reset, or after the end of an episode."""


class ClosedError(TercetError, RuntimeError):
    """Something was asked of an environment that is closed."""


class CheckpointError(TercetError, OSError):
    """A run's folder or a file in it that can't be used."""


class TypesError(TercetError, ValueError):
    """SET: a value of the engine types that can't be."""


class InvalidCardError(TypesError):
    """SET: a card that is none, or whose id is not that of its attributes."""


class DuplicateCardError(TypesError):
    """SET: a card that is there twice."""


class InvalidSetError(TypesError):
    """SET: cards that are no Set."""


class InvariantViolation(TypesError):  # noqa: N818 - the types' own name
    """SET: a deal that can't keep what its policy promises, or a board that contradicts itself."""
