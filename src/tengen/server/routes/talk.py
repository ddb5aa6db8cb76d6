"""What people say at a board, whom they do not want to hear or meet, and whom they report."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query

from tengen.people import ChatRoom, ReportReason
from tengen.people.service import Relations, Reporting, Talk
from tengen.protocol import (
    Acknowledged,
    ChatAnswer,
    ChatIn,
    ChatLineOut,
    Me,
    RelationIn,
    RelationsAnswer,
    ReportIn,
    TalkSettingIn,
    line_out,
    relations_answer,
    told_of,
)
from tengen.server.entrance import OwnFactsHere
from tengen.server.http import ReadRoute, call_rules, provided
from tengen.server.identity import CallerHere, MemberHere, PlayerHere, ReaderHere, SomebodyHere
from tengen.server.routes.dependencies import BoardTalkHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(tags=["talk"], route_class=ReadRoute)

RelationsHere = Annotated[Relations, Depends(provided(Relations))]
ReportingHere = Annotated[Reporting, Depends(provided(Reporting))]
TalkHere = Annotated[Talk, Depends(provided(Talk))]
Room = Annotated[ChatRoom | None, Query(description="the caller's own unless one is named")]
After = Annotated[int, Query(ge=0, le=2**53, description="only lines after this number")]
Asked = Annotated[Literal["mute", "unmute", "block", "unblock"], Path()]

_READS: Final = refusals(401, 403, 404, 503)
_CHANGES: Final = refusals(401, 403, 404, 409, 413, 503)


@router.get("/api/game/{game_id}/chat", responses=_READS)
async def chat(
    game_id: str, talk: BoardTalkHere, caller: ReaderHere, room: Room = None, after: After = 0
) -> ChatAnswer:
    """What was said in a room of a match, as far as the caller hears it; also under its `watchId`."""
    heard = await talk.heard(game_id, caller, room, after)
    return ChatAnswer(
        lines=[line_out(line) for line in heard.lines],
        room=heard.room,
        can_speak=heard.why_not is None,
        why_not=None if heard.why_not is None else told_of(heard.why_not),
    )


@router.post("/api/game/{game_id}/chat", responses=_CHANGES)
async def say(game_id: str, body: ChatIn, talk: BoardTalkHere, caller: PlayerHere) -> ChatLineOut:
    """Say something at a match: players to each other, all others among those who watch."""
    return line_out(await talk.say(game_id, caller, text=body.text, word=body.word))


@router.post("/api/auth/talk", responses=refusals(401, 403, 413, 503))
async def set_talk(
    *,
    body: TalkSettingIn,
    somebody: SomebodyHere,
    caller: CallerHere,
    talk: TalkHere,
    board: BoardTalkHere,
    facts: OwnFactsHere,
) -> Me:
    """Say whether one wants to talk and to hear others at all."""
    await talk.set_own(somebody.account_id, body.on)
    await board.renew(somebody.account_id)
    return await facts.me(replace(somebody, talks=body.on), caller.beside)


# --- relations


@router.get("/api/relations", responses=refusals(401, 403, 503))
async def relations(somebody: SomebodyHere, relations: RelationsHere) -> RelationsAnswer:
    """Whom one has muted and blocked."""
    return relations_answer(await relations.of(somebody.account_id))


@router.post("/api/relations/{asked}", responses=_CHANGES)
async def relate(
    *,
    asked: Asked,
    body: RelationIn,
    somebody: SomebodyHere,
    caller: CallerHere,
    relations: RelationsHere,
    board: BoardTalkHere,
) -> RelationsAnswer:
    """Mute somebody (not hear them), block them (nothing to do with each other), or take that back."""
    own, name = somebody.account_id, body.name
    among = () if body.game_id is None else await board.people_at(body.game_id, caller)
    match asked:
        case "mute":
            found = await relations.mute(own, name, among)
        case "block":
            found = await relations.block(own, name, among)
        case "unmute":
            found = await relations.unmute(own, name)
        case "unblock":
            found = await relations.unblock(own, name)
    await board.until_renewed()
    return relations_answer(found)


# --- reports


@router.post("/api/reports", responses=_CHANGES)
@call_rules(is_start=True)
async def report(
    body: ReportIn, member: MemberHere, caller: CallerHere, reporting: ReportingHere, board: BoardTalkHere
) -> Acknowledged:
    """Tell the moderators of somebody; the last lines of the game that the reporter could read go along."""
    place = None if body.game_id is None else await board.place(body.game_id, caller)
    await reporting.report(
        member.account,
        body.about,
        match_id=None if place is None else place.match_id,
        room=None if place is None else place.room,
        reason=ReportReason(body.reason),
        text=body.text,
        among=() if place is None else place.players,
    )
    return Acknowledged()
