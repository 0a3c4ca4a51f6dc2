"""The log, the views and the notices tell nobody what they may not know."""

from __future__ import annotations

import msgspec
import pytest

from bot.contract.tables import Draft, Refused
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, refused


async def round_of(made: Room, table: str) -> None:
    """A whole round: everybody stays, then everybody bids."""
    for person in (ANA, BEN, CHO):
        await give(made, table, person, "done")
    for person, bid in ((ANA, "0"), (BEN, "2"), (CHO, "1")):
        await made.service.answer(table, person, None, [[bid]])


async def test_the_public_log_never_holds_what_was_told_to_one_seat(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await round_of(room, table)
    public = [line for n in (1, 2) for line in (await room.service.log(table, None, page=n)).lines]
    assert public
    assert not [line for line in public if line.to or "You draw" in line.text or "holds" in line.text]
    own = [line for n in (1, 2) for line in (await room.service.log(table, BEN, page=n)).lines]
    assert {line.to for line in own} == {"", "seat_2"}
    assert any("holds" in line.text for line in own)


async def test_the_log_has_chapters_and_pages(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await round_of(room, table)
    await give(room, table, ANA, "walk", "done")
    page = await room.service.log(table, None)
    assert [c.key for c in page.chapters] == ["0.2.walk", "0.2.bid", "0.1.walk"]
    first = await room.service.log(table, None, chapter="0.1.walk")
    assert first.lines[0].text == "All are dealt three cards"
    about = await room.service.log(table, None, about="seat_2")
    assert all("seat_2" in line.text or "seat_2" in line.focus for line in about.lines)


async def test_posts_and_public_views_hold_no_cards(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await round_of(room, table)
    said = msgspec.json.encode(await room.posts()).decode()
    assert "You draw" not in said
    view = (await room.service.standing(table)).view
    assert not any("hand" in civ for civ in view["civs"].values())


async def test_hands_come_by_dm_and_only_to_their_owners(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    for person, seat in ((ANA, "seat_1"), (BEN, "seat_2")):
        hands = [text for text in await room.texts(person.id) if text.startswith("hand of")]
        assert hands
        assert all(seat in text for text in hands)
    before = len(await room.posts(ANA.id))
    sheet = await room.service.sheet(table, ANA)
    card = next(o.token for o in sheet.options if o.token.isdigit())
    await room.service.answer(table, ANA, None, [[card]])
    assert len(await room.posts(ANA.id)) == before


async def test_only_the_hands_of_npcs_are_open(room: Room) -> None:
    table = await begun(room, ANA, BEN, npcs=1)
    info, seat, view = await room.service.npc_hand(table, "seat_3")
    assert (info.id, seat.by) == (table, "npc")
    assert len(view["civs"]["seat_3"]["hand"]) == 3
    assert (await refused(room.service.npc_hand(table, "seat_2"))).code == "secret"


async def test_strangers_get_no_options_and_no_sheet(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await room.service.sheet(table, BEN)).options == ()
    assert len((await room.service.sheet(table, ANA)).options) > 2
    assert (await refused(room.service.seat(table, CHO))).code == "no_seat"


async def test_a_sheet_holds_the_asks_of_its_own_seat_alone(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "done")
    await give(room, table, BEN, "done")
    sheet = await room.service.sheet(table, ANA)
    assert sheet.request is not None
    assert [ask.seat for ask in sheet.request.asks] == ["seat_1"]
    assert [s.number for s in sheet.public.ask.asked] == [1, 2] if sheet.public.ask else False


async def test_who_has_answered_a_common_question_is_told_to_nobody(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(room, table, person, "done")
    before = await room.service.standing(table)
    posts = await room.posts()
    await room.service.answer(table, BEN, None, [["1"]])
    assert await room.service.standing(table) == before
    assert await room.posts() == posts


async def test_previews_change_nothing_and_stop_at_chance(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    seat = await room.service.seat(table, ANA)
    run = seat.preview([["walk"], ["walk"]])
    assert (run.taken, run.view["civs"]["seat_1"]["at"]) == (2, 2)
    assert seat.preview([["roll"]]).stopped == "chance"
    with pytest.raises(Refused, match="not_an_option"):
        seat.preview([["fly"]])
    possible, not_possible = seat.previews([[["walk"]], [["fly"]]])
    assert possible is not None
    assert possible.taken == 1
    assert not_possible is None
    assert (await room.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0
    assert seat.why_not("99") == "You do not hold 99"


async def test_who_is_not_asked_previews_nothing(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    with pytest.raises(Refused, match="not_asked"):
        (await room.service.seat(table, BEN)).preview([["walk"]])


async def test_a_snapshot_stays_as_it_was_read(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    seat = await room.service.seat(table, ANA)
    await give(room, table, ANA, "walk")
    assert seat.preview([["walk"]]).view["civs"]["seat_1"]["at"] == 1
    assert (await room.service.seat(table, ANA)).preview([["walk"]]).view["civs"]["seat_1"]["at"] == 2


async def test_drafts_are_kept_for_their_question(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    number = (await room.service.info(table)).ask_no
    kept = await room.service.save_draft(table, ANA, number, Draft(("walk", "walk"), "walk 2"))
    sheet = await room.service.sheet(table, ANA)
    assert sheet.draft is not None
    assert (sheet.draft.picks, sheet.draft.line, sheet.draft.version) == (("walk", "walk"), "walk 2", kept.version)
    other = await refused(room.service.save_draft(table, ANA, number, Draft(("roll",))))
    assert (other.code, other.said["draft"].line) == ("other_device", "walk 2")
    await room.service.save_draft(table, ANA, number, Draft(("roll",), version=kept.version))
    await give(room, table, ANA, "walk")
    assert (await room.service.sheet(table, ANA)).draft is None
    assert (await refused(room.service.save_draft(table, ANA, number, Draft()))).code == "stale"
    await room.service.save_draft(table, ANA, number + 1, Draft(("walk",)))
    assert (await room.service.sheet(table, ANA)).draft is not None
