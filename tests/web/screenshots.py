"""Pictures of every place of the page, to be looked at by people: `python -m tests.web.screenshots FOLDER [NAME...]`.

Takes each in both languages, light and dark, on a desktop and on a phone. Judges nothing.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.accounts import add_keeper
from tests.web.arenas import play_arena
from tests.web.browser import PATIENCE_MS, browser, missing
from tests.web.people import Person
from tests.web.places import PLACES
from tests.web.words import LANGUAGES, Words

DEVICES: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def main(folder: Path, names: list[str]) -> None:
    """Take the pictures of these places, or of all."""
    assert missing() is None, missing()
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as data, browser() as chromium:
        play_arena(Path(data) / "data")
        add_keeper(Path(data) / "data")
        server = ServerProcess(Path(data) / "data").start()
        try:
            for name, language, (device, about) in product(names or PLACES, LANGUAGES, DEVICES.items()):
                locale = {"en": "en-GB", "zh": "zh-CN"}[language]
                context = chromium.new_context(**about, locale=locale, reduced_motion="reduce")
                person = Person(context, server.address)
                PLACES[name](person, Words(language))
                for scheme in SCHEMES:
                    person.page.emulate_media(color_scheme=scheme)
                    person.page.screenshot(path=folder / f"{name}-{device}-{language}-{scheme}.png")
                context.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
