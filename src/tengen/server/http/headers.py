"""What every answer gets: security headers, a count, and, where a call has failed, words that tell nothing."""

from __future__ import annotations

import time
from typing import Final

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tengen.server.http.errors import broken, new_reference
from tengen.server.metrics import Metrics

_log: Final = structlog.get_logger("tengen.server")

_COMMON_METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class AnswerHeaders:
    """Outermost: counts answers, adds the security headers, and keeps a fault inside its own call."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()
        status = 0

        async def send_dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._dress(MutableHeaders(scope=message), scope)
            await send(message)

        try:
            await self._app(scope, receive, send_dressed)
        except Exception:
            reference = new_reference()
            _log.exception("call failed", reference=reference, method=scope["method"])
            if status:
                raise
            await broken(reference)(scope, receive, send_dressed)
        route = getattr(scope.get("route"), "path", "-")
        self._metrics.requests.labels(_method(scope), route, status).inc()
        self._metrics.seconds.labels(route).observe(time.perf_counter() - begin)

    def _dress(self, headers: MutableHeaders, scope: Scope) -> None:
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api"):
            headers.setdefault("cache-control", "no-store")
        if scope["scheme"] == "https":
            headers.setdefault("strict-transport-security", "max-age=31536000")


def _method(scope: Scope) -> str:
    """The method, if it is a common one: strangers may send any word."""
    method: str = scope["method"]
    return method if method in _COMMON_METHODS else "other"
