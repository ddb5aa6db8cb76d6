"""Who is here: by open sockets, and for ten seconds after the last of them."""

from __future__ import annotations

from tengen.people import Account
from tengen.server.lobby import LobbyPresence, LocalLobbyBus, PeopleCounted, PersonCame, PersonWent
from tests.match.services import TestTime
from tests.server.lobby.scene import Ears

ANN = Account("ann", "Ann", 0, name_key="ann", password_hash="x")
GUESTS = [Account(f"guest {number}", "Guest", 0) for number in range(2)]


class Hall:
    """A presence with clocks of its own."""

    def __init__(self) -> None:
        self.time, self.ears, bus = TestTime(), Ears(), LocalLobbyBus()
        bus.listen(self.ears)
        self.presence = LobbyPresence(bus, self.time)

    def news(self) -> list[str | int]:
        """What was told since the last time: names that came, names that went with a minus, and how many are here."""
        found: list[str | int] = []
        for change in self.ears.changes:
            match change:
                case PersonCame(person=person):
                    found.append(person.name)
                case PersonWent(name=name):
                    found.append(f"-{name}")
                case PeopleCounted(count=count):
                    found.append(count)
        self.ears.changes.clear()
        return found


async def test_somebody_is_here_until_ten_seconds_after_the_last_socket() -> None:
    hall = Hall()
    hall.presence.enter(ANN)
    hall.presence.enter(ANN)
    assert hall.news() == ["Ann", 1]
    hall.presence.leave("ann")
    await hall.time.pass_ms(60_000)
    assert hall.presence.is_here("ann"), "one socket is left"
    hall.presence.leave("ann")
    await hall.time.pass_ms(9_999)
    assert hall.presence.is_here("ann")
    assert hall.news() == []
    await hall.time.pass_ms(1)
    assert not hall.presence.is_here("ann")
    assert hall.news() == ["-Ann", 0]


async def test_who_loads_the_page_anew_was_never_away() -> None:
    hall = Hall()
    hall.presence.enter(ANN)
    hall.presence.leave("ann")
    await hall.time.pass_ms(5_000)
    hall.presence.enter(ANN)
    await hall.time.pass_ms(60_000)
    assert hall.presence.is_here("ann")
    assert hall.news() == ["Ann", 1]


async def test_guests_of_one_name_are_one_in_the_list_and_count_each() -> None:
    hall = Hall()
    for guest in GUESTS:
        hall.presence.enter(guest)
    assert hall.news() == ["Guest", 1, "Guest", 2]
    hall.presence.leave(GUESTS[0].account_id)
    await hall.time.pass_ms(10_000)
    assert hall.news() == [1], "the other one is still called so"
    hall.presence.leave(GUESTS[1].account_id)
    await hall.time.pass_ms(10_000)
    assert hall.news() == ["-Guest", 0]


async def test_a_guest_who_registers_is_here_by_the_new_name_alone() -> None:
    hall = Hall()
    guest = GUESTS[0]
    hall.presence.enter(guest)
    hall.presence.leave(guest.account_id)
    hall.news()
    hall.presence.enter(Account(guest.account_id, "Bo", 0, name_key="bo", password_hash="x"))
    assert hall.news() == ["Bo", "-Guest"]
    assert hall.presence.is_here(guest.account_id)
