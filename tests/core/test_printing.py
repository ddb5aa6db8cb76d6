"""Text on a terminal: the columns it takes, and what of it is shown."""

from __future__ import annotations

from tengen.core.printing import clip, pad, printable, width


def test_text_is_as_wide_as_a_terminal_shows_it() -> None:
    assert [width(text) for text in ("", "abc", "围棋", "a围b", "e\u0301", "●")] == [0, 3, 4, 4, 1, 1]
    assert pad("围棋", 6) == "围棋  "
    assert [clip("围棋abc", columns) for columns in (7, 6, 3, 0)] == ["围棋abc", "围棋ab", "围", ""]
    assert len(clip("e" + "\u0301" * 100, 10)) == 10


def test_what_is_not_to_be_seen_falls_away() -> None:
    assert printable("a\x00b\x1b[0m\u202ec\ud800d\t\u3000e") == "ab[0mcd  e"
