"""The accounts and saves of this user's data folder, and who of them is at this screen. Prints and asks nothing."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from tengen.clients.play import monotonic_ms
from tengen.clients.sitting.folder import LocalFolder, PeopleTrouble, one_line
from tengen.core import BLACK, WHITE, Color, Record

if TYPE_CHECKING:  # most consoles have nobody who logs in, and begin quicker without all this
    from tengen.people import Account, EndedGame, PeopleError, Save, SavedGame, SaveSigner
    from tengen.people.service import (
        Accounts,
        HashParameters,
        LoginLimits,
        OpenedSave,
        PasswordHasher,
        ResultsService,
        Saves,
    )
    from tengen.storage import Database

_HERE: Final = "console"
"""What stands for the address and the device of whoever is at this machine itself."""


@dataclass(frozen=True, slots=True)
class Owners:
    """The accounts at the two seats of a board; `first` began with Black."""

    first: Account | None = None
    second: Account | None = None

    @property
    def are_any(self) -> bool:
        """Whether a seat belongs to anybody."""
        return self.first is not None or self.second is not None

    def of(self, color: Color, *, swapped: bool) -> Account | None:
        """Who has this colour."""
        return self.first if (color is BLACK) != swapped else self.second


class FolderAccounts:
    """Who is logged in at this screen: nobody, one person, or two in the order in which they came.

    Every refusal is a `PeopleError`; a folder that cannot be used raises PeopleTrouble. Whatever is refused changes
    nothing.
    """

    def __init__(self, folder: LocalFolder | None = None, hashing: HashParameters | None = None) -> None:
        """The folder is that of the environment unless given; one that is not taken is opened for each command."""
        self._folder = folder or LocalFolder()
        self._hashing = hashing
        self._token: str | None = None
        self._owners: dict[str, Owners] = {}
        self.present: tuple[Account, ...] = ()

    # --- boards

    def take_seats(self, game_id: str, owners: Owners) -> None:
        """Remember whose seats those of a board are."""
        self._owners[game_id] = owners

    def take_new_board(self, game_id: str, colors: Sequence[Color]) -> None:
        """Those who are here have the seats of these colours on a new board, in their order."""
        seats = dict(zip(colors, self.present, strict=False))
        self._owners[game_id] = Owners(seats.get(BLACK), seats.get(WHITE))

    def owners_of(self, game_id: str) -> Owners:
        """Whose seats those of a board are."""
        return self._owners.get(game_id, Owners())

    # --- coming and going

    async def log_in(self, name: str, password: str, code: str | None = None) -> None:
        """Come in, as the first person here or as the second. Raises what `Accounts.log_in` raises."""
        async with self._opened() as opened:
            await self._enter(opened.accounts, name, password, code)

    async def register(self, name: str, password: str, invite: str | None = None) -> None:
        """Make an account and come in. Raises what `Accounts.register` raises."""
        async with self._opened() as opened:
            register = opened.accounts.register
            made = await register(name, password, guest=None, address=_HERE, device=_HERE, invite=invite)
            if self._token is None:
                self._token, self.present = made.token, (made.account,)
                return
            await opened.accounts.log_out(made.token)
            await self._enter(opened.accounts, name, password, None)

    async def _enter(self, accounts: Accounts, name: str, password: str, code: str | None) -> None:
        if self._token is not None and await accounts.who(self._token) is None:
            self._token, self.present = None, ()  # ended from elsewhere
        if self._token is None:
            entered = await accounts.log_in(name, password, code=code, address=_HERE, device=_HERE, known_device=None)
        else:
            entered = await accounts.log_in_beside(
                self._token, name, password, code=code, address=_HERE, known_device=None
            )
        self._token = entered.token
        self.present = _pair(entered.account, entered.beside)

    async def log_out(self, account: Account | None = None) -> None:
        """Leave: this one, or all. Boards stay whose they are."""
        if self._token is None:
            raise _not_logged_in()
        async with self._opened() as opened:
            left = await opened.accounts.log_out(self._token, None if account is None else account.name)
        self._token = None if left is None else left.token
        self.present = () if left is None else _pair(left.account, left.beside)

    async def close(self) -> None:
        """End the session of whoever is still here, unless a server has the folder meanwhile."""
        if self._token is not None:
            with suppress(PeopleTrouble):  # then it ends by itself, later
                await self.log_out()
        if "_hasher" in self.__dict__:
            self._hasher.close()

    # --- saves

    async def saves(self) -> Sequence[Save]:
        """All saves of those who are here."""
        async with self._confirmed() as opened:
            return await opened.saves.list(self._ids)

    async def find_save(self, name: str) -> Save | None:
        """The save of this name."""
        async with self._confirmed() as opened:
            return await opened.saves.find(name, self._ids)

    async def save(self, name: str, game: SavedGame, *, overwrite: bool) -> Save:
        """Keep a game for the first person here."""
        async with self._confirmed() as opened:
            return await opened.saves.create(self._ids[0], name, game, overwrite=overwrite)

    async def open(self, save_id: str) -> OpenedSave:
        """A save that is to be played on."""
        async with self._confirmed() as opened:
            return await opened.saves.open(save_id, self._ids)

    async def rename(self, save_id: str, name: str) -> Save:
        """Call a save something else."""
        async with self._confirmed() as opened:
            return await opened.saves.rename(save_id, name, self._ids)

    async def delete(self, save_id: str) -> None:
        """Forget a save."""
        async with self._confirmed() as opened:
            await opened.saves.delete(save_id, self._ids)

    # --- results

    async def count(self, game: EndedGame) -> bool:
        """Keep the result of a game that has ended here; whether it counts for anybody. Raises PeopleTrouble."""
        async with self._opened() as opened:
            return await opened.results.count(game)

    @asynccontextmanager
    async def _confirmed(self) -> AsyncIterator[_Opened]:
        """The folder, with those who are still logged in: a session may have ended from elsewhere."""
        if self._token is None:
            raise _not_logged_in()
        async with self._opened() as opened:
            presence = await opened.accounts.who(self._token)
            if presence is None:
                self._token, self.present = None, ()
                raise _not_logged_in()
            self.present = _pair(presence.account, presence.beside)
            yield opened

    @property
    def _ids(self) -> list[str]:
        return [account.account_id for account in self.present]

    def account(self, account_id: str | None) -> Account | None:
        """Whoever of those here has this id."""
        return next((account for account in self.present if account.account_id == account_id), None)

    # --- files

    def signer(self) -> SaveSigner:
        """Who signs files for this folder. Raises PeopleTrouble."""
        from tengen.people import SaveSigner

        try:
            return SaveSigner(self._folder.data.secret())
        except (OSError, ValueError) as error:
            raise PeopleTrouble("failed", reason=one_line(error)) from error

    def owners_in(self, record: Record, *, swapped: bool) -> Owners:
        """Whose seats those of a file are. Raises BAD_SIGNATURE and WRONG_PLAYERS."""
        from tengen.people import PeopleCode, PeopleError, SaveSigner

        if record.seal is None:
            return Owners()
        secret = self._folder.data.find_secret()
        if secret is None:
            raise PeopleError(PeopleCode.BAD_SIGNATURE)
        pair = (record.black.account, record.white.account)
        found = SaveSigner(secret).find_owners(record.seal, pair[::-1] if swapped else pair, self._ids)
        return Owners(*map(self.account, found))

    # --- the folder

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from tengen.people.service import PasswordHasher

        return PasswordHasher(self._hashing)

    @cached_property
    def _limits(self) -> LoginLimits:
        from tengen.people.service import LoginLimits

        return LoginLimits(monotonic_ms)

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[_Opened]:
        """What is in the folder, which is ours alone meanwhile."""
        from tengen.people.service import Accounts, Saves
        from tengen.storage import SqlPeopleStore, SqlSaveStore

        async with self._folder.opened() as database:
            store = SqlPeopleStore(database)
            saves = Saves(SqlSaveStore(database), store, _wall_ms)
            accounts = Accounts(store, self._hasher, self._limits, _wall_ms, exporters=[saves.export], tells_which=True)
            yield _Opened(accounts, saves, database)


@dataclass(frozen=True, slots=True)
class _Opened:
    accounts: Accounts
    saves: Saves
    database: Database

    @property
    def results(self) -> ResultsService:
        from tengen.people import LevelRatings
        from tengen.people.service import ResultsService
        from tengen.storage import SqlPeopleStore, SqlResultStore

        store, people = SqlResultStore(self.database), SqlPeopleStore(self.database)
        return ResultsService(store, people, LevelRatings.of_package(), _wall_ms)


def _pair(account: Account, beside: Account | None) -> tuple[Account, ...]:
    return (account,) if beside is None else (account, beside)


def _not_logged_in() -> PeopleError:
    from tengen.people import PeopleCode, PeopleError

    return PeopleError(PeopleCode.NOT_LOGGED_IN)


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000
