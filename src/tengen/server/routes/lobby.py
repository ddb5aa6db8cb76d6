"""The lobby for callers without a socket: what is open, and challenges from their making to their end."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from tengen.match.service import watch_id_of
from tengen.people import Account
from tengen.protocol import (
    NAMES,
    AcceptingAnswer,
    AcceptingIn,
    Acknowledged,
    ChallengeAccepted,
    ChallengeIn,
    ChallengeOut,
    DeclineIn,
    EnterIn,
    LobbyAnswer,
    Person,
    color_of,
)
from tengen.server.http import ReadRoute, call_rules
from tengen.server.identity import (
    CallerHere,
    ChallengerHere,
    ChallengerVisitorHere,
    ReaderHere,
    SessionVisitor,
    known_account,
)
from tengen.server.lobby import Accepting, ChallengeTerms, DeclineReason, RatingRange
from tengen.server.routes.dependencies import ChallengesHere, MatchmakingHere, PersonsHere
from tengen.server.routes.media import json_answer
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/lobby", tags=["lobby"], route_class=ReadRoute)

_CHANGES: Final = refusals(400, 401, 403, 404, 409, 413, 503)


@router.get("", response_model=LobbyAnswer, responses=refusals(401, 403, 503))
async def lobby(
    challenges: ChallengesHere, matchmaking: MatchmakingHere, persons: PersonsHere, caller: ReaderHere
) -> Response:
    """What is open to the caller, and what is the caller's own."""
    account = caller.account
    seen = await challenges.open_to(account)
    mode = Accepting.ALL if account is None else await challenges.accepting(account.account_id)
    answer = LobbyAnswer(
        me=None if account is None else await persons.of_account(account),
        challenges=seen.open,
        challenged=seen.challenged,
        made=seen.made,
        accepting=mode.value,
        seek=None if account is None else matchmaking.seek_of(account.account_id),
    )
    # Written here: the framework would check every challenge once more.
    return json_answer(answer.model_dump_json(by_alias=True).encode())


@router.post("/enter", responses=refusals(400, 401, 403, 409, 413, 503))
@call_rules(is_start=True)
async def enter(body: EnterIn, visitor: ChallengerVisitorHere, persons: PersonsHere, response: Response) -> Person:
    """Be somebody: a stranger becomes a guest, and whoever is known already stays so."""
    return await persons.of_account(await _sat_down(visitor, response, body.name))


@router.post("/challenges", responses=_CHANGES)
@call_rules(is_start=True)
async def make_challenge(
    body: ChallengeIn, challenges: ChallengesHere, visitor: ChallengerVisitorHere, response: Response
) -> ChallengeOut:
    """Challenge everybody, or one person."""
    terms = _terms_of(body)
    return await challenges.make(await _sat_down(visitor, response), terms, body.to)


@router.post("/challenges/{challenge_id}/accept", responses=_CHANGES)
@call_rules(is_start=True)
async def accept_challenge(
    challenge_id: str, challenges: ChallengesHere, visitor: ChallengerVisitorHere, response: Response
) -> ChallengeAccepted:
    """Take a challenge. Of two who do so at once the one who is first plays."""
    accepted = await challenges.accept(await _sat_down(visitor, response), challenge_id)
    match_id = accepted.match.match_id
    return ChallengeAccepted(game_id=match_id, watch_id=watch_id_of(match_id), color=NAMES[accepted.color])


@router.post("/challenges/{challenge_id}/withdraw", responses=_CHANGES)
async def withdraw_challenge(challenge_id: str, challenges: ChallengesHere, caller: ChallengerHere) -> Acknowledged:
    """Take an own challenge back."""
    await challenges.withdraw(known_account(caller), challenge_id)
    return Acknowledged()


@router.post("/challenges/{challenge_id}/decline", responses=_CHANGES)
async def decline_challenge(
    challenge_id: str, body: DeclineIn, challenges: ChallengesHere, caller: ChallengerHere
) -> Acknowledged:
    """Say no to a challenge to the caller alone."""
    reason = None if body.reason is None else DeclineReason(body.reason)
    await challenges.decline(known_account(caller), challenge_id, reason)
    return Acknowledged()


@router.post("/accepting", responses=refusals(400, 401, 403, 413, 503))
async def set_accepting(body: AcceptingIn, challenges: ChallengesHere, caller: CallerHere) -> AcceptingAnswer:
    """Say whose challenges the caller takes."""
    await challenges.set_accepting(known_account(caller).account_id, Accepting(body.mode))
    return AcceptingAnswer(mode=body.mode)


async def _sat_down(visitor: SessionVisitor, response: Response, name: str | None = None) -> Account:
    """The caller as somebody; a new guest is given the token to come back with."""
    await visitor.sit_down(name)
    visitor.let_in(response)
    return known_account(visitor.caller)


def _terms_of(body: ChallengeIn) -> ChallengeTerms:
    """What is asked for. Raises NO_SUCH_KIND or BAD_RULES."""
    wanted = body.rating_range
    return ChallengeTerms(
        ruleset=body.ruleset(),
        control=body.control(),
        rated=body.rated,
        color=None if body.color is None else color_of(body.color),
        absence=body.absence,
        range=None if wanted is None else RatingRange(wanted.below, wanted.above),
    )
