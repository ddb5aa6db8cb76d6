"""What can be told to people: words in both languages, of a bounded length."""

from __future__ import annotations

import pytest

from tengen.core import LANGUAGES, text
from tengen.people import NewNotice, NoticeKey

VALUES = {"reason": "because", "until": "2026-01-01 00:00 UTC", "name": "Ann"}


@pytest.mark.parametrize("key", NoticeKey)
def test_every_notice_has_words_in_both_languages(key: NoticeKey) -> None:
    told = {text(language, str(key), **VALUES) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)


@pytest.mark.parametrize(
    "more",
    [
        {"values": {"reason": "x" * 201}},
        {"values": {str(number): number for number in range(9)}},
        {"path": "/" + "x" * 200},
    ],
)
def test_a_notice_that_would_tell_too_much_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="too much"):
        NewNotice("ann", 5, NoticeKey.WARNED, **more)  # type: ignore[arg-type]  # fields of NewNotice


def test_what_a_notice_tells_does_not_change_any_more() -> None:
    values = {"reason": "spam"}
    notice = NewNotice("ann", 5, NoticeKey.WARNED, values)
    values["reason"] = "other"
    assert notice.values == {"reason": "spam"}
