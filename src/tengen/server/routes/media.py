"""How files are answered: media types, names to save them under, and headers that keep script out of pictures."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Query
from starlette.responses import Response

from tengen.server.files import LARGEST_WIDTH

_RECORDS: Final = {".json": "application/json", ".sgf": "application/x-go-sgf"}
_PICTURES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
_BINARY: Final = "application/octet-stream"
_SANDBOX: Final = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}

RECORD_MEDIA: Final[dict[str, dict[str, str]]] = {media: {} for media in sorted({*_RECORDS.values(), _BINARY})}
"""What a record may come as, for the description of a call."""
PICTURE_MEDIA: Final[dict[str, dict[str, str]]] = {media: {} for media in _PICTURES.values()}

Width = Annotated[int, Query(ge=64, le=LARGEST_WIDTH, description="pixels; a moving picture of a long game is smaller")]


def record_answer(data: bytes, ext: str) -> Response:
    """A record as a file to keep."""
    ending = f".{ext.lower()}"
    headers = {"content-disposition": f'attachment; filename="tengen{ending}"'}
    return Response(data, media_type=_RECORDS.get(ending, _BINARY), headers=headers)


def picture_answer(data: bytes, ext: str) -> Response:
    """A picture to be shown."""
    return Response(data, media_type=_PICTURES[ext], headers=_SANDBOX)


def json_file(text: str, name: str) -> Response:
    """JSON as a file to keep."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


def json_answer(data: bytes) -> Response:
    """JSON that is written already."""
    return Response(data, media_type="application/json")
