"""Structured logs: one line an entry, for people on a terminal, as JSON for programs. Never a token, never a body.

What has control characters in it is escaped: nobody writes lines of their own, or to the terminal.
"""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger


def set_up_logs(*, as_json: bool) -> None:
    """Send our own entries and those of the web server to the error stream, in one form."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _escaped,
        structlog.processors.format_exc_info,
    ]
    last: Processor = (
        structlog.processors.JSONRenderer()
        if as_json or not sys.stderr.isatty()
        else structlog.dev.ConsoleRenderer(colors=True)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=last, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True


def _escaped(_logger: WrappedLogger, _method: str, entry: EventDict) -> EventDict:
    """The entry with every text on one line; tracebacks are put in after this."""
    for name, value in entry.items():
        if isinstance(value, str) and not value.isprintable():
            entry[name] = "".join(
                char if char.isprintable() else char.encode("unicode_escape").decode() for char in value
            )
    return entry
