"""How lines reach listeners: in order, gathered, a few listeners at a time, by what each wants to hear now."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from tengen.core import Unavailable, create_rules
from tengen.match import Match, Seat, create
from tengen.people import Account, ChatLine, ChatRoom, LocalTalkHub
from tengen.server.talk.relay import GATHERED_S, Listener, TalkRelay

MATCH, _ = create("m1", create_rules("gomoku", 15), Seat("Ann", owner="ann"), Seat("Bo", owner="bo"), 0)


@dataclass
class Wishes:
    """Stands for the store: whom each does not hear, and who does not talk at all."""

    hidden: dict[str, frozenset[str]] = field(default_factory=dict)
    deaf: set[str] = field(default_factory=set)
    meanwhile: Callable[[], None] | None = None

    async def hidden_from(self, reader: Account | None) -> frozenset[str]:
        found = frozenset() if reader is None else self.hidden.get(reader.account_id, frozenset())
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            meanwhile()
        await asyncio.sleep(0)
        return found

    async def account(self, account_id: str) -> Account | None:
        return Account(account_id, account_id, 0, talks=account_id not in self.deaf)


class Scene:
    """A relay, and whoever listens to it."""

    def __init__(self) -> None:
        self.hub, self.wishes = LocalTalkHub(), Wishes()
        find: Callable[[str], Match | None] = {"m1": MATCH}.get
        self.relay = TalkRelay(self.hub, self.wishes.hidden_from, find, self.wishes.account)
        self.heard: dict[Listener, list[str]] = {}
        self._number = 0

    async def listen(self, *owners: str, is_watching: bool = True) -> Listener:
        texts: list[str] = []
        listener = Listener("m1", owners, is_watching, lambda frames: texts.extend(map(text_of, frames)))
        self.heard[listener] = texts
        await self.relay.listen(listener)
        return listener

    def say(self, author: str, text: str, room: ChatRoom = ChatRoom.WATCHERS) -> None:
        self._number += 1
        self.hub.publish(ChatLine("m1", self._number, room, author, author, False, 0, text))


def text_of(frame: bytes) -> str:
    text: str = json.loads(frame)["line"]["text"]
    return text


async def settle() -> None:
    """Wait until all that was said is told."""
    await asyncio.sleep(2 * GATHERED_S)


async def test_lines_come_in_order_and_those_of_a_moment_together() -> None:
    scene = Scene()
    told: list[int] = []
    listener = Listener("m1", (), True, lambda frames: told.append(len(frames)))
    await scene.relay.listen(listener)
    for number in range(5):
        scene.say("cy", str(number))
    await asyncio.sleep(0)
    for number in range(20):
        scene.say("cy", str(number))
    await settle()
    assert told == [5, 20]


async def test_many_listeners_are_told_in_several_turns_of_the_loop() -> None:
    scene = Scene()
    listeners = [await scene.listen() for _ in range(120)]
    scene.say("cy", "hello")
    told = []
    while not all(scene.heard.values()):
        await asyncio.sleep(0)
        told.append(sum(bool(texts) for texts in scene.heard.values()))
    steps = [after - before for before, after in zip([0, *told], told, strict=False)]
    assert max(steps) <= 50
    assert {tuple(scene.heard[listener]) for listener in listeners} == {("hello",)}
    await settle()


async def test_who_leaves_hears_nothing_more_and_nothing_is_kept_of_them() -> None:
    scene = Scene()
    ann, cy = await scene.listen("ann"), await scene.listen("cy")
    scene.relay.leave(cy)
    scene.relay.leave(cy)
    scene.say("di", "hello")
    await settle()
    assert scene.heard[cy] == []
    scene.relay.leave(ann)
    assert not scene.relay._audiences
    assert not scene.relay._wishes
    scene.say("di", "to nobody")
    await settle()
    assert scene.hub._listeners == {}


async def test_what_somebody_wants_to_hear_holds_for_all_of_their_sockets_at_once() -> None:
    scene = Scene()
    first, second = await scene.listen("cy"), await scene.listen("cy")
    scene.wishes.hidden["cy"] = frozenset({"di"})
    scene.relay.renew_soon(["cy", "di"])
    await scene.relay.until_renewed()
    scene.say("di", "psst")
    scene.say("ed", "hello")
    await settle()
    assert scene.heard[first] == scene.heard[second] == ["hello"]
    scene.wishes.deaf.add("cy")
    await scene.relay.renew("cy")
    scene.say("ed", "again")
    await settle()
    assert scene.heard[first] == ["hello"]


async def test_who_cannot_be_asked_hears_nobody_rather_than_whom_they_blocked() -> None:
    scene = Scene()
    cy = await scene.listen("cy")

    def fail() -> None:
        raise Unavailable

    scene.wishes.meanwhile = fail
    await scene.relay.renew("cy")
    scene.say("di", "psst")
    await settle()
    assert scene.heard[cy] == []
    await scene.relay.renew("cy")
    scene.say("di", "hello")
    await settle()
    assert scene.heard[cy] == ["hello"]


async def test_a_wish_that_changes_while_it_is_read_is_read_again() -> None:
    scene = Scene()

    def block() -> None:
        scene.wishes.hidden["cy"] = frozenset({"di"})
        scene.relay.renew_soon(["cy"])

    scene.wishes.meanwhile = block
    cy = await scene.listen("cy")
    await scene.relay.until_renewed()
    scene.say("di", "psst")
    await settle()
    assert scene.heard[cy] == []
