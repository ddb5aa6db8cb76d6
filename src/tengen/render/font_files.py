"""Finds fonts of this machine as files: one with Chinese, and others for rarer signs. Ships no font, draws nothing.

Looks by name in the folders where fonts are on Linux, macOS and Windows, asks fontconfig where no name is known, and
at last opens the large fonts that are there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from PIL import ImageFont

Font = ImageFont.FreeTypeFont


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font of this machine; `face` is its place in a collection."""

    path: Path
    face: int = 0


CHINESE_SAMPLE: Final = "天元围棋黑白虚着认输悔让贴终局级账户载设置"
"""Has a font these, it has all of simplified Chinese: some of them are in no Japanese and no Taiwanese font."""

# Usual fonts with Chinese characters on Linux, macOS and Windows; for collections the simplified Chinese face.
_CHINESE_FONTS: Final[Mapping[str, int]] = {
    "NotoSansCJK-Regular.ttc": 2,
    "NotoSansCJKsc-Regular.otf": 0,
    "NotoSansSC-Regular.otf": 0,
    "NotoSansSC-Regular.ttf": 0,
    "SourceHanSansSC-Regular.otf": 0,
    "SourceHanSansCN-Regular.otf": 0,
    "wqy-microhei.ttc": 0,
    "wqy-zenhei.ttc": 0,
    "DroidSansFallbackFull.ttf": 0,
    "PingFang.ttc": 0,
    "Hiragino Sans GB.ttc": 0,
    "STHeiti Light.ttc": 0,
    "msyh.ttc": 0,
    "msyh.ttf": 0,
    "Deng.ttf": 0,
    "simhei.ttf": 0,
    "simsun.ttc": 0,
    "NotoSansSC-VF.ttf": 0,
    "Arial Unicode.ttf": 0,
}
# Fonts for signs that a Chinese one may lack.
_OTHER_FONTS: Final = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "seguisym.ttf", "segoeui.ttf", "Apple Symbols.ttf")

_ENDINGS: Final = (".ttf", ".otf", ".ttc", ".otc")
_MOST_FILES: Final = 10_000
_MOST_TRIED: Final = 100
_LEAST_CHINESE_BYTES: Final = 700_000
"""Fonts with thousands of Chinese characters are larger."""
_FONTCONFIG_S: Final = 10.0
"""The first time it reads every font."""

_PROBE_SIZE: Final = 24
_IN_NO_FONT: Final = "\U0010ffff"


@cache
def chinese_font() -> FontFile | None:
    """The font of this machine for Chinese words; None where it has none. Found once and remembered."""
    return next((file for file in _chinese_candidates() if has_all(file, CHINESE_SAMPLE)), None)


@cache
def machine_fonts() -> tuple[FontFile, ...]:
    """The fonts to look through for a sign: the Chinese one first."""
    chinese = chinese_font()
    there = _font_files()
    others = [FontFile(there[name.lower()]) for name in _OTHER_FONTS if name.lower() in there]
    return tuple(others if chinese is None else [chinese, *others])


@lru_cache(maxsize=4096)
def font_of(sign: str) -> FontFile | None:
    """The first of the machine's fonts that has this sign; None where none has."""
    return next((file for file in machine_fonts() if has_all(file, sign)), None)


def has_all(file: FontFile, signs: str) -> bool:
    """Whether a font can be read and has all these signs."""
    try:
        font = _opened(file)
        missing = _missing(file)
        return all(ink(font, sign) != missing for sign in signs)
    except (OSError, ValueError):
        return False


def ink(font: Font, sign: str) -> bytes:
    """What a font draws for a sign, to be compared with what it draws for one that it has not."""
    mask = font.getmask(sign)
    return bytes(mask) + bytes(mask.size)


def missing_ink(font: Font) -> bytes:
    """What a font draws for a sign that it has not."""
    return ink(font, _IN_NO_FONT)


@lru_cache(maxsize=16)
def _opened(file: FontFile) -> Font:
    return ImageFont.truetype(str(file.path), _PROBE_SIZE, index=file.face)


@lru_cache(maxsize=16)
def _missing(file: FontFile) -> bytes:
    return missing_ink(_opened(file))


def _chinese_candidates() -> Iterator[FontFile]:
    there = _font_files()
    for name, face in _CHINESE_FONTS.items():
        if name.lower() in there:
            yield FontFile(there[name.lower()], face)
    yield from _asked_fontconfig()
    known = {name.lower() for name in _CHINESE_FONTS}
    others = (path for name, path in sorted(there.items()) if name not in known)
    yield from (FontFile(path) for path in islice(filter(_is_large, others), _MOST_TRIED))


def _asked_fontconfig() -> Iterator[FontFile]:
    """What fontconfig takes for Chinese, which need not have any; nothing where there is no fontconfig."""
    command = ("fc-match", "--format=%{index}\n%{file}", "sans:lang=zh-cn")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_FONTCONFIG_S, check=True)
    except (OSError, ValueError, subprocess.SubprocessError):
        return
    index, _, path = done.stdout.partition("\n")
    if index.isdecimal() and path:
        # The upper half of the number tells the instance of a variable font.
        yield FontFile(Path(path), int(index) & 0xFFFF)


def _is_large(path: Path) -> bool:
    try:
        return path.stat().st_size >= _LEAST_CHINESE_BYTES
    except OSError:
        return False


@cache
def _font_files() -> dict[str, Path]:
    """Every font of the usual folders by its name in small letters; one's own before the machine's."""
    found: dict[str, Path] = {}
    for path in islice(_walked(), _MOST_FILES):
        found.setdefault(path.name.lower(), path)
    return found


def _walked() -> Iterator[Path]:
    for folder in font_folders(sys.platform, os.environ, Path.home()):
        for root, _, names in os.walk(folder):
            yield from (Path(root, name) for name in names if name.lower().endswith(_ENDINGS))


def font_folders(platform: str, environ: Mapping[str, str], home: Path) -> tuple[Path, ...]:
    """Where fonts are on a platform, one's own first."""
    if platform == "win32":
        own = environ.get("LOCALAPPDATA")
        shared = Path(environ.get("WINDIR") or "C:/Windows", "Fonts")
        return (Path(own, "Microsoft", "Windows", "Fonts"), shared) if own else (shared,)
    if platform == "darwin":
        return (
            home / "Library/Fonts",
            Path("/Library/Fonts"),
            Path("/System/Library/Fonts"),
            Path("/System/Library/AssetsV2/com_apple_MobileAsset_Font7"),
        )
    own_data = Path(environ.get("XDG_DATA_HOME") or home / ".local/share")
    shared_data = (environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    return (own_data / "fonts", home / ".fonts", *(Path(data, "fonts") for data in shared_data if data))
