"""Which encoding an SGF file is written in: by its byte order mark, by what it says, or by how it looks."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from tengen.formats.sgf.guess import is_mostly_utf8, is_plainly_utf8, likeliest

_ALIASES: Final = {
    "utf-8": "utf8 unicode",
    "gb18030": "gb gb2312 gbk gb18030 cp936 euccn ms936 chinese",
    "cp950": "big5 cp950 big5hkscs big5eten",
    "cp932": "shiftjis sjis cp932 xsjis mskanji windows31j ms932 shiftjisx0213",
    "cp949": "euckr ksc5601 ksc56011987 cp949 uhc ms949 korean",
    "latin-1": "latin1 iso88591 l1 ascii usascii",
    "iso8859-2": "iso88592 latin2 l2",
    "iso8859-3": "iso88593 latin3",
    "iso8859-4": "iso88594 latin4",
    "iso8859-5": "iso88595 cyrillic",
    "iso8859-7": "iso88597 greek",
    "iso8859-9": "iso88599 latin5",
    "iso8859-10": "iso885910 latin6",
    "iso8859-13": "iso885913 latin7",
    "iso8859-14": "iso885914 latin8",
    "iso8859-15": "iso885915 latin9",
    "iso8859-16": "iso885916 latin10",
    "cp1250": "cp1250 windows1250",
    "cp1251": "cp1251 windows1251 win1251",
    "cp1252": "cp1252 windows1252 ansi",
    "cp1253": "cp1253 windows1253",
    "cp1254": "cp1254 windows1254",
    "cp1257": "cp1257 windows1257",
    "cp866": "cp866 ibm866 dos866",
    "koi8-r": "koi8r koi8",
    "koi8-u": "koi8u",
    "mac_roman": "macroman macintosh",
    "euc_jp": "eucjp xeucjp",
    "iso2022_jp": "iso2022jp",
}
_USUAL_NAMES: Final = {
    "cp950": "Big5",
    "cp932": "Shift_JIS",
    "cp949": "EUC-KR",
    "euc_jp": "EUC-JP",
    "latin-1": "ISO-8859-1",
    "cp1251": "windows-1251",
}
_CODECS: Final = {alias: codec for codec, names in _ALIASES.items() for alias in names.split()}
_SAID_BY_HABIT: Final = {"latin-1", "cp1252"}
"""What programs write that know of no other encoding: it is doubted sooner than another name."""
_WIDE: Final = 1.0
"""By so much something else must be likelier than what the file says by habit."""
_DECLARED: Final = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\\]{1,40}?)\s*\]")
_SEARCHED_BYTES: Final = 100_000
_ESCAPED_BYTE: Final = re.compile("[\udc80-\udcff]")
_TWO_BYTES: Final = ((re.compile(rb"(?:\s\0)*+\(\0"), "utf-16-le"), (re.compile(rb"(?:\0\s)*+\0\("), "utf-16-be"))
"""How a file of sixteen bits a character begins that has no mark."""
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as text, and how it came about.

    `escaped` has the same length as `text`; where `is_damaged`, what could not be decoded stands in it as escaped
    bytes, so that encoding it gives the file's bytes again. `declared` is set where the file names another encoding.
    """

    text: str
    escaped: str
    codec: str
    mark_bytes: int = 0
    declared: str = ""
    is_guess: bool = False
    is_damaged: bool = False

    @property
    def name(self) -> str:
        """The encoding as people call it."""
        return _USUAL_NAMES.get(self.codec, self.codec.upper())


def decode(data: bytes) -> Decoded:
    """The text of a file. Never fails: what cannot be read becomes the replacement character."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], codec, mark_bytes=len(mark))
    for beginning, codec in _TWO_BYTES:
        if beginning.match(data):
            return _decoded(data, codec)
    found = _DECLARED.search(data, 0, _SEARCHED_BYTES)
    declared = found[1].decode("latin-1") if found else ""
    said = _CODECS.get(re.sub("[^a-z0-9]", "", declared.lower()))
    if data.isascii():
        return _decoded(data, said if said == "iso2022_jp" else "ascii")
    if said is not None and _trusted(data, said):
        return _decoded(data, said)
    guess = "utf-8" if is_mostly_utf8(data, says_so=said == "utf-8") else _guessed(data, said)
    if guess == said:
        return _decoded(data, guess)
    is_sure = guess == "utf-8" and (not _fits(data, "utf-8") or is_plainly_utf8(data))
    return _decoded(data, guess, declared=declared, is_guess=not declared and not is_sure)


def _trusted(data: bytes, said: str) -> bool:
    """Whether the file can be in the encoding it names: every byte fits, and it is not plainly something else."""
    if not _fits(data, said):
        return False
    if said == "utf-8":
        return True
    if _fits(data, "utf-8") and is_plainly_utf8(data):
        return False
    return said not in _SAID_BY_HABIT or _guessed(data, said) == said


def _guessed(data: bytes, said: str | None) -> str:
    """The likeliest encoding of a file that is not UTF-8; what it says by habit, unless that is most unlikely."""
    if said not in _SAID_BY_HABIT or not _fits(data, said):
        return likeliest(data)[0]
    guess, margin = likeliest(data, said)
    return guess if margin > _WIDE and _fits(data, guess) else said


def _fits(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _decoded(data: bytes, codec: str, *, mark_bytes: int = 0, declared: str = "", is_guess: bool = False) -> Decoded:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        try:
            escaped = data.decode(codec, "surrogateescape")
        except UnicodeDecodeError:  # the handler takes no ASCII bytes, such as half a character of sixteen bits
            escaped = data.decode(codec, "replace")
        text = _ESCAPED_BYTE.sub("\ufffd", escaped)
        return Decoded(text, escaped, codec, mark_bytes, declared, is_guess, is_damaged=True)
    return Decoded(text, text, codec, mark_bytes, declared, is_guess)
