"""Structured logs: one line an entry, for people on a terminal, as JSON for programs. Never a token, never a body.

What has control characters in it is escaped, wherever it stands: nobody writes lines of their own, or to the terminal.
A traceback has several lines on a terminal; each begins with a bar, so that none passes for an entry.
"""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_BAR: Final = "  | "
_PLAIN: Final = (bool, int, float, type(None))
_OWN: Final = ("_record", "_from_structlog", "exc_info", "exception")
"""What structlog itself puts into an entry; tracebacks are escaped when they have become text."""
_OF_STRANGERS: Final = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""What the web server warns of though it is no news: anybody could fill the disk with it."""


def set_up_logs(*, as_json: bool) -> None:
    """Send our own entries, those of libraries, and warnings to the error stream, in one form."""
    is_json = as_json or not sys.stderr.isatty()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _escaped,
    ]
    if not is_json:
        shared.append(_with_bars)
    last: Processor = structlog.processors.JSONRenderer() if is_json else structlog.dev.ConsoleRenderer(colors=True)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=last, foreign_pre_chain=shared))
    handler.addFilter(_is_news)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    logging.captureWarnings(capture=True)
    threading.excepthook = _log_thread
    sys.unraisablehook = _log_unraisable


def one_line(text: str) -> str:
    """The text with every character escaped that a terminal would not show as itself."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _escaped(_logger: WrappedLogger, _method: str, entry: EventDict) -> EventDict:
    """The entry with every value on one line, but for a traceback, of which every line is one."""
    for name, value in entry.items():
        if isinstance(value, str) and name != "exception":
            entry[name] = one_line(value)
        elif not isinstance(value, _PLAIN) and name not in _OWN:
            entry[name] = one_line(repr(value))
    traceback = entry.get("exception")
    if isinstance(traceback, str):
        entry["exception"] = "\n".join(map(one_line, traceback.split("\n")))
    return entry


def _with_bars(_logger: WrappedLogger, _method: str, entry: EventDict) -> EventDict:
    traceback = entry.get("exception")
    if isinstance(traceback, str):
        entry["exception"] = "\n".join(_BAR + line for line in traceback.split("\n"))
    return entry


def _is_news(record: logging.LogRecord) -> bool:
    return record.name != "uvicorn.error" or record.msg not in _OF_STRANGERS


def _log_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        _log_failure("a thread failed", failed.exc_type, failed.exc_value, failed.exc_traceback)


def _log_unraisable(failed: Any) -> None:
    """Something failed where nobody could be told, as in a finaliser."""
    if failed.exc_value is not None:
        _log_failure("a clean-up failed", failed.exc_type, failed.exc_value, failed.exc_traceback)


def _log_failure(words: str, kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    logging.getLogger("tengen.server").error(words, exc_info=(kind, error, traceback))
