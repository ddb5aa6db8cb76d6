"""The secret of a data folder: the one of the settings, else one that is made once and kept there.

It signs invitations, and the key that signs save files is derived from it.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

SHORTEST: Final = 32
"""In characters, of a secret from anywhere: what it signs could be guessed under a shorter one."""

_NAME: Final = "secret"
_SECRET_BYTES: Final = 32
_LOST: Final = "open invitations end, and files that were signed can only be reviewed"


def read_secret(given: str, data_dir: Path) -> bytes:
    """The secret. Raises ValueError for one that is too short, as a first start on a full disk may have left it."""
    if given:
        if len(given) < SHORTEST:
            raise ValueError(f"setting secret: must have at least {SHORTEST} characters")
        return given.encode()
    path = data_dir / _NAME
    if not path.exists():
        _write_new(path)
    kept = path.read_text().strip()
    if len(kept) < SHORTEST:
        raise ValueError(f"{path} holds no whole secret: remove it, and a new one is made ({_LOST})")
    return kept.encode()


def find_secret(given: str, data_dir: Path) -> bytes | None:
    """The secret, if there is a whole one; makes none."""
    try:
        kept = given or (data_dir / _NAME).read_text().strip()
    except (OSError, UnicodeDecodeError):
        return None
    return kept.encode() if len(kept) >= SHORTEST else None


def _write_new(path: Path) -> None:
    """Write a secret that is there as a whole or not at all. Where two do so at once, the first one counts."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(fresh, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(secrets.token_urlsafe(_SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
