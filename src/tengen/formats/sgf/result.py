"""Results (RE), clocks (TM, OT) and dates (DT) as SGF tells them, in both directions."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

from tengen.core import BLACK, WHITE, ClockKind, Color, GameError, Outcome, Reason, TimeControl
from tengen.formats.sgf.games import has_half_points, traits_of

# --- results ---------------------------------------------------------------------------------

_WINNERS: Final = {
    **dict.fromkeys(("b", "black", "黑", "黒", "흑"), BLACK),
    **dict.fromkeys(("w", "white", "白", "백"), WHITE),
}
_SIDE: Final = r"(b|black|w|white)"
_WON: Final = re.compile(r"(b|black|w|white|黑|黒|白|흑|백)(?:\s*\+\s*(.*))?", re.DOTALL)
_WON_IN_ENGLISH: Final = re.compile(rf"{_SIDE}\s+(?:wins?|won)(?:\s+(?:by|on))?\s*(.*)", re.DOTALL)
_LOST_IN_ENGLISH: Final = re.compile(rf"{_SIDE}\s+(?:(?:loses?|lost)(?:\s+(?:by|on))?\s*)?(.+)", re.DOTALL)
_IN_WORDS: Final = re.compile(r"(黑|黒|白|흑|백)(?:方|棋|番|子|이|의)?\s*(.*)", re.DOTALL)
_VERBS: Final = re.compile(r"[胜勝승]ち?|获|獲|し|による|で|\s")
_LOSING: Final = re.compile(r"[负負败敗패]け?")
_LOSING_ACTS: Final = re.compile(r"认输|認輸|投了|投子|投降")
_WORDS: Final = {
    Reason.RESIGN: re.compile(r"中盘|中盤|中押|불계|认输|認輸|投了|投子|投降"),
    Reason.TIME: re.compile(r"超时|超時|時間切れ?|시간|时间|時間"),
    Reason.FORFEIT: re.compile(r"弃权|棄権|棄權|不戦|기권|反则|反則|판정"),
}
_REASONS: Final = {
    **dict.fromkeys(["r", "res", "resign", "resigns", "resigned", "resignation"], Reason.RESIGN),
    **dict.fromkeys(["t", "time", "timeout", "time out", "time over", "timeover", "overtime"], Reason.TIME),
    **dict.fromkeys(["f", "forfeit", "forfeits", "forfeited", "default", "disqualification"], Reason.FORFEIT),
    **dict.fromkeys(["offline", "disconnect", "disconnection", "disconnected", "escape", "leave"], Reason.ABANDONED),
}
_LETTERS: Final = {Reason.RESIGN: "R", Reason.TIME: "T", Reason.FORFEIT: "F", Reason.ABANDONED: "F"}
_DRAWS: Final = frozenset({"draw", "tie", "drawn", "和棋", "和局", "平局", "持碁", "持棋", "무승부", "빅"})
_VOIDS: Final = frozenset({"void", "no result", "noresult", "无胜负", "無勝負", "无效", "無勝敗", "무효"})


def read_result(text: str, kind: str) -> Outcome | None:
    """The result in a text, or None when it tells none that can be understood."""
    text = normalize("NFKC", text[:60]).strip().rstrip(".。").lower()
    if text in ("0", "jigo"):
        return _level(kind)
    if text in _DRAWS:
        return Outcome.draw(Reason.AGREEMENT)
    if text in _VOIDS:
        return Outcome(None, traits_of(kind).void, no_result=True)
    if won := _WON.fullmatch(text) or _WON_IN_ENGLISH.fullmatch(text):
        return _won(_WINNERS[won[1]], (won[2] or "").strip(), kind)
    if lost := _LOST_IN_ENGLISH.fullmatch(text):
        reason = _REASONS.get(lost[2])
        return Outcome.won(_WINNERS[lost[1]].other, reason) if reason else None
    in_words = _IN_WORDS.fullmatch(text)
    return _won_in_words(_WINNERS[in_words[1]], in_words[2], kind) if in_words else None


def _won(winner: Color, how: str, kind: str) -> Outcome | None:
    if how in _REASONS:
        return Outcome.won(winner, _REASONS[how])
    if not how or traits_of(kind).win != Reason.SCORE:
        return Outcome.won(winner, traits_of(kind).win)
    margin = read_points(how)
    return None if margin is None or margin < 0 else Outcome(winner, Reason.SCORE, _margin(margin, kind))


def _level(kind: str) -> Outcome:
    reason = traits_of(kind).draw
    return Outcome(None, reason, 0.0 if reason == Reason.SCORE else None)


def _won_in_words(winner: Color, how: str, kind: str) -> Outcome | None:
    """What stands behind a side in Chinese, Japanese or Korean: how it has won, or that it has lost."""
    act = _LOSING_ACTS.search(how)
    if _LOSING.search(how) or (act and not _VERBS.search(how)):
        winner = winner.other
    for reason, words in _WORDS.items():
        if words.search(how):
            return Outcome.won(winner, reason)
    points = _LOSING.sub("", _VERBS.sub("", how))
    return _won(winner, points, kind) if points != how else None


def _margin(points: float, kind: str) -> float | None:
    """A margin that can be: half points where there is komi.

    Chinese files count in stones, a quarter of which is half a point.
    """
    if not has_half_points(kind) or (points * 2).is_integer():
        return points
    return points * 2 if (points * 4).is_integer() else None


# --- numbers as people write them --------------------------------------------------------------

_NUMERALS: Final = {numeral: value for value, numeral in enumerate("〇一二三四五六七八九十")} | {
    "两": 2,
    "兩": 2,
    "零": 0,
}
_AMOUNT_IN_WORDS: Final = re.compile(
    r"([+-]?)(\d{1,5}(?:[.,]\d{1,12})?|[〇零一二三四五六七八九十两兩]{1,3})?(?:又)?(?:(\d)\s*/\s*(\d)|([四二])分之([一二三]))?"
    r"\s*(半)?\s*(points?|pts?|moku|目|子|집)?\s*(半|반)?"
)


def read_points(text: str) -> float | None:
    """A number of points such as `3.5`, `7.50000`, `2目半` or `3又1/4子`; stones count as two points each."""
    found = _AMOUNT_IN_WORDS.fullmatch(normalize("NFKC", text.strip().lower()[:40]))
    if not found or not any(found.groups()[1:3] + found.groups()[4:5] + found.groups()[6:7] + found.groups()[8:]):
        return None
    sign, whole, over, under, under_word, over_word, half, unit, half_after = found.groups()
    points = _number(whole) if whole else 0.0
    if over:
        points += int(over) / int(under) if int(under) else 0.0
    if under_word:
        points += _NUMERALS[over_word] / _NUMERALS[under_word]
    if half or half_after:
        points += 0.5
    if unit == "子" and (points * 4).is_integer():
        points *= 2
    return -points if sign == "-" else points


def _number(text: str) -> float:
    if text[0].isdecimal():
        return float(text.replace(",", "."))
    tens, ten, ones = text.rpartition("十")
    value = _NUMERALS.get(ones, 0) if ten else _NUMERALS[text[-1]]
    return float((_NUMERALS.get(tens, 1) * 10 if ten else 0) + value)


def result_text(outcome: Outcome) -> str:
    """The value of RE for a result."""
    if outcome.no_result:
        return "Void"
    if outcome.winner is None:
        return "0" if outcome.reason in (Reason.SCORE, Reason.FULL_BOARD) else "Draw"
    how = _LETTERS.get(outcome.reason, "")
    if outcome.reason == Reason.SCORE and outcome.margin is not None:
        how = number_text(outcome.margin)
    return f"{'B' if outcome.winner is BLACK else 'W'}+{how}"


def number_text(number: float) -> str:
    """A number as SGF writes it: no exponent, at most three decimals and none that say nothing."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# --- clocks ----------------------------------------------------------------------------------

