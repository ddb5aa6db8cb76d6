"""Reading the settings of a server, and why one cannot start: in one line. Starts nothing."""

from __future__ import annotations

from tomllib import TOMLDecodeError

from pydantic import ValidationError
from pydantic_settings import SettingsError

from tengen.server.settings import Settings


class CannotServe(Exception):
    """The server cannot start; the text says why in one line."""


def read_settings(host: str | None = None, port: int | None = None) -> Settings:
    """The settings, with what is given here instead of theirs. Raises CannotServe with the first thing wrong."""
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    try:
        return Settings(**given)  # type: ignore[arg-type]  # host and port only, checked by Settings itself
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise CannotServe(f"setting {name}: {first['msg']}") from error
    except (SettingsError, TOMLDecodeError) as error:
        raise CannotServe(str(error).partition("\n")[0]) from error
