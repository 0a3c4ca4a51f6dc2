"""People and an unmodified discord.py bot at the local table: commands, screens, forms, files, DMs and threads."""

import io
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio

from tests.wire.client import NoAnswer, TableRefused
from tests.wire.playground_sample import PNG, Opened, SampleView, open_table


@pytest_asyncio.fixture
async def opened() -> AsyncIterator[Opened]:
    async with open_table() as table:
        yield table


async def test_a_slash_command_brings_its_options_to_the_bot(opened: Opened) -> None:
    answer = await opened.person("ana").slash("/acme deploy", plan="tyre 2", count=3, left="back", player="ben")
    assert answer.kind == "message"
    assert answer.message.text == "tyre 2 x3 back Ben"
    assert answer.message.is_ephemeral


@pytest.mark.parametrize(
    ("command", "options", "reason"),
    [
        ("/acme deploy", {}, "fill in the option"),
        ("/acme deploy", {"plan": "x", "count": 99}, "from 1 to 48"),
        ("/acme deploy", {"plan": "x", "left": "none"}, "isn't an option"),
        ("/acme deploy", {"plan": "x", "army": 1}, "no option"),
        ("/acme", {}, "needs a subcommand"),
        ("/nothing", {}, "no command"),
    ],
)
async def test_an_impossible_command_never_reaches_the_bot(
    opened: Opened, command: str, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(TableRefused, match=reason):
        await opened.person("ana").slash(command, options)


async def test_the_bot_completes_an_option_and_sees_the_others(opened: Opened) -> None:
    choices = await opened.person("ben").autocomplete("/acme deploy", "plan", "b", count=4)
    assert choices == [("banana 4", "banana")]


async def test_an_ephemeral_answer_is_seen_by_one_person_only(opened: Opened) -> None:
    answer = await opened.person("ana").slash("/desk")
    seen = [message.id for message in await opened.person("ana").sees()]
    others = [message.id for message in await opened.person("ben").sees()]
    assert answer.message.id in seen
    assert answer.message.id not in others
    await opened.person("ana").dismiss(answer.message)
    assert await opened.person("ana").sees() == []


async def test_a_button_changes_its_message(opened: Opened) -> None:
    ana = opened.person("ana")
    desk = (await ana.slash("/desk", private=False)).message
    answer = await ana.click(desk, "Play")
    assert answer.kind == "update"
    again = await ana.look_again(desk)
    assert "Played" in again.text
    assert again.is_edited


async def test_a_deferred_update_is_waited_for(opened: Opened) -> None:
    ana = opened.person("ana")
    desk = (await ana.slash("/desk")).message
    assert "Later" in (await ana.click(desk, "desk:later")).message.text


async def test_selects_bring_values_and_people(opened: Opened) -> None:
    ana = opened.person("ana")
    desk = (await ana.slash("/desk")).message
    assert desk.options("desk:fruit") == ["apple", "banana", "cherry"]
    picked = await ana.select(desk, "desk:fruit", ["cherry", "apple"])
    assert picked.message.text == "picked cherry, apple"
    who = await ana.select(desk, "desk:who", ["ben"])
    assert who.message.text == f"picked {opened.table.users['ben'].id}"


async def test_a_greyed_button_and_a_pick_not_offered_are_refused(opened: Opened) -> None:
    ana = opened.person("ana")
    desk = (await ana.slash("/desk")).message
    with pytest.raises(TableRefused, match="greyed"):
        await ana.click(desk, "Grey")
    with pytest.raises(TableRefused, match="not offered"):
        await ana.select(desk, "desk:fruit", ["durian"])
    with pytest.raises(TableRefused, match="picks"):
        await ana.select(desk, "desk:fruit", [])


async def test_a_form_carries_every_kind_of_field(opened: Opened) -> None:
    ana = opened.person("ana")
    desk = (await ana.slash("/desk")).message
    modal = (await ana.click(desk, "Form")).modal
    assert modal.title == "Questions"
    assert list(modal.fields) == ["line", "radio", "checks", "fruit"]
    assert modal.text == "All of it is private."
    answer = await ana.submit(modal, radio="banana", Several=["apple", "cherry"], fruit="cherry")
    assert answer.message.text == "tyre banana ['apple', 'cherry'] ['cherry']"


async def test_a_form_refuses_what_the_client_would_not_send(opened: Opened) -> None:
    ana = opened.person("ana")
    modal = (await ana.click((await ana.slash("/desk")).message, "Form")).modal
    with pytest.raises(TableRefused, match="fill in 'One'"):
        await ana.submit(modal)
    with pytest.raises(TableRefused, match="needs 0 to 20 characters"):
        await ana.submit(modal, radio="apple", line="x" * 21)
    with pytest.raises(TableRefused, match="no field"):
        await ana.submit(modal, radio="apple", colour="red")


async def test_thinking_becomes_the_answer(opened: Opened) -> None:
    answer = await opened.person("ana").slash("/think")
    assert answer.message.text == "thought"
    assert answer.message.is_ephemeral
    assert not answer.message.is_thinking
    more = await opened.person("ana").wait_for(lambda m: m.text == "and more")
    assert more.raw["message_reference"]["message_id"] == answer.message.id


async def test_pictures_travel_both_ways(opened: Opened) -> None:
    ana = opened.person("ana")
    desk = (await ana.slash("/desk", picture=True, private=False)).message
    media = desk.components[0]["components"][2]["items"][0]["media"]
    assert (media["width"], media["height"]) == (2, 3)
    assert desk.attachments[0]["url"] == media["url"]
    file_id = await ana.upload("notes.txt", b"twelve bytes")
    assert (await ana.slash("/load", file=file_id)).message.text == "notes.txt: 12 bytes"


async def test_an_edit_keeps_or_drops_attachments(opened: Opened) -> None:
    channel = opened.channel()
    sent = await channel.send("two", files=[discord.File(io.BytesIO(PNG), f"{name}.png") for name in "ab"])
    await sent.edit(content="still two")
    assert len((await channel.fetch_message(sent.id)).attachments) == 2
    await sent.edit(attachments=[sent.attachments[1], discord.File(io.BytesIO(PNG), "c.png")])
    kept = (await channel.fetch_message(sent.id)).attachments
    assert [attachment.filename for attachment in kept] == ["b.png", "c.png"]
    await sent.edit(attachments=[])
    assert (await channel.fetch_message(sent.id)).attachments == []


async def test_a_command_on_a_message(opened: Opened) -> None:
    said = await opened.person("ana").say("look here")
    answer = await opened.person("ben").message_command(said, "Report to the host")
    assert answer.message.text == f"reported {said.id}"


async def test_the_bot_writes_and_reads_dms(opened: Opened) -> None:
    user = await opened.bot.fetch_user(int(opened.table.users["cho"].id))
    await user.send("your hand")
    cho = opened.person("cho", "dm")
    received = await cho.wait_for(lambda m: m.text == "your hand")
    assert [message.id for message in await cho.dms()] == [received.id]
    assert (await cho.slash("/desk")).message.is_ephemeral
    await cho.say("thank you")
    await opened.has_heard("thank you")


async def test_without_the_intent_the_bot_cannot_read_what_people_write(opened: Opened) -> None:
    ana = opened.person("ana")
    await ana.say("a secret")
    await ana.say(f"<@{opened.table.local.world.bot.id}> hello")
    await opened.person("ana").slash("/think")
    assert [m.content for m in opened.bot.heard if not m.author.bot] == [
        "",
        f"<@{opened.table.local.world.bot.id}> hello",
    ]


async def test_threads_open_talk_and_close(opened: Opened) -> None:
    channel = opened.channel()
    thread = await channel.create_thread(name="Table 1K9", type=discord.ChannelType.public_thread)
    await thread.send("first move")
    ana = opened.person("ana", "Table 1K9")
    assert [message.text for message in await ana.sees()] == ["first move"]
    assert (await ana.slash("/acme deploy", plan="x")).message.text == "x x1 ask nobody"
    await thread.edit(archived=True)
    await ana.say("open again")
    assert not (await opened.bot.fetch_channel(thread.id)).archived  # type: ignore[union-attr]


async def test_a_person_starts_a_thread_and_the_bot_learns_of_it(opened: Opened) -> None:
    ana = opened.person("ana")
    thread_id = await ana.start_thread("My table")
    assert (await ana.at(thread_id).slash("/acme deploy", plan="x")).message.channel == thread_id
    assert opened.channel().guild.get_thread(int(thread_id)) is not None


async def test_mentions_follow_what_the_bot_allows(opened: Opened) -> None:
    ben = opened.table.users["ben"].id
    loud = await opened.channel().send(f"<@{ben}> your turn")
    quiet = await opened.channel().send(f"<@{ben}> no hurry", allowed_mentions=discord.AllowedMentions.none())
    assert [user.id for user in loud.mentions] == [int(ben)]
    assert quiet.mentions == []
    state = await opened.person("ben").state()
    place = next(c for c in state["channels"] if c["id"] == str(opened.channel().id))
    assert (place["unread"], place["mentions"]) == (2, 1)


async def test_a_silent_bot_fails_the_interaction_after_three_seconds() -> None:
    async with open_table(speed=20) as opened:
        with pytest.raises(NoAnswer, match="failed"):
            await opened.person("ana").slash("/silent")


async def test_the_newer_components_survive_an_edit(opened: Opened) -> None:
    message = await opened.channel().send(
        view=SampleView("One", picture=True), files=[discord.File(io.BytesIO(PNG), "board.png")]
    )
    await message.edit(view=SampleView("Two"))
    found = await opened.person("ana").wait_for(lambda m: "Two" in m.text)
    assert found.is_modern
    assert found.id == str(message.id)
