"""Files: records read, converted and drawn beside the event loop. Knows nothing of HTTP."""

from tengen.server.files.content import LARGEST_WIDTH, is_picture_ending, is_record_ending
from tengen.server.files.service import FileService

__all__ = ["LARGEST_WIDTH", "FileService", "is_picture_ending", "is_record_ending"]
