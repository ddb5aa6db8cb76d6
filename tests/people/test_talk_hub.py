"""Lines reach those who listen to their match, all of them, until they stop."""

from __future__ import annotations

import logging

import pytest

from tengen.people import ChatLine, ChatRoom, LocalTalkHub


def line(match_id: str = "m1", number: int = 1) -> ChatLine:
    return ChatLine(match_id, number, ChatRoom.PLAYERS, "ann", "Ann", False, 5, "hi")


def test_a_line_is_told_to_everybody_who_listens_to_its_match() -> None:
    hub = LocalTalkHub()
    first: list[ChatLine] = []
    second: list[ChatLine] = []
    elsewhere: list[ChatLine] = []
    hub.listen("m1", first.append)
    close = hub.listen("m1", second.append)
    hub.listen("m2", elsewhere.append)
    hub.publish(line())
    close()
    close()
    hub.publish(line(number=2))
    assert [one.number for one in first] == [1, 2]
    assert [one.number for one in second] == [1]
    assert elsewhere == []


def test_one_who_listens_badly_keeps_no_line_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    hub = LocalTalkHub()
    heard: list[ChatLine] = []

    def fail(_: ChatLine) -> None:
        raise RuntimeError("oops")

    hub.listen("m1", fail)
    hub.listen("m1", heard.append)
    with caplog.at_level(logging.ERROR):
        hub.publish(line())
    assert heard == [line()]
    assert "a listener failed" in caplog.text


def test_who_stops_listening_while_a_line_is_told_is_fine() -> None:
    hub = LocalTalkHub()
    heard: list[ChatLine] = []

    def hear_once(one: ChatLine) -> None:
        close()
        heard.append(one)

    close = hub.listen("m1", hear_once)
    hub.listen("m1", heard.append)
    hub.publish(line())
    hub.publish(line(number=2))
    assert [one.number for one in heard] == [1, 1, 2]


def test_nothing_is_kept_of_matches_that_nobody_listens_to() -> None:
    hub = LocalTalkHub()
    for number in range(1_000):
        hub.listen(f"m{number}", lambda _: None)()
    assert hub._listeners == {}
