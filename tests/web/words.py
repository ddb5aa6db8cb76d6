"""The words of the page, from the same tables: for tests that look at it in every language."""

from __future__ import annotations

import json
import re
from typing import Final, Literal

from tests.web.browser import ROOT

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")

_SHARED: Final = ROOT / "src" / "tengen" / "texts"
_OWN: Final = ROOT / "web" / "src" / "words"
_GAMES: Final = ROOT / "src" / "tengen" / "games"


class Words:
    """The texts of one language by their keys; those of a game under its name, as `go/name`."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts: dict[str, str] = {}
        for path in (_SHARED / f"{language}.json", _OWN / f"{language}.json"):
            self._texts |= json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(_GAMES.glob(f"*/texts/{language}.json")):
            own = json.loads(path.read_text(encoding="utf-8"))
            self._texts |= {f"{path.parts[-3]}/{key}": text for key, text in own.items()}

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, its places filled. Raises KeyError where there is none."""
        text = self._texts[key]
        for name, value in values.items():
            text = re.sub(rf"\{{{name}\|(.*?)\|(.*?)\}}", r"\1" if value == 1 else r"\2", text)
            text = text.replace(f"{{{name}}}", str(value))
        return text
