"""Messages at a local table: lanes that wait hold nobody up, posts go out together, and what is missing is named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.contract.posts import Post, Words
from bot.contract.tables import Person, Place
from bot.delivery.outbox_rows import MARKS
from bot.delivery.wire import Bad, ReadyPost, Target
from bot.local_table.errors import Json
from bot.local_table.people import GUILD_ID
from tests.wire.screens import pressable
from tests.wire.seen import SeenMessage
from tests.wire.sitting import Sitting, sitting

BUSY = 13
ACTION_ROW = 1
MARK = MARKS + 10**6


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with sitting(tmp_path) as made:
        yield made


def crowded(lines: Iterable[Json], most: int = 5, seconds: float = 5.0) -> list[str]:
    """The channels that got more messages in so many seconds than Discord takes."""
    times: dict[str, list[float]] = defaultdict(list)
    for line in lines:
        if line.get("method") == "POST" and line["path"].endswith("/messages") and line["status"] == 200:
            times[line["path"]].append(line["at"])
    return [path for path, at in times.items() if any(b - a < seconds for a, b in zip(at, at[most:], strict=False))]


async def opened(here: Sitting, host: int, channel: str) -> str:
    """A table in that channel, whose lobby is to be posted; its id."""
    people = [user for user in here.table.users.values() if not user.bot]
    one = people[host % len(people)]
    place = Place(int(GUILD_ID), int(channel))
    return (await here.bot.service.open_table(Person(int(one.id), one.name), place, "acme")).id


@pytest.mark.soak
@pytest.mark.parametrize(("lanes", "kind"), [(4, "429"), (10, "429"), (4, "500"), (10, "500")])
async def test_channels_that_answer_nothing_but_limits_or_errors_hold_no_other_up(
    here: Sitting, lanes: int, kind: str
) -> None:
    bad = [await here.visit.new_channel(f"bad-{n}") for n in range(lanes)]
    where = f"POST /channels/({'|'.join(bad)})/messages"
    await here.visit.fault(kind, where, times=10**6, seconds=3600.0, status=502)
    for number, channel in enumerate(bad):
        await opened(here, number, channel)
    seen = here.table.faults.met
    while len({line for line in seen if any(channel in line for channel in bad)}) < lanes:
        await here.visit.get("/_test/changes", since=-1, wait=0)
    good = await here.visit.new_channel("good")
    table = await opened(here, lanes, good)
    await here.told(f"table {table}", good)
    assert [len(await here.posts(channel)) for channel in bad] == [0] * lanes
    assert len(await here.posts(good)) == 1


@pytest.mark.soak
async def test_after_an_outage_everything_arrives_in_order(here: Sitting) -> None:
    await here.begin("ana", "ben")
    host = Person(int(here.table.users["ana"].id), "ana")
    await here.visit.fault("500", "POST /channels/.*/messages", times=10**6, status=502)
    for n in range(BUSY):
        await here.bot.service.change_settings("100", host, note=f"note {n}.")
    await here.visit.mend()
    await here.later(400)
    await here.told(f"note {BUSY - 1}.")
    told = "\n".join(message.text for message in await here.posts())
    at = [told.index(f"note {n}.") for n in range(BUSY)]
    assert at == sorted(at)
    assert [told.count(f"note {n}.") for n in range(BUSY)] == [1] * BUSY


@pytest.mark.soak
async def test_thirteen_posts_at_once_are_a_few_messages_with_one_row_of_buttons_each(here: Sitting) -> None:
    await here.begin("ana", "ben")
    host = Person(int(here.table.users["ana"].id), "ana")
    before = len(await here.posts())
    for n in range(BUSY):
        await here.bot.service.change_settings("100", host, note=f"note {n}.")
    await here.told(f"note {BUSY - 1}.")
    new = (await here.posts())[before:]
    told = "\n".join(message.text for message in new)
    at = [told.index(f"note {n}.") for n in range(BUSY)]
    assert at == sorted(at)
    assert len(new) < BUSY / 2
    assert all(len(pressable(message)["seat"]) == 1 for message in new)
    assert not crowded(here.table.local.transcript.lines())


def ready(number: int, text: str, *, row: bool = True) -> ReadyPost:
    return ReadyPost(Post("play", (Words(text),), row=row), "100", "acme", MARK + number)


def containers(message: SeenMessage) -> list[int]:
    return [int(part["id"]) for part in message.components]


@pytest.mark.soak
async def test_posts_that_share_a_message_keep_their_marks_and_the_last_one_the_buttons(here: Sitting) -> None:
    await here.open("ana")
    wire, place = here.bot.wire, Target(int((await here.posts())[0].channel))
    several = [ready(1, "one"), ready(2, "two"), ready(3, "three", row=False)]
    assert wire.together([*several, ready(4, "x" * 4001)]) == 3
    sent = await wire.send(place, several)
    shown = (await here.posts())[-1]
    assert containers(shown) == [MARK + 1, MARK + 2, MARK + 3]
    assert shown.text == "one\ntwo\nthree"
    assert [await wire.find(place, MARK + n) for n in (1, 2, 3)] == [sent] * 3
    rows = [sum(part["type"] == ACTION_ROW for part in box["components"]) for box in shown.components]
    assert rows == [0, 0, 0]
    await wire.send(place, [ready(5, "four"), ready(6, "five")])
    rows = [sum(p["type"] == ACTION_ROW for p in box["components"]) for box in (await here.posts())[-1].components]
    assert rows == [0, 1]


@pytest.mark.soak
async def test_a_post_over_discords_limits_is_sent_in_a_shorter_form(here: Sitting) -> None:
    await here.open("ana")
    wire, place = here.bot.wire, Target(int((await here.posts())[0].channel))
    sent = await wire.send(place, [ready(1, "word " * 1200)])
    assert sent.short
    shown = (await here.posts())[-1]
    assert 3900 < len(shown.text) <= 4000
    assert shown.text.endswith("word …")
    assert pressable(shown)["seat"]
    many = ReadyPost(Post("play", tuple(Words(f"part {n}") for n in range(60)), row=True), "100", "acme", MARK + 2)
    assert (await wire.send(place, [many])).short
    assert pressable((await here.posts())[-1])["seat"]
    with pytest.raises(Bad):
        await wire.send(place, [ReadyPost(Post("play", ()), "100", "acme", MARK + 3)])


@pytest.mark.soak
async def test_without_attach_files_posts_come_in_words_and_the_host_hears_what_is_missing(here: Sitting) -> None:
    await here.open("ana", "ben")
    await here.visit.deny("table", "attach_files")
    await here.person("ana").slash("/game start")
    begun = await here.told(" starts · ")
    assert not begun.attachments
    told = await here.person("ana", "dm").wait_for(lambda m: "have no pictures" in m.text)
    assert "Attach Files is missing" in told.text
    assert "Send Messages" not in told.text
    assert all("no pictures" not in m.text for m in await here.person("ben").dms())


@pytest.mark.soak
async def test_everybody_seated_hears_of_a_lost_channel_and_the_new_one_shows_the_board(here: Sitting) -> None:
    await here.begin("ana", "ben")
    await here.visit.delete_channel("table")
    host = Person(int(here.table.users["ana"].id), "ana")
    await here.bot.service.change_settings("100", host, note="be kind")
    for name, hint in (("ana", "/game move table:100"), ("ben", "Its host, ana")):
        told = await here.person(name, "dm").wait_for(lambda m: "The channel of table 100 is gone" in m.text)
        assert hint.lower() in told.text.lower()
    await here.person("ana", "second-table").slash("/game move", table="100")
    post = await here.told("continues here", "second-table")
    assert post.attachments
    assert "<@" in post.text
