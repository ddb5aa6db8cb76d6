"""The use cases of people: one's own account (`Accounts`), keeping those of others (`Administration`), and results.

No HTTP and no SQL, so that clients without a server have them, too.
"""

from tengen.people.service.accounts import Accounts
from tengen.people.service.administration import Administration
from tengen.people.service.audit_log import AuditCheck, AuditLine, AuditPage
from tengen.people.service.committing import OnSessionsEnded
from tengen.people.service.entered import Entered, MadeAccount, Presence, ResetLink, SecondFactorOffer
from tengen.people.service.hashing import HashParameters, PasswordHasher
from tengen.people.service.importing import BadImport, BadLine
from tengen.people.service.limits import LoginLimits, LoginRates
from tengen.people.service.own_account import Exporter
from tengen.people.service.recomputing import Difference, OnProgress, ReadGame, Recomputed
from tengen.people.service.results import ResultsService
from tengen.people.service.saves import OpenedSave, Saves

__all__ = [
    "Accounts",
    "Administration",
    "AuditCheck",
    "AuditLine",
    "AuditPage",
    "BadImport",
    "BadLine",
    "Difference",
    "Entered",
    "Exporter",
    "HashParameters",
    "LoginLimits",
    "LoginRates",
    "MadeAccount",
    "OnProgress",
    "OnSessionsEnded",
    "OpenedSave",
    "PasswordHasher",
    "Presence",
    "ReadGame",
    "Recomputed",
    "ResetLink",
    "ResultsService",
    "Saves",
    "SecondFactorOffer",
]
