"""The page on security has a row for everything that a stranger can send, so that it cannot fall behind the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from fastapi.routing import APIRoute
from starlette.routing import Route, WebSocketRoute

from tengen.formats import formats
from tengen.protocol import AUTH, CHAT, LOBBY_MESSAGE_TYPES, MESSAGE_TYPES
from tengen.server import Settings, create_app
from tengen.server.routes import system

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGE: Final = (DOCS / "security.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[str]:
    """The first cells of the table below a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [line.split("|")[1].strip() for line in lines[1:]]


def test_every_call_of_the_api_has_its_row(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path))
    calls = {f"`{method.upper()} {path}`" for path, methods in app.openapi()["paths"].items() for method in methods}
    listed = rows("Every call")
    assert calls - set(listed) == set()
    for route in (*app.routes, *system.router.routes):
        if isinstance(route, Route | APIRoute):
            calls |= {f"`{method} {route.path}`" for method in (route.methods or ()) if method != "HEAD"}
        elif isinstance(route, WebSocketRoute):
            calls.add(f"`WS {route.path}`")
    gone = [row for row in listed if row not in calls and "{path}" not in row]
    assert (calls - set(listed), gone) == (set(), [])
    assert len(listed) == len(set(listed))


def test_every_type_of_message_has_its_row() -> None:
    listed = [re.findall("`([a-z_]+)`", row) for row in rows("Every message")]
    assert {name for names in listed for name in names} == {AUTH, CHAT, *MESSAGE_TYPES, *LOBBY_MESSAGE_TYPES}


def test_every_format_of_files_has_its_row() -> None:
    listed = " ".join(rows("Every file"))
    assert set(re.findall(r"`(\.[a-z]+)`", listed)) == {ending for format_ in formats() for ending in format_.endings}


def test_the_page_on_the_server_names_every_setting() -> None:
    words = set(re.findall("[a-z_]+", (DOCS / "server.md").read_text(encoding="utf-8")))
    assert set(Settings.model_fields) - {"redis_url"} <= words
