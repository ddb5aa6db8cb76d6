"""The web server: REST, WebSocket and the pages around them. Rules, matches and rows live below.

Nothing is imported before it is asked for: the processes that work on files are of this package too, and need no web.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tengen.server.app import create_app
    from tengen.server.reading import CannotServe, read_settings
    from tengen.server.routes import page_folder
    from tengen.server.run import serve
    from tengen.server.settings import Settings
    from tengen.server.user_command import UserCommand, UserFailure

__all__ = [
    "CannotServe",
    "Settings",
    "UserCommand",
    "UserFailure",
    "create_app",
    "page_folder",
    "read_settings",
    "serve",
]

_HOMES: Final = {
    "CannotServe": "reading",
    "Settings": "settings",
    "UserCommand": "user_command",
    "UserFailure": "user_command",
    "create_app": "app",
    "page_folder": "routes",
    "read_settings": "reading",
    "serve": "run",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
