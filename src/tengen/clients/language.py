"""Which language to speak, from what the environment says. Translates nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"
CHINESE: Final = "zh"


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language of the first of the usual variables that is set: Chinese, or else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable)
        if value:
            return CHINESE if value.lower().startswith(CHINESE) else ENGLISH
    return ENGLISH
