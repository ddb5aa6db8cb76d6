"""Signed save files: what a signature stands for, what it does not, and what a file says of accounts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tengen.core import BLACK, ErrorCode, GameError, Participant, Place, Point, Record, Seal, create_rules
from tengen.formats import saves
from tengen.formats.save import FORMAT, Unsigned, dumps, dumps_line, dumps_unsigned, loads
from tests.formats.test_save import changed, records
from tests.formats.test_save_schema import SCHEMA

File = dict[str, Any]

GAME = Record(
    create_rules("go", 5, {"komi": 7.0}),
    black=Participant("Ada", account="a1"),
    white=Participant("小明", account="b2"),
    created="2026-11-15",
).with_line([Place(BLACK, Point(2, 2))])


def signed(record: Record, signature: str = "signed") -> str:
    return dumps_unsigned(record).signed(signature)


def seal_of(text: str) -> Seal:
    seal = loads(text).seal
    assert seal is not None
    return seal


def test_a_signed_file_tells_the_accounts_and_what_is_to_be_checked() -> None:
    unsigned = dumps_unsigned(GAME)
    text = unsigned.signed("signed")
    record = loads(text)
    assert record == GAME
    assert (record.black.account, record.white.account) == ("a1", "b2")
    assert record.seal == Seal(unsigned.digest, "signed", text)
    assert FORMAT.read(text.encode()).records[0].seal == record.seal


def test_a_file_without_accounts_and_signature_has_no_seal() -> None:
    assert loads(dumps(replace(GAME, black=Participant("Ada"), white=Participant("小明")))).seal is None


def test_accounts_are_written_only_to_be_signed() -> None:
    for written in (dumps(GAME), dumps_line(GAME), FORMAT.write([GAME]).data.decode()):
        assert "account" not in written
        assert loads(written).seal is None


def test_accounts_without_a_signature_are_told() -> None:
    seal = seal_of(dumps_unsigned(GAME).text)
    assert (seal.digest, seal.signature) == (dumps_unsigned(GAME).digest, "")


def test_of_saves_on_lines_each_has_its_own_seal() -> None:
    files = [json.dumps(json.loads(signed(GAME, name))) for name in ("one", "two")]
    read = saves.FORMAT.read("\n".join(files).encode()).records
    assert [record.seal and record.seal.signature for record in read] == ["one", "two"]
    assert [record.seal and record.seal.text for record in read] == files


def test_one_seat_may_be_an_accounts_alone() -> None:
    record = loads(signed(replace(GAME, white=Participant("level:3", player="level:3"))))
    assert (record.black.account, record.white.account) == ("a1", "")


def test_it_fits_the_schema() -> None:
    Draft202012Validator(SCHEMA).validate(json.loads(signed(GAME)))


# --- what the signature stands for -------------------------------------------------------------


CHANGES: list[tuple[str, Callable[[File], object]]] = [
    ("another player", lambda file: file["players"]["black"].update(name="Eve")),
    ("another account", lambda file: file["players"]["black"].update(account="e5")),
    ("one account less", lambda file: file["players"]["white"].pop("account")),
    ("no accounts", lambda file: [player.pop("account") for player in file["players"].values()]),
    (
        "exchanged players",
        lambda file: file["players"].update(black=file["players"]["white"], white=file["players"]["black"]),
    ),
    ("another date", lambda file: file.update(created="2026-11-16")),
    ("another komi", lambda file: file["rules"].update(komi=6.5)),
    ("a time", lambda file: file["move_history"][0].update(ms=1)),
    ("a comment", lambda file: file["move_history"][0].update(comment="!")),
    (
        "a variation",
        lambda file: file.update(variations=[{"after": 0, "moves": [{"player": "black", "x": 0, "y": 0}]}]),
    ),
    ("something unknown", lambda file: file.update(later=1)),
]


@pytest.mark.parametrize(("what", "change"), CHANGES, ids=[what for what, _ in CHANGES])
def test_another_content_needs_another_signature(what: str, change: Callable[[File], object]) -> None:
    text = signed(GAME)
    other = changed(json.loads(text), change)
    assert seal_of(other).digest != seal_of(text).digest, what


def test_how_the_same_content_is_written_does_not_matter() -> None:
    text = signed(GAME)
    file: File = json.loads(text)
    assert "7.0" in text
    backwards = json.dumps(dict(reversed(file.items())))
    as_a_browser_writes_it = json.dumps(file, separators=(",", ":"), ensure_ascii=False).replace("7.0", "7")
    for other in (json.dumps(file), json.dumps(file, indent=4), backwards, as_a_browser_writes_it, "\ufeff" + text):
        assert seal_of(other).digest == seal_of(text).digest


@given(st.data())
def test_every_byte_counts(data: st.DataObject) -> None:
    """A file with a changed byte is no file any more, or says the same as before, or does not fit its signature."""
    text = signed(GAME).encode()
    before = seal_of(text.decode())
    place = data.draw(st.integers(0, len(text) - 1))
    other = text[:place] + bytes([data.draw(st.integers(0, 255))]) + text[place + 1 :]
    try:
        seal = FORMAT.read(other, strict=False).records[0].seal
    except GameError:
        return
    assert seal is not None
    fits = (seal.digest, seal.signature) == (before.digest, before.signature)
    assert fits == (json.loads(other) == json.loads(text))


@given(records())
def test_whatever_is_written_is_read_with_its_digest(record: Record) -> None:
    record = replace(record, black=replace(record.black, account="a1"))
    unsigned = dumps_unsigned(record)
    assert loads(unsigned.signed("x")).seal == Seal(unsigned.digest, "x", unsigned.signed("x"))
    assert json.loads(unsigned.signed("x")) == json.loads(unsigned.text) | {"signature": "x"}


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda file: file.update(signature=None), "signature"),
        (lambda file: file.update(signature=1), "signature"),
        (lambda file: file.update(signature=["x"]), "signature"),
        (lambda file: file["players"]["black"].update(account=1), "players.black.account"),
        (lambda file: file["players"]["white"].update(account=None), "players.white.account"),
        (lambda file: file["players"]["white"].update(account={"name": "x"}), "players.white.account"),
    ],
)
def test_other_than_texts_are_refused_with_their_place(change: Callable[[File], object], place: str) -> None:
    with pytest.raises(GameError) as caught:
        loads(changed(json.loads(signed(GAME)), change))
    assert (caught.value.key, caught.value.values["field"]) == ("record.bad_field", place)


def test_a_signature_does_not_make_a_file_too_large_to_be_read() -> None:
    most = len(dumps_unsigned(GAME).signed("x" * 128))
    with pytest.raises(GameError) as caught:
        dumps_unsigned(GAME, most)
    assert caught.value.code is ErrorCode.TOO_LARGE
    text = dumps_unsigned(GAME, most + 256).signed("x" * 128)
    assert len(text.encode()) <= most + 256


def test_nesting_that_only_a_signature_has_to_follow_is_refused() -> None:
    deep = "[" * 900 + "]" * 900
    text = signed(GAME).replace('"format"', f'"deep": {deep}, "format"')
    with pytest.raises(GameError) as caught:
        loads(text)
    assert caught.value.key == "record.too_deep"


def test_the_saves_of_forerunners_are_never_signed() -> None:
    old = {"game_type": "gomoku", "board_size": 15, "move_history": [], "signature": "x"}
    (record,) = FORMAT.read(json.dumps(old).encode()).records
    assert record.seal is None
    assert isinstance(dumps_unsigned(record), Unsigned)
