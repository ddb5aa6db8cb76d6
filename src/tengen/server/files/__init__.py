"""Files: records read, converted and drawn in processes of their own. Knows nothing of HTTP.

`handler` is what those processes do; nothing else imports it.
"""

from tengen.server.files.content import LARGEST_WIDTH, is_picture_ending, is_record_ending
from tengen.server.files.messages import EncodedPosition, Players, UploadLimits
from tengen.server.files.service import FileLimits, FileService, LoadedFile, OpenedFile

__all__ = [
    "LARGEST_WIDTH",
    "EncodedPosition",
    "FileLimits",
    "FileService",
    "LoadedFile",
    "OpenedFile",
    "Players",
    "UploadLimits",
    "is_picture_ending",
    "is_record_ending",
]
