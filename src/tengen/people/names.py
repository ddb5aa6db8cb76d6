"""What an account's name may be, and when two names are the same. Knows no accounts: who has a name is not known here.

A name is shown as its owner wrote it and told apart by its key. Keys are stored, so what they are may not change by
accident: a test holds a sample of them, and a change of it needs a migration that makes all keys anew.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from typing import Final

from tengen.core import printing
from tengen.people.bad_input import BadInput
from tengen.people.look_alikes import appearance

FEWEST_COLUMNS: Final = 2
"""The least width of a name: two letters, or one Chinese character."""
LONGEST_NAME: Final = 20
LONGEST_KEY: Final = 140
"""No name that is allowed has a longer key: a character becomes seven at most."""

_LONGEST_TEXT: Final = 200
"""Longer texts are refused unseen."""
_MOST_MARKS: Final = 2
_MOST_ROUNDS: Final = 8

_SEPARATORS: Final = frozenset(" _.-·・")
"""What a name may have between its letters; the key leaves it out."""
_EDGES: Final = frozenset(" .-·・")
"""Separators that a name may not begin or end with: -f looks like an option, and a dot ends the sentence around it."""

INVISIBLE: Final = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # fillers of Hangul, which are letters
        (0x17B4, 0x17B5),  # vowels of Khmer that are not drawn
        (0x180B, 0x180F),  # variation selectors of Mongolian
        (0x3164, 0x3164),  # another filler of Hangul
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),  # another filler of Hangul
        (0x16FE4, 0x16FE4),  # filler of Khitan
        (0xE0100, 0xE01EF),  # more variation selectors
    )
    for code in range(first, last + 1)
)
"""Letters and marks that show nothing (Default_Ignorable_Code_Point); other such characters are no letters anyway."""

_WORD_CATEGORIES: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mn", "Mc"})

_ALPHABETS: Final = """
    LATIN GREEK CYRILLIC ARMENIAN CHEROKEE COPTIC LISU DESERET OSAGE CANADIAN TIFINAGH CARIAN LYCIAN LYDIAN
    OLD GOTHIC RUNIC WARANG MIAO ELBASAN
"""
"""Scripts with letters that pass for those of another of them, by the first word of their letters' names."""

_RESERVED_WORDS: Final = """
    admin administrator admins sysadmin moderator moderators mod system sysop root superuser operator owner staff
    support help helpdesk service official team server host webmaster postmaster hostmaster security abuse info mail
    noreply tengen 天元
    guest guests visitor anonymous anon somebody someone nobody noone none null nil undefined nan true false unknown
    me myself you self everyone everybody all here user users player players account accounts name
    deleted deleted_player deleted_user deleted_account former_player closed_account banned
    black white draw open human person people computer ai bot robot engine random level levels program opponent
    spectator observer referee judge
    api auth login logout register settings lobby watch join new edit
    游客 遊客 访客 訪客 来宾 來賓 匿名 匿名用户 匿名玩家 用户 用戶 玩家 棋手 对手 對手 旁观者
    管理员 管理員 超级管理员 系统管理员 系统 系統 版主 官方 客服 站长 站長 服务器 伺服器
    已注销 已注销用户 已注销玩家 已删除 已删除用户 已删除玩家 已刪除
    黑 白 黑方 白方 黑棋 白棋 和棋 人类 人類 电脑 電腦 机器人 機器人 人工智能 引擎 随机 隨機 级别 等级 裁判 我 你
"""

_RESERVED_BEFORE_DIGITS: Final = """
    guest visitor level tengen tengen_level engine computer deleted_player deleted_user
    游客 遊客 访客 訪客 级别 等级 天元 电脑 電腦 已注销用户 已注销玩家
"""
"""Taken with a number behind them, too: Guest 12, level 3."""


class BadName(BadInput):
    """A name that no account may have."""


def check_name(text: str) -> str:
    """The name as it is shown: composed (NFC), with single spaces and none around it. Raises BadName."""
    if len(text) > _LONGEST_TEXT:
        raise BadName("name.too_long", most=LONGEST_NAME)
    spaced = "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)
    name = " ".join(part for part in unicodedata.normalize("NFC", spaced).split(" ") if part)
    plain = unicodedata.normalize("NFKC", name)
    if not all(map(_is_allowed, name)) or not all(map(_is_allowed, plain)):
        raise BadName("name.bad_character")
    if max(len(name), len(plain)) > LONGEST_NAME:
        raise BadName("name.too_long", most=LONGEST_NAME)
    if printing.width(name) < FEWEST_COLUMNS:
        raise BadName("name.too_short", fewest=FEWEST_COLUMNS)
    if name[0] in _EDGES or name[-1] in _EDGES:
        raise BadName("name.bad_edge")
    if _has_stray_marks(name):
        raise BadName("name.bad_marks")
    key = name_key(name)
    if not any(char.isalnum() for char in key):
        raise BadName("name.no_letter")
    if len(_scripts(plain).intersection(_ALPHABETS.split())) > 1:
        raise BadName("name.mixed_scripts")
    if _is_reserved(key):
        raise BadName("name.reserved")
    return name


def name_key(name: str) -> str:
    """Equal for names that people would take for the same. The key of a key is that key.

    Case, width, letters that look alike (`look_alikes`), spaces, underscores, dots and hyphens make no difference.
    Accents do, and so do simplified and traditional characters. Raises BadName where the text is too long for any name.
    """
    if len(name) > _LONGEST_TEXT:
        raise BadName("name.too_long", most=LONGEST_NAME)
    key = name
    for _ in range(_MOST_ROUNDS):
        before, key = key, appearance("".join(char for char in key if not _is_separator(char)))
        if key == before:
            break
    return key


def _is_allowed(char: str) -> bool:
    return char in _SEPARATORS or (unicodedata.category(char) in _WORD_CATEGORIES and char not in INVISIBLE)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _has_stray_marks(name: str) -> bool:
    """Whether more marks follow each other than letters need, or stand on no letter."""
    runs = [(is_mark, list(run)) for is_mark, run in groupby(name, _is_mark)]
    letters_before = [" "] + [run[-1] for _, run in runs]
    return any(
        is_mark and (len(run) > _MOST_MARKS or before in _SEPARATORS)
        for (is_mark, run), before in zip(runs, letters_before, strict=False)
    )


def _is_separator(char: str) -> bool:
    return char in _SEPARATORS or unicodedata.category(char) in {"Zs", "Pd", "Pc"}


def _scripts(text: str) -> set[str]:
    return {unicodedata.name(char, "").partition(" ")[0] for char in text}


def _is_reserved(key: str) -> bool:
    """Whether the key is that of a reserved name, leaving accents aside: nobody is âdmin."""
    words, forms, digits = _reserved_keys()
    bare = "".join(char for char in key if not _is_mark(char))
    return bare in words or any(bare.startswith(form) and digits.issuperset(bare[len(form) :]) for form in forms)


@cache
def _reserved_keys() -> tuple[frozenset[str], tuple[str, ...], frozenset[str]]:
    """The keys of reserved words, of those that are reserved with a number behind them, and of digits."""
    words, forms = (tuple(map(name_key, listed.split())) for listed in (_RESERVED_WORDS, _RESERVED_BEFORE_DIGITS))
    return frozenset(words), forms, frozenset(name_key("0123456789"))
