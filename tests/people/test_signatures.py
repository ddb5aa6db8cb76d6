"""Signatures of save files: whose they are, what breaks them, and whom they let go on with a game."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tengen.core import BLACK, GameError, Participant, Place, Point, Record, Seal, create_rules
from tengen.formats.save import FORMAT, dumps_unsigned
from tengen.people import PeopleCode, PeopleError, SaveSigner

HERE, ELSEWHERE = SaveSigner(b"the secret of this folder" * 2), SaveSigner(b"another secret" * 3)
A, B = HERE.pseudonym_of("a"), HERE.pseudonym_of("b")


def signed(black: str = A, white: str = B, signer: SaveSigner = HERE) -> bytes:
    players = Participant("Ann", account=black), Participant("Ben", account=white)
    record = Record(create_rules("go", 5, {"komi": 7.0}), None, *players).with_line([Place(BLACK, Point(2, 2))])
    unsigned = dumps_unsigned(record)
    return unsigned.signed(signer.sign(unsigned.digest)).encode()


def read(file: bytes) -> tuple[Seal, tuple[str, str]]:
    (record,) = FORMAT.read(file, strict=False).records
    assert record.seal is not None
    return record.seal, (record.black.account, record.white.account)


def owners(file: bytes, present: Sequence[str], signer: SaveSigner = HERE) -> tuple[str | None, str | None]:
    return signer.find_owners(*read(file), present)


def refused(file: bytes, present: Sequence[str], signer: SaveSigner = HERE) -> PeopleCode:
    with pytest.raises(PeopleError) as caught:
        owners(file, present, signer)
    return caught.value.code


# --- who may go on -------------------------------------------------------------------------------


def test_the_accounts_of_a_file_get_their_seats_again() -> None:
    assert owners(signed(), ["a", "b"]) == ("a", "b")
    assert owners(signed(A, ""), ["a"]) == ("a", None)
    assert owners(signed("", A), ["b", "a"]) == (None, "a")
    assert owners(signed(A, A), ["a"]) == ("a", "a")


@pytest.mark.parametrize("present", [[], ["a"], ["b"], ["b", "a"], ["a", "c"], ["c", "b"]])
def test_nobody_else_goes_on_with_it(present: list[str]) -> None:
    assert refused(signed(), present) is PeopleCode.WRONG_PLAYERS


def test_a_signed_file_without_accounts_needs_nobody() -> None:
    assert owners(signed("", ""), []) == (None, None)


# --- what breaks a signature ---------------------------------------------------------------------


def test_any_changed_byte_that_means_something_breaks_it() -> None:
    file = signed()
    for place, byte in enumerate(file):
        other = file[:place] + bytes([byte ^ 1]) + file[place + 1 :]
        try:
            seal, pseudonyms = read(other)
        except GameError:
            continue
        if json.loads(other) == json.loads(file):
            assert HERE.find_owners(seal, pseudonyms, ["a", "b"]) == ("a", "b")
        else:
            assert not HERE.is_ours(seal), (place, other)


def test_a_file_of_another_folder_is_not_ours() -> None:
    file = signed(ELSEWHERE.pseudonym_of("a"), ELSEWHERE.pseudonym_of("b"), ELSEWHERE)
    assert refused(file, ["a", "b"]) is PeopleCode.BAD_SIGNATURE
    assert owners(file, ["a", "b"], ELSEWHERE) == ("a", "b")


def test_accounts_without_a_signature_count_nothing() -> None:
    content = json.loads(signed())
    del content["signature"]
    assert refused(json.dumps(content).encode(), ["a", "b"]) is PeopleCode.BAD_SIGNATURE


def test_accounts_cannot_be_dropped_under_the_signature() -> None:
    content = json.loads(signed())
    for player in content["players"].values():
        del player["account"]
    assert refused(json.dumps(content).encode(), []) is PeopleCode.BAD_SIGNATURE


def test_without_accounts_and_signature_it_is_a_game_of_nobody() -> None:
    content = json.loads(signed())
    del content["signature"]
    for player in content["players"].values():
        del player["account"]
    (record,) = FORMAT.read(json.dumps(content).encode()).records
    assert record.seal is None


@pytest.mark.parametrize("signature", ["", "0" * 64, "ä" * 32, "\u0000", "x" * 100_000])
def test_any_text_may_stand_for_a_signature(signature: str) -> None:
    seal, _ = read(signed())
    assert not HERE.is_ours(Seal(seal.digest, signature, ""))


def test_the_signature_of_one_file_is_not_that_of_another() -> None:
    one, other = json.loads(signed(A, "")), json.loads(signed(A, B))
    one["signature"] = other["signature"]
    assert refused(json.dumps(one).encode(), ["a"]) is PeopleCode.BAD_SIGNATURE


# --- what a file tells ---------------------------------------------------------------------------


def test_a_pseudonym_does_not_tell_the_account() -> None:
    assert "a" * 22 not in HERE.pseudonym_of("a" * 22)
    assert HERE.pseudonym_of("a") != ELSEWHERE.pseudonym_of("a")
    assert HERE.pseudonym_of("a") == SaveSigner(b"the secret of this folder" * 2).pseudonym_of("a")
    assert len({HERE.pseudonym_of(name) for name in ("a", "b", "A", "", "ab")}) == 5


def test_a_pseudonym_is_no_signature() -> None:
    """The key has two uses, and what one of them gives out is of no use for the other."""
    seal, _ = read(signed())
    assert HERE.pseudonym_of(seal.digest.hex()) != HERE.sign(seal.digest)[:32]
