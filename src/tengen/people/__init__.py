"""People: what their names and passwords may be, how strong they are, and what is noted down about accounts.

Values only: no database, no clock, no event loop.
"""

from tengen.people.audit import AuditAction, AuditEntry, AuditRow, BadAuditEntry, audit_row, verify_audit
from tengen.people.bad_input import BadInput
from tengen.people.levels import BadLevels, LevelRatings
from tengen.people.names import LONGEST_KEY, LONGEST_NAME, BadName, check_name, name_key
from tengen.people.passwords import (
    ADVISED_LENGTH,
    LONGEST_PASSWORD,
    SHORTEST_PASSWORD,
    BadPassword,
    advise,
    check_password,
)
from tengen.people.rating_classes import RatingClass, find_rating_class, go_rank, rating_class, rating_classes
from tengen.people.ratings import RatedGame, Rating, aged, damped, rate, rate_period

__all__ = [
    "ADVISED_LENGTH",
    "LONGEST_KEY",
    "LONGEST_NAME",
    "LONGEST_PASSWORD",
    "SHORTEST_PASSWORD",
    "AuditAction",
    "AuditEntry",
    "AuditRow",
    "BadAuditEntry",
    "BadInput",
    "BadLevels",
    "BadName",
    "BadPassword",
    "LevelRatings",
    "RatedGame",
    "Rating",
    "RatingClass",
    "advise",
    "aged",
    "audit_row",
    "check_name",
    "check_password",
    "damped",
    "find_rating_class",
    "go_rank",
    "name_key",
    "rate",
    "rate_period",
    "rating_class",
    "rating_classes",
    "verify_audit",
]
