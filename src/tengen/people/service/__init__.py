"""The use cases of people: one's own account (`Accounts`), those of others (`Administration`), talk, order, results.

No HTTP and no SQL, so that clients without a server have them, too.
"""

from tengen.people.service.accounts import Accounts
from tengen.people.service.administration import Administration
from tengen.people.service.audit_log import AuditCheck, AuditLine, AuditPage
from tengen.people.service.committing import OnNotice, OnSessionsEnded
from tengen.people.service.conduct import Conduct, GamesOf
from tengen.people.service.entered import Entered, MadeAccount, Presence, ResetLink, SecondFactorOffer
from tengen.people.service.hashing import HashParameters, PasswordHasher
from tengen.people.service.importing import BadImport, BadLine
from tengen.people.service.limits import LoginLimits, LoginRates
from tengen.people.service.moderation import Annul, Moderation
from tengen.people.service.notices import Notices
from tengen.people.service.own_account import Exporter
from tengen.people.service.recomputing import Difference, OnProgress, ReadGame, Recomputed
from tengen.people.service.relations import OnRelationsChanged, Relations
from tengen.people.service.reporting import Reporting
from tengen.people.service.results import ResultsService
from tengen.people.service.saves import OpenedSave, Saves
from tengen.people.service.talk import Talk, TalkSettings
from tengen.people.service.talk_export import talk_export
from tengen.people.service.talk_limits import TalkLimits, TalkRates

__all__ = [
    "Accounts",
    "Administration",
    "Annul",
    "AuditCheck",
    "AuditLine",
    "AuditPage",
    "BadImport",
    "BadLine",
    "Conduct",
    "Difference",
    "Entered",
    "Exporter",
    "GamesOf",
    "HashParameters",
    "LoginLimits",
    "LoginRates",
    "MadeAccount",
    "Moderation",
    "Notices",
    "OnNotice",
    "OnProgress",
    "OnRelationsChanged",
    "OnSessionsEnded",
    "OpenedSave",
    "PasswordHasher",
    "Presence",
    "ReadGame",
    "Recomputed",
    "Relations",
    "Reporting",
    "ResetLink",
    "ResultsService",
    "Saves",
    "SecondFactorOffer",
    "Talk",
    "TalkLimits",
    "TalkRates",
    "TalkSettings",
    "talk_export",
]
