"""Numbers for Prometheus. Counts only; nothing here names a person or a game's id."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """What a server counts. Each application has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tengen_requests_total", "HTTP answers", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram("tengen_request_seconds", "Time to answer", ["route"], registry=self.registry)
        self.sockets = Gauge("tengen_sockets", "Open WebSockets", registry=self.registry)
        self.handshakes_refused = Counter(
            "tengen_handshakes_refused_total", "WebSockets that were not opened", ["code"], registry=self.registry
        )
        self.messages = Counter("tengen_messages_total", "WebSocket messages", ["result"], registry=self.registry)
        self.messages_done = self.messages.labels("ok")
        self.cut_off = Counter("tengen_cut_off_total", "Sockets closed by us", ["reason"], registry=self.registry)
        self.started = Counter("tengen_games_started_total", "New games", ["game"], registry=self.registry)

    def page(self) -> bytes:
        """All numbers as Prometheus reads them."""
        return generate_latest(self.registry)
