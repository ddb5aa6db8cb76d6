"""How much bytes look like text of an encoding that nobody has named. Knows letters, not SGF."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_SAMPLE_BYTES: Final = 32_768
_BEYOND_ASCII: Final = re.compile(rb"[\x80-\xff]")
_ESCAPED_BYTE: Final = re.compile("[\udc80-\udcff]")

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


_COMMON_CYRILLIC: Final = frozenset("оеаинтсрвлкмдпуя")
_WORD_BEYOND_ASCII: Final = re.compile("[A-Za-z]*[\u0400-\u045f][A-Za-z\u0400-\u045f]*")
_WELL_WRITTEN: Final = re.compile("[А-ЯЁ]?[а-яё]+|[А-ЯЁ]{2,}")
_OTHER_LETTERS: Final = re.compile("[\u0370-\u03ff]{2,}|[\u0400-\u045f]{2,}|[\u05d0-\u05ea]{2,}|[\u0600-\u06ff]{2,}")
_LATIN_WORD: Final = re.compile(
    "[a-zA-Z\u00c0-\u024f]*(?:[a-zA-Z][\u00c0-\u024f]|[\u00c0-\u024f][a-zA-Z])[a-zA-Z\u00c0-\u024f]*"
)
_WESTERN: Final = "latin-1"


def likeliest(data: bytes, western: str = _WESTERN) -> tuple[str, float]:
    """The likeliest encoding of bytes beyond ASCII that are not UTF-8, and by how much it is likelier than `western`.

    That is one of a byte a character, and wins where nothing is likelier.
    """
    first = _BEYOND_ASCII.search(data)
    begin = max(data.rfind(b"[", 0, first.start()), 0) if first else 0
    sample = data[begin : begin + _SAMPLE_BYTES]
    is_cut = begin + len(sample) < len(data)
    plain = _western_likeness(sample)
    best, best_score = western, plain
    for codec, worth in _LIKENESS.items():
        text = sample.decode(codec, "replace")
        marks = [worth(char) for char in text if char > "\x7f"]
        score = sum(marks) / len(marks) - _torn(text, is_cut=is_cut) if marks else 0.0
        if score > best_score:
            best, best_score = codec, score
    for codec in ("cp1251", "koi8-r"):
        score = _cyrillic_likeness(sample.decode(codec, "replace"))
        if score > best_score:
            best, best_score = codec, score
    return best, best_score - plain


def is_mostly_utf8(data: bytes, *, says_so: bool) -> bool:
    """Whether bytes are UTF-8 but for a few, such as a name that was cut in the middle of a character.

    A file that `says_so` is believed as long as what is broken are characters that were cut, not lone bytes.
    """
    text = data.decode("utf-8", "surrogateescape")
    broken = len(_ESCAPED_BYTE.findall(text))
    whole = len(re.findall("[\x80-\ud7ff\ue000-\U0010ffff]", text))
    cut = len(re.findall("[\udce0-\udcf4][\udc80-\udcbf]{1,2}(?![\udc80-\udcbf])", text))
    return broken * 4 <= whole or (says_so and len(re.findall("[\udc80-\udcff]+", text)) <= cut + whole // 2)


def is_plainly_utf8(data: bytes) -> bool:
    """Whether bytes that are UTF-8 throughout are no accident: other encodings make such pairs now and then."""
    if re.search(rb"[\xe0-\xf4][\x80-\xbf]{2}", data):
        return True
    text = data.decode("utf-8")
    known = "".join(_LATIN_WORD.findall(text) + _OTHER_LETTERS.findall(text))
    return all(char <= "\xbf" or char in known for char in set(text))


def _western_likeness(sample: bytes) -> float:
    """Accented letters stand beside ordinary ones."""
    letters = re.findall(rb"[A-Za-z]?[\xc0-\xff][A-Za-z ]|[A-Za-z][\xc0-\xff]", sample)
    others = sum(byte >= 0x80 for byte in sample)
    return 1.2 * len(letters) / max(others, 1) - 0.2


def _cyrillic_likeness(text: str) -> float:
    """Words of Cyrillic letters with a capital in front, if at all."""
    letters = sum(char > "\x7f" for char in text)
    score = 0.0
    for word in _WORD_BEYOND_ASCII.findall(text):
        if len(word) == 1:
            continue
        if _WELL_WRITTEN.fullmatch(word):
            score += sum(2.0 if char in _COMMON_CYRILLIC else 1.0 for char in word.lower())
        else:
            score -= len(word)
    return score / letters if letters else 0.0


def _torn(text: str, *, is_cut: bool) -> float:
    """What is held against a reading in which characters have swallowed closing brackets."""
    return 1.0 if text.count("[") > text.count("]") + is_cut else 0.0


def _in_gb(char: str) -> float:
    if char in _COMMON_SIMPLIFIED:
        return 3.0
    if _is_kana(char):
        return -0.5
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
    if _is_kana(char):
        return 2.0
    if char in _COMMON_KANJI:
        return 3.0
    lead = _lead(char, "cp932")
    if 0x88 <= lead <= 0x97 or lead in (0x81, 0x82):
        return 1.0
    return -0.5 if lead >= 0x98 and not "\uff61" <= char <= "\uff9f" else -2.0


def _in_euc_jp(char: str) -> float:
    if _is_kana(char):
        return 2.0
    if char in _COMMON_KANJI:
        return 3.0
    lead = _lead(char, "euc_jp")
    if 0xB0 <= lead <= 0xCF or 0xA1 <= lead <= 0xA3:
        return 0.9  # a little less than Chinese, which is seen more often
    return -0.5 if lead > 0xCF else -2.0


def _in_korean(char: str) -> float:
    if char in _COMMON_HANGUL:
        return 3.0
    lead = _lead(char, "euc_kr")
    if 0xB0 <= lead <= 0xC8 or 0xA1 <= lead <= 0xA3:
        return 1.0
    return -1.0 if lead else -2.0


def _is_kana(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff"


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
    "euc_jp": _in_euc_jp,
}
"""How much a character looks like ordinary text of an encoding. The first wins where two are alike."""
