"""Files: records read, converted and drawn in processes of their own. Knows nothing of HTTP.

`handler` is what those processes do; nothing else imports it.
"""

from tengen.server.files.content import LARGEST_WIDTH, is_picture_ending, is_record_ending
from tengen.server.files.messages import UploadLimits
from tengen.server.files.service import FileLimits, FileService

__all__ = ["LARGEST_WIDTH", "FileLimits", "FileService", "UploadLimits", "is_picture_ending", "is_record_ending"]
