"""Frames as they go over the wire are those that the library would write."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from tengen.server.ws.peer import on_the_wire


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_text_of_any_length_is_one_unmasked_frame(length: int) -> None:
    text = b"x" * length
    assert on_the_wire(text) == Frame(Opcode.TEXT, text).serialize(mask=False, extensions=())
