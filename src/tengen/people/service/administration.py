"""Administration: keeping the accounts of others. For administrators with a second factor, and for the host itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tengen.people.accounts import Account, Registration, Role
from tengen.people.service.accounts import Exporter, OnSessionsEnded
from tengen.people.service.entered import MadeAccount, ResetLink
from tengen.people.service.hashing import PasswordHasher
from tengen.people.store import AccountPage, PeopleStore
from tengen.people.tokens import Invite


class Administration:
    """What administrators do. `actor` is who does it, as `Accounts.who` gave it; None is the host, who may do all.

    Every call raises NOT_ALLOWED for an actor who is no administrator, SECOND_FACTOR_NEEDED for one without a second
    factor, and NO_SUCH_USER for a name that no registered account has. Every call is in the audit log.
    """

    def __init__(
        self,
        store: PeopleStore,
        hasher: PasswordHasher,
        now: Callable[[], int],
        *,
        exporters: Iterable[Exporter] = (),
        on_sessions_ended: OnSessionsEnded | None = None,
    ) -> None:
        raise NotImplementedError

    async def add(
        self, actor: Account | None, name: str, password: str | None, role: Role | None = None
    ) -> MadeAccount:
        """Make an account; without a password one is made up. Raises NAME_TAKEN, BAD_NAME, BAD_PASSWORD and BUSY."""
        raise NotImplementedError

    async def import_csv(
        self, actor: Account | None, data: bytes, on_progress: Callable[[int, int], None] | None = None
    ) -> Sequence[MadeAccount]:
        """Make the accounts of a table `name,password,role`, all or none; passwords that are left out are made up.

        Raises BadImport, which names every line that cannot be.
        """
        raise NotImplementedError

    async def find(self, actor: Account | None, name: str) -> Account:
        """The account of this name."""
        raise NotImplementedError

    async def accounts(
        self, actor: Account | None, search: str = "", after: str | None = None, limit: int = 50
    ) -> AccountPage:
        """Accounts whose names contain `search`, in the order of names, a page at a time."""
        raise NotImplementedError

    async def set_role(self, actor: Account | None, name: str, role: Role | None) -> Account:
        """Give an account a role, or none. Its sessions end. Raises LAST_ADMIN."""
        raise NotImplementedError

    async def make_reset_link(self, actor: Account | None, name: str, *, ends_second_factor: bool = False) -> ResetLink:
        """A link with which somebody may set a new password, once, within 30 minutes. Earlier ones end.

        Only the host may make one that takes an administrator's second factor away: else NOT_ALLOWED.
        """
        raise NotImplementedError

    async def ban(self, actor: Account | None, name: str, until: int | None, reason: str) -> Account:
        """Keep somebody out until then, or for good. Their sessions end. Raises LAST_ADMIN and BAD_FIELD."""
        raise NotImplementedError

    async def unban(self, actor: Account | None, name: str) -> Account:
        """Let somebody in again."""
        raise NotImplementedError

    async def end_sessions(self, actor: Account | None, name: str) -> None:
        """Log somebody out everywhere."""
        raise NotImplementedError

    async def export(self, actor: Account | None, name: str) -> dict[str, object]:
        """Everything that is known of an account, as plain values for JSON. No secrets."""
        raise NotImplementedError

    async def delete(self, actor: Account | None, name: str) -> None:
        """Delete an account: name, password and all that is personal. Its games stay, as a deleted player's.

        The name is free again. Raises LAST_ADMIN.
        """
        raise NotImplementedError

    async def registration(self, actor: Account | None) -> Registration:
        """Who may register."""
        raise NotImplementedError

    async def set_registration(self, actor: Account | None, mode: Registration) -> None:
        """Say who may register from now on."""
        raise NotImplementedError

    async def make_invite(self, actor: Account | None, uses: int, days: int) -> tuple[Invite, str]:
        """A code with which so many people may register, and its text, which is shown this once.

        Raises BAD_FIELD and TOO_MANY.
        """
        raise NotImplementedError
