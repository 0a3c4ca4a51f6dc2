"""The log, the views and the notices tell nobody what they may not know."""

from __future__ import annotations

import msgspec

from bot.contract import Draft
from tests.service.tables import ANA, BEN, CHO, Room, begun, give, refused


async def round_of(made: Room, table: str) -> None:
    """A whole round: everybody stays, then everybody bids."""
    for person in (ANA, BEN, CHO):
        await give(made, table, person, "done")
    for person, bid in ((ANA, "0"), (BEN, "2"), (CHO, "1")):
        await made.service.answer(table, person, None, [[bid]])


async def test_the_public_log_never_holds_what_was_told_to_one_seat(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    await round_of(desk, table)
    public = [line for n in (1, 2) for line in (await desk.service.log(table, None, page=n)).lines]
    assert public
    assert not [line for line in public if line.to or "You draw" in line.text or "holds" in line.text]
    own = [line for n in (1, 2) for line in (await desk.service.log(table, BEN, page=n)).lines]
    assert {line.to for line in own} == {"", "seat_2"}
    assert any("holds" in line.text for line in own)


async def test_the_log_has_chapters_and_pages(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    await round_of(desk, table)
    await give(desk, table, ANA, "walk", "done")
    page = await desk.service.log(table, None)
    assert [c.key for c in page.chapters] == ["0.2.walk", "0.2.bid", "0.1.walk"]
    first = await desk.service.log(table, None, chapter="0.1.walk")
    assert first.lines[0].text == "All are dealt three cards"
    about = await desk.service.log(table, None, about="seat_2")
    assert all("seat_2" in line.text or "seat_2" in line.focus for line in about.lines)


async def test_posts_and_public_views_hold_no_cards(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    await round_of(desk, table)
    said = msgspec.json.encode(await desk.posts()).decode()
    assert "You draw" not in said
    view = (await desk.service.standing(table)).view
    assert not any("hand" in civ for civ in view["civs"].values())


async def test_hands_come_by_dm_and_only_to_their_owners(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    for person, seat in ((ANA, "seat_1"), (BEN, "seat_2")):
        hands = [text for text in await desk.texts(person.id) if text.startswith("hand of")]
        assert hands
        assert all(seat in text for text in hands)
    before = len(await desk.posts(ANA.id))
    sheet = await desk.service.sheet(table, ANA)
    card = next(o.token for o in sheet.options if o.token.isdigit())
    await desk.service.answer(table, ANA, None, [[card]])
    assert len(await desk.posts(ANA.id)) == before


async def test_only_the_hands_of_npcs_are_open(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, npcs=1)
    info, seat, view = await desk.service.npc_hand(table, "seat_3")
    assert (info.id, seat.by) == (table, "npc")
    assert len(view["civs"]["seat_3"]["hand"]) == 3
    assert (await refused(desk.service.npc_hand(table, "seat_2"))).code == "secret"


async def test_strangers_get_no_options_and_no_sheet(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    assert await desk.service.options_now(table, CHO) == ()
    assert await desk.service.options_now(table, BEN) == ()
    assert len(await desk.service.options_now(table, ANA)) > 2
    assert (await refused(desk.service.sheet(table, CHO))).code == "no_seat"


async def test_a_sheet_holds_the_asks_of_its_own_seat_alone(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    await give(desk, table, ANA, "done")
    await give(desk, table, BEN, "done")
    sheet = await desk.service.sheet(table, ANA)
    assert sheet.request is not None
    assert [ask.seat for ask in sheet.request.asks] == ["seat_1"]
    assert [s.number for s in sheet.public.ask.asked] == [1, 2] if sheet.public.ask else False


async def test_who_has_answered_a_common_question_is_told_to_nobody(desk: Room) -> None:
    table = await begun(desk, ANA, BEN, CHO)
    for person in (ANA, BEN, CHO):
        await give(desk, table, person, "done")
    before = await desk.service.standing(table)
    posts = await desk.posts()
    await desk.service.answer(table, BEN, None, [["1"]])
    assert await desk.service.standing(table) == before
    assert await desk.posts() == posts


async def test_previews_change_nothing_and_stop_at_chance(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    run = await desk.service.preview(table, ANA, [["walk"], ["walk"]])
    assert (run.taken, run.view["civs"]["seat_1"]["at"]) == (2, 2)
    assert (await desk.service.preview(table, ANA, [["roll"]])).stopped == "chance"
    assert (await refused(desk.service.preview(table, ANA, [["fly"]]))).code == "not_an_option"
    possible, not_possible = await desk.service.previews(table, ANA, [[["walk"]], [["fly"]]])
    assert possible is not None
    assert possible.taken == 1
    assert not_possible is None
    assert (await desk.service.sheet(table, ANA)).view["civs"]["seat_1"]["at"] == 0
    assert await desk.service.why_not(table, ANA, "99") == "You do not hold 99"


async def test_drafts_are_kept_for_their_question(desk: Room) -> None:
    table = await begun(desk, ANA, BEN)
    number = (await desk.service.info(table)).ask_no
    kept = await desk.service.save_draft(table, ANA, number, Draft(("walk", "walk"), "walk 2"))
    sheet = await desk.service.sheet(table, ANA)
    assert sheet.draft is not None
    assert (sheet.draft.picks, sheet.draft.line, sheet.draft.version) == (("walk", "walk"), "walk 2", kept.version)
    other = await refused(desk.service.save_draft(table, ANA, number, Draft(("roll",))))
    assert (other.code, other.said["draft"].line) == ("other_device", "walk 2")
    await desk.service.save_draft(table, ANA, number, Draft(("roll",), version=kept.version))
    await give(desk, table, ANA, "walk")
    assert (await desk.service.sheet(table, ANA)).draft is None
    assert (await refused(desk.service.save_draft(table, ANA, number, Draft()))).code == "stale"
    await desk.service.save_draft(table, ANA, number + 1, Draft(("walk",)))
    await desk.service.clear_draft(table, ANA)
    assert (await desk.service.sheet(table, ANA)).draft is None
