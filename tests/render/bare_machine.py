"""A machine without any font of its own, for those who must write without."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tengen.render import font_files

_REMEMBERED: tuple[Callable[..., object], ...] = (
    font_files.chinese_font,
    font_files.machine_fonts,
    font_files.font_of,
    font_files._font_files,
)


def without_fonts(folder: Path) -> Mapping[str, str]:
    """What the environment of a process says that shall find no font; `folder` is an empty one."""
    settings = folder / "fonts.conf"
    settings.write_text('<?xml version="1.0"?>\n<fontconfig></fontconfig>\n')
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CACHE_HOME")}
    return {**home, "FONTCONFIG_FILE": str(settings)}


@contextmanager
def bare_machine(folder: Path) -> Iterator[None]:
    """Meanwhile this process finds no font but Pillow's own and those below `folder`."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in without_fonts(folder).items():
            patch.setenv(name, value)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for found in _REMEMBERED:
        found.cache_clear()  # type: ignore[attr-defined]  # all of them remember
