"""The data folder of this user, for programs that are no server: where it is, its database, its secret, its locks.

A server has its settings; what they say of the folder is read here from the same places: `TENGEN_DATA_DIR`,
`TENGEN_DATABASE_URL` and `TENGEN_SECRET` in the environment, the last two also in `tengen.toml`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from platformdirs import user_data_path

from tengen.storage.lock import LOCK_NAME, FolderLock
from tengen.storage.secret import find_secret, read_secret

_CONFIG: Final = "tengen.toml"
_SQLITE: Final = "sqlite:///"


@dataclass(frozen=True, slots=True)
class DataFolder:
    """A data folder, which need not be there yet. Without a database of its own it has `tengen.db`."""

    path: Path
    database_url: str = ""
    given_secret: str = field(default="", repr=False)

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The folder that a server would use that is started now. Raises ValueError for a file that is no TOML."""
        given = os.environ if environment is None else environment
        path = Path(given.get("TENGEN_DATA_DIR") or user_data_path("tengen", appauthor=False))
        written = _read_config(Path(given.get("TENGEN_CONFIG") or path / _CONFIG))

        def setting(name: str) -> str:
            return given.get(f"TENGEN_{name.upper()}") or str(written.get(name, ""))

        return cls(path, setting("database_url"), setting("secret"))

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.database_url or f"{_SQLITE}{(self.path / 'tengen.db').as_posix()}"

    def secret(self) -> bytes:
        """The secret of the folder, made if there is none. Raises ValueError for one that is too short, and OSError."""
        self._prepare()
        return read_secret(self.given_secret, self.path)

    def find_secret(self) -> bytes | None:
        """The secret of the folder; None where there is none that could have signed anything."""
        return find_secret(self.given_secret, self.path)

    @contextmanager
    def held(self, program: str = "") -> Iterator[None]:
        """Have the folder and the database for this program alone, which may have a name that others are told.

        Raises FolderInUse and OSError.
        """
        self._prepare()
        file = Path(self.database.removeprefix(_SQLITE)) if self.database.startswith(_SQLITE) else None
        with hold(self.path, file, program):
            yield

    def _prepare(self) -> None:
        """The folder is its owner's alone, if it is made here."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def hold(folder: Path, database: Path | None, program: str = "") -> Iterator[Sequence[FolderLock]]:
    """Have a data folder and the file of a database, which may be elsewhere, for one program alone.

    `program` is the name of a client that has them for long; a server tells its address instead.

    Raises FolderInUse, having changed nothing.
    """
    places = [(folder, LOCK_NAME)]
    if database is not None and database.parent.is_dir():
        places.append((database.parent, f"{database.name}.lock"))
    with ExitStack() as held:
        locks = []
        for place, name in places:
            locks.append(FolderLock.take(place, name, program))
            held.callback(locks[-1].release)
        yield locks


def _read_config(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:  # there is none, or none that we may read
        return {}
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
