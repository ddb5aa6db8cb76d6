"""A server below a path of a site, such as `/tengen`. What is inside sees its own addresses only.

A proxy may strip the path from what it passes on, or not; both are understood, without telling which it is.
"""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send


class SubPath:
    """Takes the path away where a proxy has left it."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        if not root_path.startswith("/"):  # such as the settings never give
            raise ValueError(f"{root_path!r} is no path below a site")
        self._app, self._root = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on."""
        path: str = scope.get("path", "")
        if path == self._root and scope["type"] == "http":
            # The page's addresses are relative to a folder, so it must be called as one.
            folder = self._root.rpartition("/")[2] + "/"
            redirect = Response(status_code=HTTPStatus.TEMPORARY_REDIRECT, headers={"location": folder})
            await redirect(scope, receive, send)
            return
        if path.startswith(f"{self._root}/"):
            scope = {**scope, "path": path[len(self._root) :]}
        await self._app(scope, receive, send)
