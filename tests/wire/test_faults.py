"""What goes wrong between Discord, the bot and the people: nothing is lost, doubled or left unanswered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.client import NoAnswer, SimulatedPerson, TableRefused
from tests.wire.controlled_table import BY_HTTP
from tests.wire.running import running
from tests.wire.screens import asked, pressable
from tests.wire.seen import SeenMessage
from tests.wire.sitting import Sitting, answer, button, chosen, screen, screen_saying, sitting

POSTS = "POST /channels/.*/messages"
MOVED_ON = "The game has moved on"
LATER = 16 * 60  # seconds after which a private screen stays where it is
CLOSED = "I can't send you DMs"


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with sitting(tmp_path) as made:
        yield made


async def counted(here: Sitting, text: str) -> int:
    """How many public messages say so."""
    return sum(text in message.text for message in await here.posts())


# -- posts ----------------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "more"), [("429", {"seconds": 0.05}), ("500", {"status": 502}), ("lose", {})])
async def test_a_post_that_fails_is_there_once_in_the_end(here: Sitting, kind: str, more: dict[str, object]) -> None:
    await here.begin("ana", "ben")
    await here.visit.fault(kind, POSTS, **more)
    await answer(await here.asked())
    await here.told("the Home Area")
    await answer(await here.asked())
    await here.told("place the first disks")
    assert (await here.visit.dump())["met"]
    async with asyncio.timeout(30):  # the second tells what the first told, and takes its place
        while await counted(here, "the Home Area") > 1:  # noqa: ASYNC110 -- nobody tells when it is gone
            await asyncio.sleep(0.1)
    assert await counted(here, "the Home Area") == 1


@pytest.mark.soak
async def test_slow_posts_hold_nobody_up_and_keep_their_order(here: Sitting) -> None:
    await here.begin("ana", "ben")
    await here.visit.fault("slow", POSTS, seconds=1.0)
    first = await here.asked()
    await answer(first)
    second = await here.asked()
    assert second.name != first.name
    await answer(second)
    await here.told("place the first disks")
    texts = [message.text for message in await here.posts()]
    assert [(" starts · " in text, "the Home Area" in text) for text in texts[1:]] == [
        (True, False),
        (False, True),
        (False, True),
    ]


@pytest.mark.soak
async def test_a_deleted_post_is_not_missed(here: Sitting) -> None:
    await here.begin("ana", "ben")
    await here.person("ana").delete(await here.told(" starts · "))
    await answer(await here.asked())
    post = await here.told("the Home Area")
    assert asked((await here.person((await here.asked()).name).click(post, button(post, "seat"))).message)


@pytest.mark.soak
async def test_a_deleted_lobby_is_posted_anew(here: Sitting) -> None:
    await here.open("ana")
    await here.person("ana").delete((await here.posts())[0])
    await here.person("ben").slash("/game join")
    assert "Ben" in (await here.told("Players: 2")).text


@pytest.mark.soak
async def test_without_the_permission_to_post_the_game_goes_on_in_private(here: Sitting) -> None:
    await here.begin("ana", "ben")
    await here.visit.deny("table", "send_messages")
    await answer(await here.asked())
    person = await here.asked()
    assert asked(await screen_saying(person, "I can't post"))
    await here.visit.deny("table", "")
    await here.later(120)
    await here.told("the Home Area")
    for _ in range(50):
        if "I can't post" not in (await screen(person)).text:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the notice stays although the bot may post again")


@pytest.mark.soak
async def test_a_deleted_channel_is_told_to_the_host_and_the_game_moves(here: Sitting) -> None:
    await here.begin("ana", "ben")
    await here.visit.delete_channel("table")
    elsewhere = here.person("ana", "second-table")
    first = await answering_elsewhere(here)
    told = await here.person("ana", "dm").wait_for(lambda m: "The channel of table 100 is gone" in m.text)
    assert "/game move" in told.text
    await elsewhere.slash("/game move", table="100")
    others = {"ana": "ben", "ben": "ana"}
    await answer(here.person(others[first], "second-table"))
    await elsewhere.wait_for(lambda m: "the Home Area" in m.text and not m.is_ephemeral)


async def answering_elsewhere(here: Sitting) -> str:
    """Whoever is asked answers from another channel, naming the table."""
    for name in ("ana", "ben"):
        person = here.person(name, "second-table")
        seat = (await person.slash("/turn", table="100")).message
        if asked(seat):
            there = await chosen(person, seat)
            await person.click(there, button(there, "go"))
            return name
    raise AssertionError("nobody is asked")


# -- people ---------------------------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_closed_dms_are_told_once_and_the_hand_is_a_command_away(here: Sitting) -> None:
    await here.visit.close_dms("ben")
    await here.begin("ana", "ben")
    ben = here.person("ben")
    told = await screen_saying(ben, CLOSED)
    await here.visit.advance(LATER)
    assert CLOSED not in (await screen(ben)).text
    for _ in range(2):
        await answer(await here.asked())
    assert "### Your hand" in (await ben.slash("/hand")).message.text
    await here.visit.open_dms("ben")
    await ben.click(told, button(told, "retry_dm"))
    assert await ben.dms() == []


async def test_a_call_that_is_refused_by_dm_is_a_mention_in_the_channel_at_once(here: Sitting) -> None:
    await here.begin("ana", "ben")
    first = await here.asked()
    second = here.person("ben" if first.name == "ana" else "ana")
    await second.prefer("turn", "dm")
    await here.visit.close_dms(second.name)
    await answer(first)
    call = await here.told("Your turn at table")
    assert "<@" in call.text
    assert CLOSED in (await screen_saying(second, CLOSED)).text


async def test_where_the_bot_may_not_post_whoever_is_asked_gets_a_dm(here: Sitting) -> None:
    await here.begin("ana", "ben")
    first = await here.asked()
    second = here.person("ben" if first.name == "ana" else "ana")
    await here.told(" starts · ")
    await here.visit.deny("table", "send_messages")
    await answer(first)
    told = await second.wait_for(lambda m: "Your turn at table" in m.text, channel="dm")
    assert button(told, "seat")


@pytest.mark.soak
async def test_two_people_join_at_once(here: Sitting) -> None:
    await here.open("ana")
    lobby = (await here.posts())[0]
    names = ("ben", "cho", "dee", "eli")
    await asyncio.gather(*(here.person(name).click(lobby, "Join") for name in names))
    text = (await here.told("Players: 5")).text
    assert all(name.capitalize() in text for name in names)


@pytest.mark.soak
async def test_a_double_click_is_done_once(here: Sitting) -> None:
    await here.begin("ana", "ben")
    person = await here.asked()
    there = await chosen(person)
    go = button(there, "go")
    first, second = await asyncio.gather(person.click(there, go), person.click(there, go))
    assert ["You've already done that" in a.message.text for a in (first, second)].count(True) == 1
    await here.told("the Home Area")
    await answer(await here.asked())
    await here.told("place the first disks")
    assert await counted(here, "the Home Area") == 2


@pytest.mark.soak
async def test_an_old_screen_shows_what_is_asked_now(here: Sitting) -> None:
    await here.begin("ana", "ben")
    first = await here.asked()
    old = await chosen(first)
    await here.visit.advance(LATER)
    await answer(first)
    await answer(await here.asked())
    await here.told("place the first disks")
    menu = pressable(old)["pick"][0]
    stale = (await first.select(old, menu.id, [menu.choices[0][0]])).message
    assert MOVED_ON in stale.text
    post = await here.told(" starts · ")
    asked_now = await here.asked()
    assert asked((await asked_now.click(post, button(post, "seat"))).message)


@pytest.mark.soak
async def test_the_screen_of_another_seat_is_no_way_in(here: Sitting) -> None:
    await here.begin("ana", "ben")
    first = await here.asked()
    other = here.person({"ana": "ben", "ben": "ana"}[first.name])
    post = await here.told(" starts · ")
    assert not asked((await other.click(post, button(post, "seat"))).message)
    assert "You aren't playing" in (await here.person("gil").click(post, button(post, "seat"))).message.text


# -- interactions ---------------------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_a_screen_that_is_too_old_to_change_is_opened_anew_with_its_draft(here: Sitting) -> None:
    await here.begin("ana", "ben")
    person = await here.asked()
    old = await chosen(person)
    await here.visit.advance(20 * 60)
    menu = pressable(old)["pick"][0]
    new = (await person.select(old, menu.id, [menu.choices[1][0]])).message
    assert new.id != old.id
    assert "too old to change" in new.text
    assert not pressable(await person.look_again(old)).keys() - pressable(old).keys()
    await person.click(new, button(new, "go"))
    await here.told("the Home Area")


@pytest.mark.soak
async def test_an_answer_that_comes_too_late_for_discord_counts_all_the_same(here: Sitting) -> None:
    await here.begin("ana", "ben")
    person = await here.asked()
    there = await chosen(person)
    await here.visit.fault("slow", "POST /interactions/.*/callback", seconds=3.3)
    with pytest.raises(NoAnswer):
        await person.click(there, button(there, "go"))
    await here.told("the Home Area")
    again = (await person.click(there, button(there, "go"))).message
    assert "You've already done that" in again.text or MOVED_ON in again.text
    assert await counted(here, "the Home Area") == 1


@pytest.mark.soak
async def test_a_picture_that_takes_long_comes_after_all(here: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.begin("ana", "ben")
    draw = here.bot.painter.draw

    async def slowly(recipe: dict[str, object]) -> object:
        await asyncio.sleep(1.8)
        return await draw(recipe)

    monkeypatch.setattr(here.bot.painter, "draw", slowly)
    shown = (await here.person("gil").slash("/map")).message
    assert not shown.is_thinking
    assert [a["filename"] for a in shown.attachments] == ["board.png"]


@pytest.mark.soak
@pytest.mark.skipif(BY_HTTP, reason="there is no gateway to drop")
async def test_a_dropped_gateway_loses_nothing(here: Sitting) -> None:
    await here.begin("ana", "ben")
    first = await here.asked()
    there = await chosen(first)
    await here.visit.gateway("drop")
    pressing = asyncio.create_task(first.waiting(30).click(there, button(there, "go")))
    await here.visit.bot_is_here(30, again=True)
    try:
        await pressing
    except NoAnswer:
        await answer(first)
    await here.told("the Home Area")
    await answer(await here.asked())
    await here.told("place the first disks")
    assert await counted(here, "the Home Area") == 2


# -- the process ----------------------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_told_to_stop_the_bot_ends_cleanly_and_goes_on_later(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", "two at a table") as here:
        ana: SimulatedPerson = here.visit.user("ana").waiting(20)
        lobby = await ana.wait_for(lambda message: "Join" in message.labels)
        await ana.click(lobby, "Start with 2")
        post = await ana.wait_for(lambda message: " starts · " in message.text)
        old = (await ana.click(post, button(post, "seat"))).message
        assert await here.stop() == 0
        with pytest.raises((NoAnswer, TableRefused)):
            await ana.waiting(1).slash("/turn")
        await here.start()
        picked: SeenMessage = await chosen(ana, old)
        assert "Done" not in picked.text
        after = (await ana.click(picked, button(picked, "go"))).message
        assert asked(after) != asked(old)
        assert here.log.count("Traceback") == 0
