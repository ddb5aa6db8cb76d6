"""Frames that nobody should send: messages of the schema with something wrong in them, and breaches of the protocol."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from typing import Final, NamedTuple

from tengen.match import RequestKind
from tengen.protocol import LARGEST_FRAME, MESSAGE_TYPES, Incoming
from tests.server.raw import BINARY, CLOSE, CONT, PING, PONG, TEXT, frame

_LARGEST: Final = "9" * 400
_FIELDS: Final = Incoming.__struct_fields__
_TYPES: Final = (*sorted(MESSAGE_TYPES), "auth", *["restart"] * 8, *["unpause"] * 4)
"""A game that is over or stands still tells little: most are set going again soon."""
_NAMES: Final = (
    "constructor __proto__ prototype toString valueOf hasOwnProperty __class__ __init__ __dict__ self None ID Type"
    r" id\u0000 \u202eid \ud83d\ude00 ' '; re ok error n"
)
_VALUES: Final = (
    "null true false 0 -0 -1 1.5 0.1e-400 1e400 -1e400 NaN Infinity -Infinity 01 +1 1. .5 0x10 2147483648 2147483649"
    " 9007199254740993 9223372036854775808 -9223372036854775809 [] {} [[]] [null] [[0,0]] [[0]] [[0,0,0]] [[1e9,0]]"
    r' {"x":0} "" "0" "BLACK" "WHITE" "black" "NaN" "\ud800" "\udfff\ud800" "\u0000" "\u202e" "\x" undefined'
)
_ODD_NAMES: Final = (*_NAMES.split(" "), "", "x" * 300)
_ODD_VALUES: Final = (
    *_VALUES.split(" "),
    _LARGEST,
    "-" + _LARGEST,
    f"0.{_LARGEST}",
    f'"{"x" * 65}"',
    f'"{"é" * 300}"',
    '"\U0001f600"',
    '"\t"',
    f"[{'[0,0],' * 700}[0,0]]",
    "[" * 600 + "]" * 600,
    '{"a":' * 500 + "0" + "}" * 500,
    "[" * 6000,
)
_SPACES: Final = (" ", "\n", "\t", "\ufeff", "\0", ",", "{}", "\u2028")


class Sent(NamedTuple):
    """A message on its way. Its answer names `name`; None where nobody can say which name the server can read."""

    data: bytes
    name: str | None


class HostileFrames:
    """Messages for one match, most of them wrong. Every one of them can be read as a frame, so it is answered."""

    def __init__(self, chance: random.Random, prefix: str, size: int) -> None:
        self._chance, self._prefix, self._size = chance, prefix, size
        self._count = 0
        self._earlier: deque[tuple[str, str]] = deque(maxlen=50)
        once = (self._missing, self._extra, self._spoilt, self._short, self._doubled, self._alien, self._padded)
        self._wrongs = (*once, *[self._odd_value] * 2, *[self._odd_name] * 2)

    def next(self) -> Sent:
        """One more."""
        chance = self._chance
        draw = chance.random()
        if draw < 0.004 and self._earlier:
            name, text = chance.choice(self._earlier)
            if draw < 0.002:  # the same id with something else
                text = self._text({**self._message(), "id": f'"{name}"'})
        elif draw < 0.35:
            message = self._message()
            name, text = message["id"].strip('"'), self._text(message)
            self._earlier.append((name, text))
        elif draw < 0.36:
            return Sent(frame(BINARY, self._short().encode() + chance.randbytes(5)), None)
        else:
            return Sent(self._dressed(chance.choice(self._wrongs)()), None)
        return Sent(self._dressed(text), name)

    def _message(self) -> dict[str, str]:
        """A message that could be meant, as JSON by field."""
        chance = self._chance
        self._count += 1
        type_ = "place" if chance.random() < 0.6 else chance.choice(_TYPES)
        message = {"id": f'"{self._prefix}{self._count}"', "type": f'"{type_}"'}
        if type_ == "place":
            message |= {"x": str(self._coordinate()), "y": str(self._coordinate())}
        elif type_.endswith("dead"):
            points = [f"[{self._coordinate()},{self._coordinate()}]" for _ in range(chance.randrange(4))]
            message["points"] = f"[{','.join(points)}]"
        elif type_ in ("choose", "decline"):
            message["choice"] = f'"{chance.choice(("BLACK", "swap", *RequestKind))}"'
        elif type_ == "auth":
            message["token"] = '"nobody"'
        if chance.random() < 0.2:
            message["player"] = chance.choice(('"BLACK"', '"WHITE"'))
        if chance.random() < 0.1:
            message["revision"] = str(chance.randrange(-1, 300))
        return message

    def _coordinate(self) -> int:
        return self._chance.randrange(-1, self._size + 1)

    @staticmethod
    def _text(message: dict[str, str]) -> str:
        return "{" + ",".join([f'"{name}":{value}' for name, value in message.items()]) + "}"

    # --- what can be wrong

    def _odd_value(self) -> str:
        message = self._message()
        name = self._chance.choice(_FIELDS)
        return self._text({**message, name: self._chance.choice(_ODD_VALUES)})

    def _missing(self) -> str:
        message = self._message()
        del message[self._chance.choice(list(message))]
        return self._text(message)

    def _extra(self) -> str:
        chance = self._chance
        odd = {chance.choice(_ODD_NAMES): chance.choice(_ODD_VALUES) for _ in range(chance.randrange(1, 4))}
        return self._text({**self._message(), **odd})

    def _odd_name(self) -> str:
        name = self._chance.choice(("id", "type", "choice", "player", "token"))
        return self._text({**self._message(), name: f'"{self._chance.choice(_ODD_NAMES)}"'})

    def _doubled(self) -> str:
        """A field that comes twice."""
        text = self._text(self._message())
        name = self._chance.choice(_FIELDS)
        return f'{text[:-1]},"{name}":{self._chance.choice(_ODD_VALUES)}}}'

    def _spoilt(self) -> str:
        """Other letters at random places."""
        letters = list(self._text(self._message()))
        for _ in range(self._chance.randrange(1, 4)):
            letters[self._chance.randrange(len(letters))] = chr(self._chance.randrange(0x250))
        return "".join(letters)

    def _short(self) -> str:
        text = self._text(self._message())
        return text[: self._chance.randrange(len(text))]

    def _alien(self) -> str:
        """JSON that is no message, or none at all."""
        return self._chance.choice((*_ODD_VALUES, f"[{self._text(self._message())}]"))

    def _padded(self) -> str:
        """Something before or after it, up to the largest frame."""
        text, space = self._text(self._message()), self._chance.choice(_SPACES)
        most = (LARGEST_FRAME - len(text)) // len(space.encode())
        padding = space * self._chance.choice((1, 2, most))
        return self._chance.choice((text + padding, padding + text))

    # --- how it is sent

    def _dressed(self, text: str) -> bytes:
        payload = text.encode()[:LARGEST_FRAME]
        draw = self._chance.random()
        if draw > 0.1:
            return frame(TEXT, payload.decode(errors="ignore").encode())
        if draw > 0.09:
            return frame(TEXT, payload.decode(errors="ignore").encode(), mask=self._chance.randbytes(4))
        if draw > 0.05:
            return frame(BINARY, payload)
        return self._in_pieces(payload.decode(errors="ignore").encode())

    def _in_pieces(self, payload: bytes) -> bytes:
        """In fragments, empty ones too, with pings and pongs between them."""
        chance = self._chance
        cuts = sorted(chance.choices(range(len(payload) + 1), k=chance.randrange(1, 6)))
        pieces = [payload[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(payload)], strict=True)]
        data = b""
        for place, piece in enumerate(pieces):
            data += frame(CONT if place else TEXT, piece, fin=place == len(pieces) - 1)
            if chance.random() < 0.03:  # a server may take many for a flood
                data += frame(chance.choice((PING, PONG)), chance.randbytes(3))
        return data


@dataclass(frozen=True, slots=True)
class Breach:
    """Bytes that break the protocol, and the code with which the socket is closed for it."""

    rule: str
    data: bytes
    code: int


_SURROGATE: Final = b'{"id":"\xed\xa0\x80"}'
_HUGE: Final = LARGEST_FRAME + 1

BREACHES: Final = (
    *(Breach(f"reserved bits {bits:03b}", frame(TEXT, b"{}", reserved=bits), 1002) for bits in (1, 2, 4, 7)),
    *(Breach(f"opcode {opcode}", frame(opcode, b"{}"), 1002) for opcode in (3, 7, 11, 15)),
    Breach("no mask", frame(TEXT, b"{}", mask=None), 1002),
    Breach("a ping in pieces", frame(PING, b"", fin=False), 1002),
    Breach("a long ping", frame(PING, b"x" * 126), 1002),
    Breach("a piece of nothing", frame(CONT, b"{}"), 1002),
    Breach("a message inside another", frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
    Breach("half a close code", frame(CLOSE, b"\x03"), 1002),
    Breach("a close code that is none", frame(CLOSE, (1005).to_bytes(2, "big")), 1002),
    Breach("a close code of nobody", frame(CLOSE, (999).to_bytes(2, "big")), 1002),
    Breach("a reason that is no text", frame(CLOSE, b"\x03\xe8\xff"), 1007),
    Breach("no UTF-8", frame(TEXT, b"\xff"), 1007),
    Breach("half a letter", frame(TEXT, b"\xe4\xb8"), 1007),
    Breach("half a letter in pieces", frame(TEXT, b"\xe4", fin=False) + frame(CONT, b"\xb8"), 1007),
    Breach("a surrogate", frame(TEXT, _SURROGATE), 1007),
    Breach("one byte too many", frame(TEXT, b" " * _HUGE), 1009),
    Breach("one byte too many, not text", frame(BINARY, b" " * _HUGE), 1009),
    Breach("too many bytes in pieces", frame(TEXT, b" " * 5000, fin=False) + frame(CONT, b" " * 5000), 1009),
    Breach("a size without an end", bytes((0x81, 0xFF)) + (2**40).to_bytes(8, "big") + bytes(4), 1009),
    Breach("the largest size", bytes((0x81, 0xFF)) + (2**63 - 1).to_bytes(8, "big") + bytes(4), 1009),
)
