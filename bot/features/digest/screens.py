"""What a player has missed at a table, in one message: their own seats first, then threats, then the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from discord import app_commands

from bot.contract.records import Digest
from bot.contract.tables import LogLine, PublicAsk, Refused, SeatInfo, TableLine
from bot.features.digest import service as digest_service
from bot.ui.commands.handlers import Handlers, Id, Interaction, Placed, about, parameters
from bot.ui.lobby import status
from bot.ui.lobby.status import open_rows
from bot.ui.lookup import map as maps
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.parts import SAND, Button, Gallery, Part, Row, Screen, Text
from bot.ui.posts.turn_headings import Told, told_by_turn, under_headings
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words import prompt
from bot.ui.words.paragraphs import subject
from bot.ui.words.presentations import accent, presentation_of, summary_of
from bot.ui.words.wording import ago, civ, closing_time, mark_head, name_tokens, several, table_text
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.text import cut, sentence, told_of

ROOM: Final = 3000
OWN: Final = 900
AGAINST: Final = 500
ASKED: Final = 400


def digest_screen(missed: Digest, names: Names, *, pictures: bool) -> Screen:
    """Return the digest: you, against you now, others, your question; with a picture of the changes."""
    info = missed.standing.info
    first = [mark_head(head(missed, names), info), *yours(missed, names), *against(missed, names)]
    last = [cut(line, ASKED) for line in (*asked_lines(missed, names), prompt.standing_still(info)) if line]
    room = ROOM - sum(map(len, (*first, *last)))
    texts = [text for text in (*first, others(missed, names, room), "\n".join(last)) if text]
    shown = picture(missed, names) if pictures else []
    row = Row(tuple(buttons(missed)))
    seat = missed.own[0] if missed.own else None
    tint = accent(seat.number, info.game, seat.civ or seat.seat, info.scenario) if seat else SAND
    parts: tuple[Part, ...] = (*map(Text, texts), *shown, row)
    return Screen(parts, info.id.lower(), accent=tint)


def head(missed: Digest, names: Names) -> str:
    """Return when the digest begins, and how much has happened."""
    info, counted = missed.standing.info, several("since.action", "since.actions", missed.actions)
    if missed.at is None:
        return table_text("since.begun", id=info.id, actions=counted)
    time = ago(missed.at)
    if not missed.answered:
        return table_text("since.looked", id=info.id, time=time, actions=counted)
    return table_text(
        "since.answered", civ=list_of([civ(seat, names) for seat in missed.own]), time=time, actions=counted
    )


def slugs(missed: Digest) -> list[str]:
    """Return what the reader plays."""
    return [seat.civ or seat.seat for seat in missed.own]


def yours(missed: Digest, names: Names) -> list[str]:
    """Return how the reader's own seats are doing: standings, gains, losses, and news of them."""
    if not missed.own:
        return []
    standing = [_balance(missed, seat, names) for seat in missed.own]
    return [under_headings("\n".join(standing), own_lines(missed, names), OWN)]


def _balance(missed: Digest, seat: SeatInfo, names: Names) -> str:
    view, summary = missed.standing.view, summary_of(missed.standing.info.game)
    slug = seat.civ or seat.seat
    changed = summary.balance(missed.then, view, slug) if missed.then is not None else ""
    told = table_text(
        "since.you", balance=changed or table_text("since.same"), standing=summary.standing(view, slug)
    ).rstrip(" ·")
    return told_of(civ(seat, names), told) if missed.own[1:] else told


def own_lines(missed: Digest, names: Names) -> Told:
    """Return lines told only to the reader, and lines that begin with what the reader plays, by turn."""
    summary, own = summary_of(missed.standing.info.game), slugs(missed)
    secret = [line for line in missed.lines if line.to and line.key not in summary.drawn]
    mine = [line for line in missed.lines if not line.to and _is_of(line, own)]
    told = told_by_turn(mine, missed.standing.info, names)
    return [*(("", name_tokens(sentence(line.said), names)) for line in secret), *told]


def _is_of(line: LogLine, own: Sequence[str]) -> bool:
    about = subject(line.said)
    return about is not None and about[0] == "civ" and about[1] in own


def _about_somebody(line: LogLine) -> bool:
    about = subject(line.said)
    return about is not None and about[0] == "civ"


def others(missed: Digest, names: Names, room: int) -> str:
    """Return what the others did and news of the table: an action per paragraph, with headings for turns.

    If it is longer than `room`, only the newest are told and the rest is counted.
    """
    info, own = missed.standing.info, slugs(missed)
    lines = [line for line in missed.lines if not line.to and not _is_of(line, own)]
    told = told_by_turn(lines, info, names)
    if not told and not missed.earlier:
        return "" if missed.lines else table_text("since.nothing")
    of_others = own and all(_about_somebody(line) for line in lines)
    return under_headings(table_text("since.others" if of_others else "since.happened"), told, room, missed.earlier)


def against(missed: Digest, names: Names) -> list[str]:
    """Return the reader's contested areas, and areas that others have entered nearby since."""
    board, view = presentation_of(missed.standing.info.game).board, missed.standing.view
    if board is None or not missed.own:
        return []
    lines = []
    for area in board.newly_contested(None, view):
        if there := _held(board.stacks(view).get(area, {})):
            lines += [_contested(area, there, names)] if set(slugs(missed)) & set(there) else []
    lines += [table_text("since.reached", area=names.name("area", a), civs=c) for a, c in _reached(missed, names)]
    return [cut(f"{table_text('since.against')} {'; '.join(lines)}.", AGAINST)] if lines else []


