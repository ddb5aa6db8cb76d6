"""An engine that speaks the Go Text Protocol, version 2, with what GoGui, KGS, Leela Zero and KataGo added to it.

It plays any of our games: whatever a command says of komi or handicap is for the game that has them.
"""

from __future__ import annotations

import sys
import traceback
from typing import Final

from tengen import __version__
from tengen.clients.engine.gtp import analysis, files, gogui, play, rules, score, times
from tengen.clients.engine.gtp.context import Command, GtpContext, Resigned
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, exactly, read_request
from tengen.clients.engine.line_io import Gone, LineWriter
from tengen.core import GameError
from tengen.players import EngineFault

_NAME: Final = "Tengen"
_QUIT: Final = "quit"


class GtpSession:
    """A talk from the first line to the last. Whatever is said, it ends with `quit` or the end of the lines only."""

    def __init__(self, context: GtpContext, answers: LineWriter) -> None:
        self._context = context
        self._answers = answers
        self._commands = {
            "protocol_version": _saying("2"),
            "name": _saying(context.thinker.other or _NAME),
            "version": _saying(__version__),
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            _QUIT: _saying(""),
            "clear_cache": _saying(""),
            "stop": _saying(""),
            **_commands(context),
        }

    def run(self) -> None:
        """Answer every command. Raises Gone when nobody listens."""
        while (line := self._context.lines.next()) is not None:
            request = read_request(line)
            if request is None:
                continue
            reply = Reply(self._answers, request.identity)
            try:
                reply.succeed(self._command(request.word)(self._context, request.words, reply))
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

    def _known_command(self, context: GtpContext, words: list[str], reply: Reply) -> str:
        del context, reply
        return "true" if exactly(words, 1)[0] in self._commands else "false"

    def _list_commands(self, context: GtpContext, words: list[str], reply: Reply) -> str:
        del context, words, reply
        return "\n".join(self._commands)


def _saying(text: str) -> Command:
    """A command that always answers the same."""

    def say(context: GtpContext, words: list[str], reply: Reply) -> str:
        del context, words, reply
        return text

    return say


def _commands(context: GtpContext) -> dict[str, Command]:
    """What can be asked of this game."""
    found = play.COMMANDS | times.COMMANDS | score.COMMANDS | gogui.COMMANDS
    if files.has_sgf(context):
        found |= files.COMMANDS
    if context.ruleset.FEATURES.handicap:
        found |= play.HANDICAP_COMMANDS
    if context.counts_points:
        found |= play.COUNTING_COMMANDS | score.COUNTING_COMMANDS | gogui.COUNTING_COMMANDS
    if rules.has_axes(context.ruleset):
        found |= rules.COMMANDS
    if context.kind.can_be_won:
        found |= analysis.COMMANDS | gogui.WINNING_COMMANDS
    return found
