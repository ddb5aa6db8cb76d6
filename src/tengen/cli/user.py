"""Commands that keep accounts on this host, with a running server or without."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.common import Failure, language

if TYPE_CHECKING:
    from tengen.people import Role
    from tengen.server import UserCommand

user = typer.Typer(
    help="Keep accounts: on this host, in a running server's data folder or without one.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_LONGEST_LINE = 4096

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


class RoleName(StrEnum):
    """The roles as they are typed."""

    ADMIN = "admin"
    MODERATOR = "moderator"
    NONE = "none"


class Mode(StrEnum):
    """Who may register."""

    OPEN = "open"
    INVITE = "invite"
    CLOSED = "closed"


@user.command("add")
def add(
    name: Name,
    *,
    role: Annotated[RoleName, typer.Option(help="What the account may do besides playing.")] = RoleName.NONE,
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from the standard input, one line.")
    ] = False,
    generate: Annotated[bool, typer.Option("--generate", help="Make up a password and print it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Register somebody. The password is asked for without being shown. This is the way to the first administrator."""
    if password_stdin and generate:
        raise typer.BadParameter("--password-stdin and --generate exclude each other.")
    with _command(as_json=as_json) as command:
        command.add(name, None if generate else _read_password(from_stdin=password_stdin), _role(role))


@user.command("list")
def list_(
    search: Annotated[str, typer.Option(metavar="TEXT", help="Only names that contain this.")] = "",
    as_json: AsJson = False,
) -> None:
    """List everybody who has registered, by name."""
    with _command(as_json=as_json) as command:
        command.list_all(search)


@user.command("import")
def import_(
    file: Annotated[
        str, typer.Argument(metavar="CSV", help="A table name,password,role in UTF-8; - is the standard input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Register everybody in a table, or nobody. Passwords that are left out are made up and printed."""
    with _command(as_json=as_json) as command:
        command.import_table(file)


@user.command("role")
def role(
    name: Name,
    role: Annotated[RoleName, typer.Argument(metavar="ROLE", help="admin, moderator or none.")],
    as_json: AsJson = False,
) -> None:
    """Give somebody a role, or take it away. All sessions of the account end."""
    with _command(as_json=as_json) as command:
        command.set_role(name, _role(role))


@user.command("reset")
def reset(
    name: Name,
    end_second_factor: Annotated[
        bool, typer.Option("--end-second-factor", help="The link takes the second factor away, too.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print a link with which somebody can set a new password, once, within 30 minutes."""
    with _command(as_json=as_json) as command:
        command.reset(name, ends_second_factor=end_second_factor)


@user.command("ban")
def ban(
    name: Name,
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="What they are told.")],
    days: Annotated[float | None, typer.Option(metavar="N", min=0.01, max=36_500, help="For so many days.")] = None,
    until: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d", "%Y-%m-%d %H:%M"], help="Until this day or minute, in UTC."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Keep somebody out, for good or until a day. Their sessions end at once."""
    if days is not None and until is not None:
        raise typer.BadParameter("--days and --until exclude each other.")
    end = datetime.now(UTC) + timedelta(days=days) if days is not None else until and until.replace(tzinfo=UTC)
    with _command(as_json=as_json) as command:
        command.ban(name, reason, None if end is None else round(end.timestamp() * 1000))


@user.command("unban")
def unban(name: Name, as_json: AsJson = False) -> None:
    """Let somebody in again."""
    with _command(as_json=as_json) as command:
        command.unban(name)


@user.command("end-sessions")
def end_sessions(name: Name, as_json: AsJson = False) -> None:
    """Log somebody out everywhere."""
    with _command(as_json=as_json) as command:
        command.end_sessions(name)


@user.command("export")
def export(
    name: Name,
    out: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to this new file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print everything that is known of somebody, as JSON."""
    with _command(as_json=as_json) as command:
        command.export(name, out)


@user.command("delete")
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete somebody. The games stay, as those of a deleted player; the name is free again."""
    with _command(as_json=as_json) as command:
        command.delete(name, is_sure=yes)


@user.command("invite")
def invite(
    uses: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="How many people may use it.")] = 1,
    days: Annotated[int, typer.Option(metavar="N", min=1, max=365, help="How long it lasts.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Print a code with which people can register where that takes an invitation."""
    with _command(as_json=as_json) as command:
        command.invite(uses, days)


@user.command("registration")
def registration(
    mode: Annotated[Mode | None, typer.Argument(metavar="[MODE]", help="open, invite or closed.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say who may register, or set it."""
    from tengen.people import Registration

    with _command(as_json=as_json) as command:
        command.registration(None if mode is None else Registration(mode.value))


@user.command("audit")
def audit(
    after: Annotated[int | None, typer.Option(metavar="N", min=1, help="Go on below the entry of this number.")] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="So many entries.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Show the audit log, the latest entries first."""
    with _command(as_json=as_json) as command:
        command.audit(after, limit)


@user.command("verify-audit")
def verify_audit(
    known: Annotated[
        str | None,
        typer.Option(metavar="N:HASH", help="An entry's number and hash that an earlier check told; must still be so."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that nobody has altered the audit log; exits with 1 where somebody has."""
    told: tuple[int, str] | None = None
    if known is not None:
        number, _, hash_ = known.partition(":")
        if not number.isdecimal() or len(number) > 15 or len(hash_) != 64:
            raise typer.BadParameter("It is a number, a colon and a hash of 64 letters.", param_hint="'--known'")
        told = int(number), hash_.lower()
    with _command(as_json=as_json) as command:
        command.verify_audit(told)


@user.command("annul", context_settings={"ignore_unknown_options": True})
def annul(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id under which the game is watched.")],
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it goes into the audit log.")],
    as_json: AsJson = False,
) -> None:
    """Take the result of a game back: it counts for nothing, and ratings are what the other games make of them."""
    with _command(as_json=as_json) as command:
        command.annul(game, reason)


@user.command("recompute-ratings")
def recompute_ratings(
    repair: Annotated[bool, typer.Option("--repair", help="Correct ratings that differ, by added rows.")] = False,
    as_json: AsJson = False,
) -> None:
    """Work all ratings out again from the logs of rated games; exits with 1 where stored ones differ."""
    with _command(as_json=as_json) as command:
        command.recompute_ratings(repairs=repair)


@contextmanager
def _command(*, as_json: bool) -> Iterator[UserCommand]:
    """The command; what it fails with is a line for the error stream."""
    from tengen.server import UserCommand, UserFailure

    try:
        yield UserCommand(language(), as_json=as_json)
    except UserFailure as error:
        first, *lines = str(error).split("\n")
        for line in lines:
            typer.echo(line, err=True)
        raise Failure(first) from error


def _role(name: RoleName) -> Role | None:
    from tengen.people import Role

    return None if name is RoleName.NONE else Role(name.value)


def _read_password(*, from_stdin: bool) -> str:
    """A password from the standard input or, unseen, from the terminal. Never an argument: others see those."""
    from tengen.core import text
    from tengen.core.printing import is_terminal

    if from_stdin:
        given = sys.stdin.readline(_LONGEST_LINE).rstrip("\r\n")
        if not given:
            raise Failure(text(language(), "user.password.none"))
        return given
    if not is_terminal(sys.stdin):
        raise Failure(text(language(), "user.password.where"))
    given = getpass.getpass(text(language(), "user.password.new"))
    if getpass.getpass(text(language(), "user.password.again")) != given:
        raise Failure(text(language(), "user.password.differs"))
    return given
