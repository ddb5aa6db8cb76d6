"""The page on the server shows a whole session over a socket: it is played against a real server, frame by frame."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest

from tengen.protocol import frames_schema
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import Socket, socket_to

PAGE: Final = Path(__file__).parents[2] / "docs" / "server.md"
SCHEMA: Final = frames_schema()


def session() -> list[str]:
    """The lines of the example, without its remarks."""
    (block,) = re.findall(r"```session\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.S)
    return [line for line in block.splitlines() if line and not line.startswith("#")]


def test_the_example_on_the_page_is_what_a_server_says(server: ServerProcess, web: Web) -> None:
    game: Game | None = None
    socket: Socket | None = None
    with ExitStack() as open_sockets:
        for line in session():
            what, _, rest = line.partition(" ")
            if what == "POST":
                path, _, body = rest.partition(" ")
                assert path == "/api/game/start"
                game = Game(web, web.post(path, json.loads(body)).json())
            elif what == "WS":
                assert game is not None
                since = re.fullmatch(r"/api/game/\{gameId\}/ws\?since=(\d+)", rest)
                assert since, rest
                socket = open_sockets.enter_context(socket_to(server, game.id, since=int(since[1])))
            elif what == ">":
                assert socket is not None
                socket.connection.send(rest)
            else:
                assert (what, bool(socket)) == ("<", True), line
                assert socket is not None
                assert without_words(socket.receive()) == json.loads(rest), line


def without_words(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without what it says in every language, which would be long on the page."""
    return {name: value for name, value in frame.items() if name != "words"}


FRAMES: Final = [(line[0], line[2:]) for line in session() if line[0] in "<>"]


@pytest.mark.parametrize(("way", "frame"), FRAMES)
def test_every_frame_of_the_example_is_as_the_schema_says(way: str, frame: str) -> None:
    names = ("Incoming",) if way == ">" else ("Answer", "OutgoingFrame")
    schema = {**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}
    jsonschema.validate(json.loads(frame), schema)


def test_the_page_names_every_type_of_frame_and_of_message() -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("\n## The socket of a match\n")[2].partition("\n## ")[0]
    defined = SCHEMA["$defs"]
    types = [*defined["OutgoingFrame"]["discriminator"]["mapping"], *defined["Incoming"]["properties"]["type"]["enum"]]
    assert [name for name in types if f"`{name}`" not in section] == []


def test_the_page_names_every_field_of_every_frame() -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("\n## The socket of a match\n")[2].partition("\n## ")[0]
    mapped = SCHEMA["$defs"]["OutgoingFrame"]["discriminator"]["mapping"].values()
    names = {name for ref in mapped for name in SCHEMA["$defs"][ref.rpartition("/")[2]]["properties"]}
    assert sorted(name for name in names - {"n", "type"} if f"`{name}`" not in section) == []
