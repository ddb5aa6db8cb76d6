"""Which encoding an SGF file is written in: by its byte order mark, by what it says, or by how it looks."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_ALIASES: Final = {
    "utf-8": "utf8 unicode",
    "gb18030": "gb gb2312 gbk gb18030 cp936 euccn ms936 chinese",
    "cp950": "big5 cp950 big5hkscs big5eten",
    "cp932": "shiftjis sjis cp932 xsjis mskanji windows31j ms932 shiftjisx0213",
    "cp949": "euckr ksc5601 ksc56011987 cp949 uhc ms949 korean",
    "latin-1": "latin1 iso88591 l1 ascii usascii",
    "cp1252": "cp1252 windows1252",
    "iso8859-2": "iso88592 latin2",
    "iso8859-15": "iso885915 latin9",
    "cp1251": "cp1251 windows1251",
    "koi8-r": "koi8r",
    "euc_jp": "eucjp xeucjp",
    "iso2022_jp": "iso2022jp",
}
_USUAL_NAMES: Final = {"cp950": "Big5", "cp932": "Shift_JIS", "cp949": "EUC-KR", "latin-1": "ISO-8859-1"}
_CODECS: Final = {alias: codec for codec, names in _ALIASES.items() for alias in names.split()}
_ONE_BYTE: Final = {"latin-1", "cp1252", "iso8859-2", "iso8859-15", "cp1251", "koi8-r"}
_DECLARED: Final = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\\]{1,40}?)\s*\]")
_SEARCHED_BYTES: Final = 100_000
_SAMPLE_BYTES: Final = 32_768
_ESCAPED_BYTE: Final = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII: Final = re.compile(rb"[\x80-\xff]")
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

_COMMON_SIMPLIFIED: Final = frozenset(
    "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没"
    "日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美"
    "点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关"
    "黑白棋胜负目半盘段九八七六五局围杯赛决贴先飞挂角星死活劫收官布局定式级职业联京王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗"
)
_COMMON_TRADITIONAL: Final = frozenset(
    "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她里後小麼心多天而能好都然沒"
    "日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美"
    "點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關"
    "黑白棋勝負目半盤段九八七六五局圍盃賽決貼先飛掛角星死活劫級職業臺灣王李張劉陳楊趙黃周吳徐孫胡朱林何郭馬羅"
)
_COMMON_KANJI: Final = frozenset(
    "日一人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気黒白勝目半段碁局戦棋聖名位手先番対"
)
_COMMON_HANGUL: Final = frozenset(
    "이다는의가을에고하은지를한로기사서어나리자도그스인시수전정대해아있일것보라부들만게장주상구제원조우면요여동안신무으거공오과비"
    "세경소성드선진마중적김박최강윤임권황송류홍문양손배백허유남심노흑승단국바둑회연습반점포석끝내호돌불계급프"
)


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
    found = _DECLARED.search(data, 0, _SEARCHED_BYTES)
    declared = found[1].decode("latin-1") if found else ""
    said = _CODECS.get(re.sub("[^a-z0-9]", "", declared.lower()))
    if data.isascii():
        return _decoded(data, said if said == "iso2022_jp" else "ascii")
    if said is not None and _trusted(data, said):
        return _decoded(data, said)
    guess = _guessed(data, said)
    if guess == said:
        return _decoded(data, guess)
    return _decoded(data, guess, declared=declared, is_guess=not declared and guess != "utf-8")


def _trusted(data: bytes, said: str) -> bool:
    """Whether the file can be in the encoding it names: every byte fits, and it is not plainly something else."""
    if not _fits(data, said):
        return False
    if said == "utf-8":
        return True
    if _fits(data, "utf-8") and re.search(rb"[\xe0-\xf4][\x80-\xbf]{2}", data):
        return False
    return said not in _ONE_BYTE or _guessed(data, said) in _ONE_BYTE


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


# --- guessing --------------------------------------------------------------------------------


def _guessed(data: bytes, said: str | None) -> str:
    """The likeliest encoding of a file with bytes beyond ASCII."""
    if _is_mostly_utf8(data):
        return "utf-8"
    first = _BEYOND_ASCII.search(data)
    sample = data[first.start() : first.start() + _SAMPLE_BYTES] if first else b""
    western = said if said in _ONE_BYTE and _fits(data, said) else "latin-1"
    best, best_score = western, _western_likeness(sample)
    for codec, worth in _LIKENESS.items():
        text = sample.decode(codec, "replace")
        marks = [worth(char) for char in text if char > "\x7f"]
        score = sum(marks) / len(marks) if marks else 0.0
        if score > best_score:
            best, best_score = codec, score
    return best


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether the file is UTF-8 but for a few bytes, such as a name that was cut in the middle of a character."""
    text = data.decode("utf-8", "surrogateescape")
    broken = len(_ESCAPED_BYTE.findall(text))
    if not broken:
        return True
    whole = len(re.findall("[\x80-\ud7ff\ue000-\U0010ffff]", text))
    return broken * 4 <= whole


def _western_likeness(sample: bytes) -> float:
    """Accented letters stand beside ordinary ones."""
    letters = re.findall(rb"[A-Za-z]?[\xc0-\xff][A-Za-z ]|[A-Za-z][\xc0-\xff]", sample)
    others = sum(byte >= 0x80 for byte in sample)
    return 1.2 * len(letters) / max(others, 1) - 0.2


def _in_gb(char: str) -> float:
    if char in _COMMON_SIMPLIFIED:
        return 3.0
    lead = _lead(char, "gb2312")
    if 0xB0 <= lead <= 0xD7 or 0xA1 <= lead <= 0xA3:
        return 1.0
    return 0.0 if lead else -2.0


def _in_big5(char: str) -> float:
    if char in _COMMON_TRADITIONAL:
        return 3.0
    lead = _lead(char, "cp950")
    if 0xA4 <= lead <= 0xC6 or 0xA1 <= lead <= 0xA3:
        return 1.0
    return -0.5 if lead else -2.0


def _in_shift_jis(char: str) -> float:
    if "\u3040" <= char <= "\u30ff":
        return 2.0
    if char in _COMMON_KANJI:
        return 3.0
    lead = _lead(char, "cp932")
    if 0x88 <= lead <= 0x97 or lead in (0x81, 0x82):
        return 1.0
    return -0.5 if lead >= 0x98 and not "\uff61" <= char <= "\uff9f" else -2.0


def _in_korean(char: str) -> float:
    if char in _COMMON_HANGUL:
        return 3.0
    lead = _lead(char, "euc_kr")
    if 0xB0 <= lead <= 0xC8 or 0xA1 <= lead <= 0xA3:
        return 1.0
    return -1.0 if lead else -2.0


def _lead(char: str, codec: str) -> int:
    """The first byte of a character in an encoding, or 0 when it has none."""
    try:
        return char.encode(codec)[0]
    except UnicodeEncodeError:
        return 0


_LIKENESS: Final[dict[str, Callable[[str], float]]] = {
    "gb18030": _in_gb,
    "cp950": _in_big5,
    "cp932": _in_shift_jis,
    "cp949": _in_korean,
}
"""How much a character looks like ordinary text of an encoding. The first wins where two are alike."""