_AMOUNT: Final = r"(\d{1,8}(?:\.\d{1,3})?)"
_SECONDS: Final = re.compile(
    rf"{_AMOUNT}\s*(s|sec|secs|seconds?|m|mins?|minutes?|h|hours?)?(?:\s+(?:each|per player))?\.?"
)
_UNIT_MS: Final = {"s": 1000, "m": 60_000, "h": 3_600_000}
_UNIT: Final = r"\s*(?:s|sec|secs|seconds?)?"
_BYOYOMI: Final = re.compile(rf"(\d{{1,4}})\s*[x*]\s*{_AMOUNT}{_UNIT}(?:\s*(?:byo[- ]?yomi|japanese))?")
_CANADIAN: Final = re.compile(
    rf"(\d{{1,4}})\s*(?:moves?|stones?)?\s*/\s*{_AMOUNT}\s*(s|sec|secs|seconds?|mins?|minutes?)?(?:\s*canadian)?"
)
_FISCHER: Final = re.compile(rf"{_AMOUNT}{_UNIT}\s*fischer")
_SIMPLE: Final = re.compile(rf"{_AMOUNT}{_UNIT}\s*(?:simple|per move|/\s*move)")
_NAME_FIRST: Final = re.compile(r"(byo[- ]?yomi|japanese|canadian|fischer|simple)\s*:?\s+(.+)")


