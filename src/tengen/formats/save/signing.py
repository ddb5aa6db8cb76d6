"""What a signature of a save file is about. Holds no key: whoever has one signs a digest, and judges a `Seal`.

A file may say of a seat that it was an account's (`players.black.account`), and `signature` stands for everything in
the file but itself: for what it says and not for how that is spaced, in which order its keys are, or whether a whole
number is written as 7 or 7.0. So another program may read such a file and write it again, as a browser does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from tengen.core import COLORS, ErrorCode, GameError, Record, Seal
from tengen.formats.json_fields import Field
from tengen.formats.values import Json

SIGNATURE: Final = "signature"
ACCOUNT: Final = "account"

SIGNATURE_ROOM: Final = 256
"""So many bytes a signature may add to a file."""

_DIGEST_BYTES: Final = 32
_PERSON: Final = b"tengen save text"

_encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Unsigned:
    """The text of a save file that is still to be signed, and what the signature has to be made of."""

    text: str
    digest: bytes

    def signed(self, signature: str) -> str:
        """The text with its signature at the end."""
        body = self.text.rstrip().removesuffix("}").rstrip()
        return f'{body},\n  "{SIGNATURE}": {json.dumps(signature)}\n}}\n'


def digest_of(content: Json) -> bytes:
    """The hash of everything in a file but its signature. Raises BAD_RECORD for one that is too deep."""
    try:
        plain = _encode(_canonical({name: part for name, part in content.items() if name != SIGNATURE}))
    except RecursionError:
        raise GameError(ErrorCode.BAD_RECORD, "record.too_deep") from None
    return blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES, person=_PERSON).digest()


def seal_of(content: Json, text: str) -> Seal | None:
    """The seal of a file that names accounts or is signed; None for one that does neither. Raises BAD_RECORD."""
    file = Field("", content)
    signature = file.get(SIGNATURE)
    if signature is None and not _names_accounts(content):
        return None
    return Seal(digest_of(content), "" if signature is None else signature.text(), text)


def with_accounts(content: Json, record: Record) -> Json:
    """The content of the file of a record, with the accounts of its players."""
    players = {
        color.word: {**part, ACCOUNT: player.account} if player.account else part
        for color, player in zip(COLORS, (record.black, record.white), strict=True)
        if isinstance(part := _player(content, color.word), dict)
    }
    return {**content, "players": players}


def _names_accounts(content: Json) -> bool:
    players = (_player(content, color.word) for color in COLORS)
    return any(isinstance(player, dict) and player.get(ACCOUNT) for player in players)


def _player(content: Json, word: str) -> object:
    players = content.get("players")
    return players.get(word) if isinstance(players, dict) else None


def _canonical(value: object) -> object:
    """The same value for all ways to write it."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {name: _canonical(part) for name, part in value.items()}
        case list():
            return [_canonical(part) for part in value]
    return value
