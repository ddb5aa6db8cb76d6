"""What the page knows of the server is what the server says. The types are made from it by `make web-types`."""

from __future__ import annotations

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "web-types"


def test_the_written_description_is_what_the_server_says() -> None:
    script = runpy.run_path(str(SCRIPT))
    written = script["DESCRIPTION"].read_text(encoding="utf-8")
    assert written == script["description"](), "web/src/api/openapi.json is not up to date: run make web-types"


def test_the_written_schema_of_the_frames_is_what_the_server_says() -> None:
    script = runpy.run_path(str(SCRIPT))
    written = script["FRAMES"].read_text(encoding="utf-8")
    assert written == script["frames"](), "web/src/api/frames.schema.json is not up to date: run make web-types"
