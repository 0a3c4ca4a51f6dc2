"""Looking after a table: settings, seats, host, going back, the end, files."""

from __future__ import annotations

from functools import partial

from bot.contract import Place
from bot.ui.parts import Form, Row, Screen
from bot.ui.router import Visit
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, said, words
from tests.ui.table.test_looking import answer_somehow


def visit(person: int = ANA.id, channel: int = HERE.channel) -> Visit:
    return Visit(person, channel, name="Ana")


async def test_settings_are_changed_by_the_host_and_told_to_all(desk: Room) -> None:
    await desk.begun(ANA, BEN)
    assert "Only Ana, the host, can change them." in await desk.say(BEN, "settings")
    assert "Changed: windows early" in await desk.say(ANA, "set", "window_close", "early")
    assert "windows early, once all have answered" in words((await desk.posts())[-1])
    assert "Only Ana, the host, can do that." in await desk.say(BEN, "set", "channel", "brief")
    wrong = await desk.ask(visit(), partial(desk.desks.host.change, setting="pace", value="warp"))
    assert "“warp” does not fit pace. Possible: live, brisk, daily, slow." in said(wrong)
    assert "is no setting" in said(await desk.ask(visit(), partial(desk.desks.host.change, setting="colour", value="")))


async def test_a_seat_goes_to_the_npc_and_back_and_to_somebody_else(desk: Room) -> None:
    await desk.begun(ANA, BEN)
    host = desk.desks.host
    to_npc = await desk.ask(visit(), partial(host.seat, typed="egypt", player=None, by="npc"))
    assert "The NPC plays **Egypt** until you take it back." in said(to_npc)
    back = await desk.ask(visit(), partial(host.seat, typed="egypt", player=None, by="human"))
    assert "You play **Egypt** again." in said(back)
    given = await desk.ask(visit(), partial(host.seat, typed="hitt", player=CHO, by="human"))
    assert "**Hittites** is played by Cho from now on." in said(given)
    told = [words(post) for post in await desk.posts() if post.kind == "matter"]
    assert any(f"**Hittites** is played by <@{CHO.id}>" in text for text in told)
    unknown = await desk.ask(visit(), partial(host.seat, typed="rome", player=None, by="npc"))
    assert "There is no seat “rome”" in said(unknown)


async def test_leaving_a_running_game_asks_once(desk: Room) -> None:
    await desk.begun(ANA, BEN)
    asked = await desk.press(BEN, "leave")
    assert "the NPC plays Hittites until somebody takes the seat" in said(asked)
    assert labels(asked) == ["Leave Hittites", "Stay"]
    assert isinstance(asked, Screen)
    rows = [part for part in asked.parts if isinstance(part, Row)]
    assert "The NPC plays for you" in await desk.say(BEN, "leave_yes", rows[0].buttons[0].option)
    assert "Nothing was changed." in await desk.say(BEN, "stay")


async def test_the_host_goes_back_to_an_earlier_phase(desk: Room) -> None:
    await desk.begun(ANA, BEN)
    for _ in range(12):
        await answer_somehow(desk)
    assert "Only Ana" in await desk.say(BEN, "rewind")
    screen = await desk.press(ANA, "rewind")
    assert isinstance(screen, Screen)
    menu = screen.parts[1]
    value = menu.choices[-1].value  # type: ignore[union-attr]
    asked = await desk.press(ANA, "rewind_ask", "", value)
    assert labels(asked) == ["Go back", "Go on playing"]
    assert "again." in await desk.say(ANA, "rewind_yes", value)
    assert any("The host took the game back to" in words(post) for post in await desk.posts())
    assert "no such point" in await desk.say(ANA, "rewind_ask", "", "999")


async def test_the_end_asks_once_and_publishes_the_number(desk: Room) -> None:
    info = await desk.begun(ANA, BEN)
    assert "stays secret until the end" in await desk.say(BEN, "verify")
    ask = partial(desk.desks.host.end, reason="agreed", moderator=False)
    asked = await desk.ask(visit(), ask)
    assert "This cannot be taken back." in said(asked)
    assert isinstance(asked, Screen)
    option = asked.parts[1].buttons[0].option  # type: ignore[union-attr]
    assert "has ended" in await desk.say(ANA, "end_yes", option)
    end = [post for post in await desk.posts() if post.kind == "end"][-1]
    assert "ab" * 32 in words(end)
    assert "The game was ended by Ana: agreed" in words(end)
    assert "The fingerprint fits." in await desk.say(CHO, "verify")
    over = await desk.ask(visit(), ask)
    assert f"Table {info.id} ended on <t:" in said(over)
    assert labels(over) == ["Final board", "Verify"]
    assert "The game is over." in await desk.say(CHO, "status")


async def test_a_table_moves_to_another_channel_and_comes_back_from_a_file(desk: Room) -> None:
    info = await desk.begun(ANA, BEN)
    moved = await desk.ask(
        visit(channel=88), partial(desk.desks.host.move, table=info.id, place=Place(5, 88), moderator=False)
    )
    assert "goes on in this channel" in said(moved)
    file = await desk.service.export(info.id, ANA)
    assert file.sealed
    here = partial(desk.desks.host.imported, place=Place(5, 99), raw=file.raw)
    assert "is played by this bot already" in said(await desk.ask(visit(channel=99), here))
    broken = partial(desk.desks.host.imported, place=Place(5, 99), raw=b"{}")
    assert "This file cannot be used: it is damaged" in said(await desk.ask(visit(channel=99), broken))


async def test_more_holds_the_rest_and_a_report_is_noted(desk: Room) -> None:
    info = await desk.begun(ANA, BEN)
    more = await desk.press(CHO, "more")
    assert labels(more) == ["Status", "Rules", "Legend", "Settings", "Help", "Report"]
    assert labels(await desk.press(BEN, "more"))[-1] == "Leave the table"
    form = await desk.press(CHO, "report")
    assert isinstance(form, Form)
    noted = await desk.say(CHO, "report_in", fields={"text": ("The map is upside down",)})
    assert f"with table {info.id}, question " in noted
    assert "I will try again" in await desk.say(CHO, "retry_dm")


async def test_without_a_table_here_mine_are_named(desk: Room) -> None:
    info = await desk.begun(ANA, BEN)
    second = await desk.service.open_table(ANA, Place(5, 78), "acme")
    lost = await desk.ask(visit(channel=4711), desk.desks.look.status)
    assert f"No table is played in this channel. Yours: {info.id} <#77>" in said(lost) or second.id in said(lost)
    assert len(labels(lost)) == 2
    nobody = await desk.ask(Visit(CHO.id, 4711, name="Cho"), desk.desks.look.status)
    assert "`/game new` opens one." in said(nobody)
    listed = await desk.ask(visit(), desk.desks.look.tables)
    assert said(listed).count("<#") == 2
    unknown = await desk.ask(Visit(CHO.id, 4711, "zzz", name="Cho"), desk.desks.look.status)
    assert "There is no table ZZZ." in said(unknown)