def read_control(main: str, overtime: str) -> TimeControl | None:
    """The time control that TM and OT tell, or None when they tell none that can be understood."""
    main_ms = _main_ms(main.strip().lower()[:60])
    if main_ms is None:
        return None
    text = overtime.strip().lower()[:60]
    turned = _NAME_FIRST.fullmatch(text)
    text = f"{turned[2]} {turned[1]}" if turned else text
    try:
        return _control(main_ms, text)
    except GameError:
        return None


def _main_ms(text: str) -> int | None:
    if not text:
        return 0
    found = _SECONDS.fullmatch(text)
    return _ms(found[1], found[2] or "s") if found else None


def _control(main_ms: int, overtime: str) -> TimeControl | None:
    if not overtime:
        return TimeControl(ClockKind.ABSOLUTE, main_ms)
    if found := _BYOYOMI.fullmatch(overtime):
        return TimeControl(ClockKind.BYOYOMI, main_ms, period_ms=_ms(found[2]), periods=int(found[1]))
    if found := _FISCHER.fullmatch(overtime):
        return TimeControl(ClockKind.FISCHER, main_ms, increment_ms=_ms(found[1]))
    if found := _SIMPLE.fullmatch(overtime):
        return TimeControl(ClockKind.PER_MOVE, main_ms, period_ms=_ms(found[1]))
    if found := _CANADIAN.fullmatch(overtime):
        period_ms = _ms(found[2], found[3] or "s")
        return TimeControl(ClockKind.CANADIAN, main_ms, period_ms=period_ms, stones=int(found[1]))
    return None


def _ms(amount: str, unit: str = "s") -> int:
    return round(float(amount) * _UNIT_MS[unit[0]])


def control_texts(control: TimeControl) -> tuple[str, str]:
    """The values of TM and OT; the latter is empty when there is no overtime."""
    period = seconds_text(control.period_ms)
    match control.kind:
        case ClockKind.ABSOLUTE:
            overtime = ""
        case ClockKind.FISCHER:
            overtime = f"{seconds_text(control.increment_ms)} fischer"
        case ClockKind.BYOYOMI:
            overtime = f"{control.periods}x{period} byo-yomi"
        case ClockKind.CANADIAN:
            overtime = f"{control.stones}/{period} Canadian"
        case ClockKind.PER_MOVE:
            overtime = f"{period} simple"
    return seconds_text(control.main_ms), overtime


def seconds_text(ms: int) -> str:
    """Milliseconds as seconds, exactly."""
    return number_text(ms / 1000)


# --- dates -----------------------------------------------------------------------------------

_ISO_DAY: Final = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_OTHER_DAY: Final = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)")


def read_date(text: str) -> str:
    """The day in a text in ISO form, the first of several; empty when there is none that can be understood."""
    text = text.strip()[:60]
    day = text.split(",", 1)[0]
    if _ISO_DAY.fullmatch(day):
        return day
    other = _OTHER_DAY.match(text)
    if not other:
        return ""
    iso = f"{other[1]}-{int(other[2]):02}-{int(other[3]):02}"
    return iso if _ISO_DAY.fullmatch(iso) else ""


def date_text(created: str) -> str:
    """The value of DT for the day or moment of a game; empty when it begins with no day."""
    day = re.match(r"[\d-]*", created)
    return day[0] if day and _ISO_DAY.fullmatch(day[0]) else ""
