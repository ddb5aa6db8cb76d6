"""An engine that speaks the Go Text Protocol, version 2, with what GoGui, KGS, Leela Zero and KataGo added to it.

It plays any of our games: whatever a command says of komi or handicap is for the game that has them.
"""

from __future__ import annotations

import sys
import traceback
from typing import Final

from tengen import __version__
from tengen.clients.engine import gtp_analysis, gtp_files, gtp_gogui, gtp_play, gtp_rules, gtp_score, gtp_times
from tengen.clients.engine.gtp_table import Command, Resigned, Table
from tengen.clients.engine.gtp_words import SYNTAX_ERROR, Refused, Reply, exactly, read_request
from tengen.clients.engine.pipes import Answers, Gone
from tengen.core import GameError
from tengen.players import EngineFault

_NAME: Final = "Tengen"
_QUIT: Final = "quit"


class GtpSession:
    """A talk from the first line to the last. Whatever is said, it ends with `quit` or the end of the lines only."""

    def __init__(self, table: Table, answers: Answers) -> None:
        self._table = table
        self._answers = answers
        self._commands = {
            "protocol_version": _saying("2"),
            "name": _saying(table.thinker.other or _NAME),
            "version": _saying(__version__),
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            _QUIT: _saying(""),
            "clear_cache": _saying(""),
            "stop": _saying(""),
            **_commands(table),
        }

    def run(self) -> None:
        """Answer every command. Raises Gone when nobody listens."""
        while (line := self._table.lines.next()) is not None:
            request = read_request(line)
            if request is None:
                continue
            reply = Reply(self._answers, request.identity)
            try:
                reply.succeed(self._command(request.word)(self._table, request.words, reply))
            except Refused as refusal:
                reply.fail(str(refusal))
            except GameError as error:
                reply.fail(error.text())
            except Resigned:
                reply.resign()
            except EngineFault as fault:  # of another engine that thinks for us
                print(fault, file=sys.stderr)
                reply.fail(fault.text())
            except Gone:
                raise
            except Exception:  # a mistake of ours must not cost the game
                traceback.print_exc(file=sys.stderr)
                reply.fail("internal error")
            if request.word == _QUIT:
                break

    def _command(self, word: str) -> Command:
        if not word:
            raise Refused(SYNTAX_ERROR)
        if word not in self._commands:
            raise Refused("unknown command")
        return self._commands[word]

    def _known_command(self, table: Table, words: list[str], reply: Reply) -> str:
        del table, reply
        return "true" if exactly(words, 1)[0] in self._commands else "false"

    def _list_commands(self, table: Table, words: list[str], reply: Reply) -> str:
        del table, words, reply
        return "\n".join(self._commands)


def _saying(text: str) -> Command:
    """A command that always answers the same."""

    def say(table: Table, words: list[str], reply: Reply) -> str:
        del table, words, reply
        return text

    return say


def _commands(table: Table) -> dict[str, Command]:
    """What can be asked of this game."""
    options = table.ruleset.options()
    found = gtp_play.COMMANDS | gtp_times.COMMANDS | gtp_score.COMMANDS | gtp_gogui.COMMANDS
    if gtp_files.has_sgf(table):
        found |= gtp_files.COMMANDS
    if "handicap" in options:
        found |= gtp_play.HANDICAP_COMMANDS
    if table.counts_points:
        found |= gtp_play.COUNTING_COMMANDS | gtp_score.COUNTING_COMMANDS | gtp_gogui.COUNTING_COMMANDS
    if "ko" in options:
        found |= gtp_rules.COMMANDS
    if table.kind.can_be_won:
        found |= gtp_analysis.COMMANDS | gtp_gogui.WINNING_COMMANDS
    return found