def _held(stacks: Mapping[str, int]) -> dict[str, int]:
    return {slug: n for slug, n in stacks.items() if n}


def _contested(area: str, there: Mapping[str, int], names: Names) -> str:
    stacks = list_of([f"{names.name('civ', slug)} {n}" for slug, n in there.items()])
    return table_text("since.contested", area=names.name("area", area), stacks=stacks)


def _reached(missed: Digest, names: Names) -> list[tuple[str, str]]:
    """The own areas with rivals next to them that stood nowhere near then, and who they are."""
    board, then, now = presentation_of(missed.standing.info.game).board, missed.then, missed.standing.view
    if board is None or then is None:
        return []
    found, own, stacks, before = [], set(slugs(missed)), board.stacks(now), board.stacks(then)
    for area in sorted(area for area, there in stacks.items() if own & set(_held(there))):
        near = board.near(now, area)
        came = {slug for a in near for slug in _held(stacks.get(a, {}))} - own
        came -= {slug for a in (area, *near) for slug in _held(before.get(a, {}))}
        found += [(area, str(list_of([names.name("civ", slug) for slug in sorted(came)])))] if came else []
    return found


def asked_lines(missed: Digest, names: Names) -> list[str]:
    """Return what waits for the reader; for others, who is waited for."""
    standing = missed.standing
    if not missed.awaited:
        exact = prompt.exact(standing.info.game, standing.ask, standing.view)
        return [prompt.waiting_text(standing.info, standing.ask, names, exact)] if standing.ask else []
    own = {seat.number for seat in missed.own}
    return [_awaited(missed, ask, seat, names) for ask in missed.awaited for seat in ask.asked if seat.number in own]


def _awaited(missed: Digest, ask: PublicAsk, seat: SeatInfo, names: Names) -> str:
    info = missed.standing.info
    what = prompt.exact(info.game, ask, missed.standing.view) or prompt.what(ask, names)
    window = prompt.window_of(info, ask)
    if window is not None:
        return table_text("since.asked_until", civ=civ(seat, names), what=what, time=closing_time(window))
    return table_text("since.asked", civ=civ(seat, names), what=what) + prompt.until(info, seat)


def picture(missed: Digest, names: Names) -> list[Gallery]:
    """Return the board where it has changed, if it has."""
    look = maps.Look(missed.standing.info, missed.standing.view, names, missed.own, missed.then)
    drawn = summary_of(missed.standing.info.game).board(missed.standing.view)
    return [maps.gallery(look, maps.CHANGES)] if drawn and maps.changed_areas(look) else []


def buttons(missed: Digest) -> list[Button]:
    """Return buttons: My turn, the whole log, the map of the changes."""
    seat = [Button(table_text("button.seat"), "seat", style="primary", lasting=True)] if missed.own else []
    log = Button(table_text("button.whole_log"), "log", lasting=True)
    board = summary_of(missed.standing.info.game).board(missed.standing.view)
    shown = [Button(table_text("button.map_changes"), "map_show", maps.CHANGES, lasting=True)] if board else []
    return [*seat, log, *shown]


def list_screen(lines: Sequence[TableLine], missed: Sequence[Digest]) -> Screen:
    """Return a line for each table, those that wait for the reader first."""
    told = [table_text("since.list_head")]
    for line, one in zip(lines, missed, strict=True):
        info, key = line.info, "since.list_yours" if line.yours else "since.list_line"
        moment = summary_of(info.game).moment(one.standing.view)
        counted = several("since.action", "since.actions", one.actions)
        told.append(
            table_text(
                key, id=info.id, game=info.game_title, moment=moment, actions=counted, channel=info.place.channel
            )
        )
    return Screen((Text("\n".join(told)), *open_rows([line.info for line in lines])))


class DigestHandlers:
    """Handlers of the digest, for one table or a line for each."""

    def __init__(self, look: LookupHandlers) -> None:
        self.look = look

    async def since(self, visit: Visit) -> Answer:
        """Show what the reader has missed at the table."""
        info, person = await self.look.find_table(visit), person_of(visit)
        if info.state == "lobby":
            return status.lobby_status(info)
        missed = await digest_service.catch_up(self.look.service, info.id, person)
        pictures = (await self.look.service.preferences(person)).pictures
        return digest_screen(missed, self.look.names(info), pictures=pictures)

    async def catch_up_command(self, visit: Visit) -> Answer:
        """`/catchup`: of the table meant, or in a line of each of the reader's tables. Refused: no_table."""
        try:
            return await self.since(visit)
        except Refused as refused:
            if refused.code != "no_table" or visit.table or not refused.said["tables"]:
                raise
        person = person_of(visit)
        lines = [line for line in await self.look.service.list_tables(person) if line.info.state == "running"]
        shown = [line for line in lines if not line.damaged][: status.MOST]
        if not shown:
            return await self.look.tables(visit)
        service = self.look.service
        missed = [await digest_service.catch_up(service, line.info.id, person, boards=False) for line in shown]
        return list_screen(shown, missed)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verb of catching up."""
    return {"since": DigestHandlers(at.look).since}


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/catchup`."""
    digests = DigestHandlers(at.look)

    @app_commands.command(name="catchup", description=about("catchup"))
    @app_commands.describe(**parameters("table"))
    async def catch_up(interaction: Interaction, table: Id | None = None) -> None:
        """Tell what the person has missed."""
        await at.answer(interaction, digests.catch_up_command, table)

    catch_up.autocomplete("table")(at.tables)
    yield Placed(catch_up)
