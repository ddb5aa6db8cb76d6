"""The newest games of self-play in files, for the next run to begin with. Knows them as bytes alone."""

from __future__ import annotations

import struct
import zlib
from collections import deque
from collections.abc import Iterator
from pathlib import Path

FILES = ("window-0.bin", "window-1.bin")
MOST_BYTES_A_FILE = 15_000_000
MOST_CHUNK = 256_000_000
MAGIC = b"TGW1"
LENGTH = struct.Struct("<I")


class RecordFile:
    """Chunks of whole games, packed as they come; the oldest are forgotten when there are more than the files hold."""

    def __init__(self, most_bytes: int = MOST_BYTES_A_FILE) -> None:
        self._most_bytes = most_bytes
        self._chunks: deque[bytes] = deque()
        self._bytes = 0

    def add(self, records: bytes) -> None:
        if not records:
            return
        packed = zlib.compress(records)
        self._chunks.append(packed)
        self._bytes += LENGTH.size + len(packed)
        while self._bytes > len(FILES) * self._most_bytes and len(self._chunks) > 1:
            self._bytes -= LENGTH.size + len(self._chunks.popleft())

    def write(self, folder: Path) -> None:
        """The older half goes to the first file, so that reading them in turn keeps the order."""
        contents: list[list[bytes]] = [[] for _ in FILES]
        sizes = [len(MAGIC) for _ in FILES]
        place = len(FILES) - 1
        for chunk in reversed(self._chunks):
            if sizes[place] + LENGTH.size + len(chunk) > self._most_bytes:
                place -= 1
                if place < 0:
                    break
            contents[place] += [chunk, LENGTH.pack(len(chunk))]
            sizes[place] += LENGTH.size + len(chunk)
        for name, parts in zip(FILES, contents, strict=True):
            being_written = folder / f"{name}.part"
            being_written.write_bytes(MAGIC + b"".join(reversed(parts)))
            being_written.rename(folder / name)

    @staticmethod
    def read(files: list[Path]) -> Iterator[bytes]:
        """Chunk by chunk. Raises SystemExit for a file that is none."""
        for path in files:
            content = path.read_bytes()
            if content[: len(MAGIC)] != MAGIC:
                raise SystemExit(f"{path} is no file of games")
            place = len(MAGIC)
            while place < len(content):
                chunk = content[place + LENGTH.size : place + LENGTH.size + _length(content, place)]
                place += LENGTH.size + len(chunk)
                yield _unpacked(chunk, path)


def _length(content: bytes, place: int) -> int:
    if len(content) - place < LENGTH.size:
        return 0
    length: int = LENGTH.unpack_from(content, place)[0]
    return length


def _unpacked(chunk: bytes, path: Path) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        records = unpacking.decompress(chunk, MOST_CHUNK)
    except zlib.error as error:
        raise SystemExit(f"{path} is damaged: {error}") from error
    if not unpacking.eof:
        raise SystemExit(f"{path} is damaged: a chunk does not end")
    return records
