"""Answers that are the same for every caller: kept ready, compressed once, and not sent again to who has them.

Nothing else is compressed: the length of a compressed answer tells something about it, and an answer about a match
or a guest may hold a secret next to words that somebody else chose (the attack is called BREACH).
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

_SMALLEST: Final = 1024
"""Shorter texts fit into one packet anyway."""

_TEXTS: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """Bytes with everything that their answers need."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    cache_control: str
    etag: str

    @classmethod
    def of(cls, body: bytes, media_type: str, *, cache_control: str = "no-cache") -> CachedAnswer:
        """Make these bytes ready. Takes milliseconds where they are long. `no-cache`: ask again each time."""
        gzipped = None
        if len(body) >= _SMALLEST and media_type.startswith(_TEXTS):
            gzipped = gzip.compress(body, mtime=0)
        # Weak, because it names both forms of the answer.
        etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        return cls(body, gzipped, media_type, cache_control, etag)

    def answer(self, connection: HTTPConnection) -> Response:
        """The answer to a GET or HEAD: whole, compressed, or that nothing has changed."""
        asked = connection.headers
        headers = {"cache-control": self.cache_control, "etag": self.etag}
        if self.gzipped is not None:
            headers["vary"] = "accept-encoding"
        if _names(asked.get("if-none-match", ""), self.etag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        body = self.body
        if self.gzipped is not None and _takes_gzip(asked.get("accept-encoding", "")):
            body = self.gzipped
            headers["content-encoding"] = "gzip"
        headers["content-type"] = self.media_type
        headers["content-length"] = str(len(body))
        return Response(b"" if connection.scope["method"] == "HEAD" else body, headers=headers)


def _names(if_none_match: str, etag: str) -> bool:
    """Whether the caller has this already; weak and strong names count alike, as RFC 9110 has it."""
    known = {part.strip().removeprefix("W/") for part in if_none_match.split(",")}
    return "*" in known or etag.removeprefix("W/") in known


def _takes_gzip(accept_encoding: str) -> bool:
    """Whether a caller that says this takes gzip: named, or meant by `*`, and not with a weight of nothing."""
    weights: dict[str, bool] = {}
    for part in accept_encoding.lower().split(","):
        name, _, weight = part.partition(";")
        weights[name.strip()] = weight.strip().removeprefix("q=").strip("0. ") != "" if weight else True
    return weights.get("gzip", weights.get("*", False))
