"""The built web page: where it lies, and the route that answers with its files. Without one a placeholder explains.

The page knows its own place (all its addresses are relative, its views are behind `#`), so nothing here does.
"""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path
from typing import Final

from starlette.datastructures import URLPath
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import Receive, Scope, Send

import tengen
from tengen.server.http import CachedAnswer
from tengen.server.routes.pages import placeholder_page

_INDEX: Final = "index.html"
_HTML: Final = "text/html; charset=utf-8"
_MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": _HTML,
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Named here: what the system thinks of an ending differs from machine to machine."""

_NAME: Final = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/){0,3}[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""A file of the page: no part begins with a dot, none is empty, and there is no other way to write it."""

_HASHED: Final = re.compile(r"assets/.*-[A-Za-z0-9_-]{8}\.[a-z0-9.]+")
"""Vite puts a hash of the content into such a name, so that it never means another file."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_EACH_TIME: Final = "no-cache"
_MOST_KEPT: Final = 256


def page_folder(named: Path | None) -> Path | None:
    """Where the built page lies: in the folder named by the settings, else in the package, else in the checkout."""
    if named is not None:
        folders: tuple[Path, ...] = (named,)
    else:
        package = Path(tengen.__file__).parent
        folders = (package / "web",)
        if package.parent.name == "src":
            folders += (package.parents[1] / "web" / "dist",)
    return next((folder for folder in folders if (folder / _INDEX).is_file()), None)


class PageRoute(BaseRoute):
    """Answers for the files of the page, and for nothing else. Looks for them again, so a page can be rebuilt."""

    path: Final = "/{page}"
    """How the metrics call it."""

    def __init__(self, named: Path | None) -> None:
        self._named = named
        self._kept: dict[Path, tuple[tuple[int, int], CachedAnswer]] = {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether this call is for a file that is there."""
        if scope["type"] != "http":
            return Match.NONE, {}
        path: str = scope["path"]
        if path != "/" and self._find(path) is None:
            return Match.NONE, {}
        return Match.FULL, {"endpoint": self, "route": self}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the file."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        file = self._find(scope["path"])
        fixed = _placeholder() if file is None else await self._read(file)
        await fixed.answer(Request(scope))(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        """No page has a name."""
        raise NoMatchFound(name, path_params)

    def _find(self, path: str) -> tuple[Path, str] | None:
        """The folder of the page and the name of the file in it, if there is one."""
        name = path[1:] or _INDEX
        if not _NAME.fullmatch(name):
            return None
        folder = page_folder(self._named)
        return (folder, name) if folder is not None and (folder / name).is_file() else None

    async def _read(self, found: tuple[Path, str]) -> CachedAnswer:
        folder, name = found
        path = folder / name
        try:
            stat = path.stat()
            version = (stat.st_mtime_ns, stat.st_size)
            kept = self._kept.get(path)
            if kept is not None and kept[0] == version:
                return kept[1]
            fixed = await asyncio.to_thread(_cached, folder, name)
        except OSError:  # gone, or replaced by a build at this very moment
            raise HTTPException(404) from None
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[path] = (version, fixed)
        return fixed


def _cached(folder: Path, name: str) -> CachedAnswer:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise FileNotFoundError(name)
    media_type = _MEDIA_TYPES.get(path.suffix, "application/octet-stream")
    lasting = _FOR_EVER if _HASHED.fullmatch(name) else _EACH_TIME
    return CachedAnswer.of(path.read_bytes(), media_type, cache_control=lasting)


@cache
def _placeholder() -> CachedAnswer:
    return CachedAnswer.of(placeholder_page().encode(), _HTML)
