"""Keeping accounts from the host: over a socket of the running server, or on the store itself where none runs."""

from tengen.server.control import calls, report
from tengen.server.control.asking import CannotAsk, ask
from tengen.server.control.calls import HostServices
from tengen.server.control.listener import SOCKET_NAME, ControlServer

__all__ = ["SOCKET_NAME", "CannotAsk", "ControlServer", "HostServices", "ask", "calls", "report"]
