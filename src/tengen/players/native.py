"""The door to the compiled module: nothing else imports `tengen._native`. No strategy lives here.

Points are y * columns + x from the top left, and -1 is a pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_missing: ImportError | None = None
try:
    from tengen import _native
except ImportError as error:
    _missing = error

if TYPE_CHECKING:
    from tengen._native import Position

__all__ = ["NativeUnavailable", "available", "kinds", "perft", "position"]


class NativeUnavailable(RuntimeError):
    """The compiled module was not built, or was built for another Python."""


def available() -> bool:
    """Whether the compiled module can be used; everything else here raises NativeUnavailable if not."""
    return _missing is None


def kinds() -> list[str]:
    """The kinds of game with native rules, sorted."""
    _require()
    return _native.kinds()


def perft(kind: str, depth: int) -> int:
    """Leaves `depth` plies below the start of a game; a pass is a ply, a finished game is one leaf.

    Other threads run meanwhile. Raises ValueError for an unknown kind or a negative depth.
    """
    _require()
    return _native.perft(kind, depth)


def position(kind: str) -> Position:
    """The start of a game; the position changes when played on. Raises ValueError for an unknown kind."""
    _require()
    return _native.Position(kind)


def _require() -> None:
    if _missing is not None:
        raise NativeUnavailable(
            f"the compiled module is missing ({_missing}); run `make set-up` in a checkout or reinstall it"
        ) from _missing
