"""The signature of save files: this data folder vouches that a file says what it wrote, and whose seats there were.

One key is derived from the folder's secret, for this purpose alone. Whoever has the secret can sign anything; a file
that was changed, or that another folder signed, fits no signature of this one. Nothing here reads or writes files.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from hmac import compare_digest
from typing import Final

from tengen.core import Seal
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.saves import check_present

_KEY_PERSON: Final = b"tengen save key"
_PSEUDONYM_PERSON: Final = b"tengen account"
_SIGNATURE_PERSON: Final = b"tengen save"
_PSEUDONYM_BYTES: Final = 16
_SIGNATURE_BYTES: Final = 32


class SaveSigner:
    """Signs and judges files with the key of a data folder."""

    def __init__(self, secret: bytes) -> None:
        self._key = blake2b(secret, digest_size=32, person=_KEY_PERSON).digest()

    def pseudonym_of(self, account_id: str) -> str:
        """What stands for an account in files: the same whatever its name, and worth nothing in another folder."""
        return self._keyed(account_id.encode(), _PSEUDONYM_BYTES, _PSEUDONYM_PERSON)

    def sign(self, digest: bytes) -> str:
        """The signature of a file with this digest."""
        return self._keyed(digest, _SIGNATURE_BYTES, _SIGNATURE_PERSON)

    def is_ours(self, seal: Seal) -> bool:
        """Whether this folder has signed the file, and nobody has changed it since."""
        return compare_digest(self.sign(seal.digest).encode(), seal.signature.encode())

    def find_owners(
        self, seal: Seal, pseudonyms: tuple[str, str], present: Sequence[str]
    ) -> tuple[str | None, str | None]:
        """The accounts at the first and the second seat of a file, of those that are present.

        `pseudonyms` are what the file has for those seats, empty for one that was nobody's. Raises BAD_SIGNATURE for a
        file that this folder does not vouch for, and WRONG_PLAYERS unless its accounts are present in the seats' order.
        """
        if not self.is_ours(seal):
            raise PeopleError(PeopleCode.BAD_SIGNATURE)
        known = {self.pseudonym_of(account_id): account_id for account_id in present}
        check_present([one for one in pseudonyms if one], list(known))
        first, second = pseudonyms
        return known.get(first), known.get(second)

    def _keyed(self, data: bytes, octets: int, person: bytes) -> str:
        return blake2b(data, digest_size=octets, key=self._key, person=person).hexdigest()
