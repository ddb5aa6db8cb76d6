"""What the list of somebody's sessions calls a browser: its name and its system, from what it says of itself."""

from __future__ import annotations

from typing import Final

from tengen.core.printing import printable

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Most say that they are others, too: the first that fits counts."""
_SYSTEMS: Final = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
_LOOKED_AT: Final = 400
_LONGEST: Final = 40


def device_name(user_agent: str) -> str:
    """A short name such as `Firefox, Linux`; of a program the first word it says. Nothing where it says nothing."""
    text = user_agent[:_LOOKED_AT]
    browser = next((name for sign, name in _BROWSERS if sign in text), "")
    system = next((name for sign, name in _SYSTEMS if sign in text), "")
    if browser:
        return ", ".join(filter(None, (browser, system)))
    return printable(text.partition(" ")[0].partition("/")[0])[:_LONGEST]
