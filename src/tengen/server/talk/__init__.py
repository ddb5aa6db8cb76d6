"""Talk at the board of a match: rooms, speakers, and how lines reach open sockets. Knows no HTTP and no sockets.

What may be said, how often and by whom is the business of `people.service.Talk`.
"""

from tengen.server.talk.board import BoardTalk, Heard
from tengen.server.talk.relay import Listener, TalkRelay

__all__ = ["BoardTalk", "Heard", "Listener", "TalkRelay"]
