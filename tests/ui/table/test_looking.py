"""Status, map, log, rules and help of a running game, for players and spectators alike."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import render
from bot.contract.posts import Post, PostPicture, PostRow
from bot.contract.tables import LogLine
from bot.features.host import faults as reports
from bot.tables import purge_job
from bot.tables.play import queries
from bot.ui.lookup import log as logs
from bot.ui.lookup import rules
from bot.ui.lookup.help import COMMANDS, TOPICS, privacy_screen
from bot.ui.lookup.log import StoryPlace, story_place, story_screen
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, DISCORD, Button, Form, Gallery, Menu, Row, Screen, controls
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.acme.facts.catalog import CARDS
from engine.core.text import catalogue, speaking
from engine.core.text import words as text
from engine.games import GAMES
from tests.facts import fact
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, fits, labels, said, words

SPECTATOR = CHO


def visit() -> Visit:
    return Visit(SPECTATOR.id, HERE.channel, name=SPECTATOR.name, guild=HERE.guild)


async def test_the_fingerprint_is_a_press_away_from_the_post_of_the_start(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    start = next(post for post in await room.posts() if post.kind == "start")
    assert info.fingerprint not in str(start.parts)
    assert "Fair shuffles" in [b.label for part in start.parts if isinstance(part, PostRow) for b in part.buttons]
    assert f"`{info.fingerprint}`" in await room.say(SPECTATOR, "verify")
    assert start.row


async def test_all_that_an_update_told_is_a_press_away(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    told = await room.say(SPECTATOR, "story", "1-999")
    assert told.startswith(f"### The whole story · table {info.id}")
    lines = await room.service.story(info.id, SPECTATOR, 1, 999)
    assert lines
    assert all(not line.to for line in lines)
    for line in lines[:3]:
        first = await room.say(SPECTATOR, "story", f"{line.no}-{line.no}")
        assert first.count("\n") <= 1 + told.count("\n")
    assert "has been undone" in await room.say(SPECTATOR, "story", "998-999")


async def test_a_long_story_has_pages(room: Room) -> None:
    info, names = await room.begun(ANA, BEN), names_of("acme")
    moment = datetime.now(UTC)
    many = tuple(LogLine(n, fact(f"Line {n} " + "of a long story " * 8), "", n, moment) for n in range(1, 60))
    first = story_screen(info, many, names, StoryPlace(1, 59))
    (row,) = [part for part in first.parts if isinstance(part, Row)]
    assert [(b.label, b.verb, b.option) for b in row.buttons] == [("Next", "story", "1-59~2")]
    last = story_screen(info, many, names, story_place("1-59~9"))
    assert "Line 59 of" in said(last)
    assert "Line 1 of" not in said(last)
    assert story_place("x-y~z") == StoryPlace(0, 0, 1)


async def test_status_tells_who_is_waited_for(room: Room) -> None:
    await room.begun(ANA, BEN)
    text = await room.say(SPECTATOR, "status")
    assert "Waiting for **" in text
    assert "Nobody needs to respond now." in text
    assert "**Egypt** (Ana) 0 VP" in text
    assert "Deck " in text
    assert "no City" in await room.say(SPECTATOR, "cities")
    assert "empty" in await room.say(SPECTATOR, "discard")


async def test_the_map_is_a_picture_with_words_and_a_menu(room: Room) -> None:
    await room.begun(ANA, BEN)
    screen = await room.press(SPECTATOR, "map")
    assert isinstance(screen, Screen)
    gallery = next(part for part in screen.parts if isinstance(part, Gallery))
    assert gallery.pictures[0].recipe["draw"] == "board"
    assert gallery.pictures[0].alt
    menu = next(part for part in screen.parts if isinstance(part, Menu))
    assert "mine" not in [c.value for c in menu.choices]
    own = await room.press(ANA, "map")
    assert isinstance(own, Screen)
    assert "mine" in [c.value for part in own.parts if isinstance(part, Menu) for c in part.choices]


@pytest.mark.parametrize("show", ["board", "mine", "contested", "changes", "region:levant", "area:judah"])
async def test_everything_on_the_map_can_be_read(room: Room, show: str) -> None:
    await room.begun(ANA, BEN)
    await room.press(ANA, "map_show", "", show)
    told = await room.say(ANA, "map_text", f"{show}~1")
    assert told.startswith("### ")
    assert "page 1 of 1" not in told


async def test_a_look_at_what_is_not_there_says_so_instead_of_a_pale_board(room: Room) -> None:
    await room.begun(ANA, BEN)
    screen = await room.press(ANA, "map_show", "", "contested")
    assert isinstance(screen, Screen)
    assert "There's nothing like that on the board." in said(screen)
    assert not [part for part in screen.parts if isinstance(part, Gallery)]
    assert {"As text", "Post here"}.isdisjoint(labels(screen))
    assert "As picture" not in labels(await room.press(ANA, "map_text", "contested~1"))


async def test_the_close_up_has_no_button_that_leads_to_itself(room: Room) -> None:
    await room.begun(ANA, BEN)
    assert "Close-up" in labels(await room.press(ANA, "map"))
    assert "Close-up" not in labels(await room.press(ANA, "map_show", "phone"))


async def test_an_area_is_told_with_everything_about_it(room: Room) -> None:
    await room.begun(ANA, BEN)
    ask = partial(room.all_handlers.look.map_command, area="judah", show="")
    assert "Judah" in said(await room.ask(visit(), ask))
    text = await room.say(SPECTATOR, "map_text", "area:judah~1")
    assert "**Judah** Plains, Levant. Vacant. Limit 4 until Reckoning, then 3. Adjacent to: " in text
    unknown = await room.ask(visit(), partial(room.all_handlers.look.map_command, area="jerusalem", show=""))
    assert "There's no area called “jerusalem” on this map." in said(unknown)
    east = await room.ask(visit(), partial(room.all_handlers.look.map_command, area="bactria", show=""))
    assert "Bactria isn't used on this map. Choose another area." in said(east)


async def test_the_log_pages_by_chapter_and_about_something(room: Room) -> None:
    await room.begun(ANA, BEN)
    for _ in range(6):
        await answer_somehow(room)
    whole = await room.press(SPECTATOR, "log")
    assert said(whole).startswith("### Log · table ")
    assert "page 1 of 1" not in said(whole)
    assert "(only you)" not in said(whole)
    about = await room.ask(visit(), partial(room.all_handlers.look.log_command, about="egypt", turn="", page=1))
    assert "Egypt" in said(about)
    none = await room.ask(visit(), partial(room.all_handlers.look.log_command, about="atlantis", turn="", page=1))
    assert "nothing about “atlantis”" in said(none)
    assert isinstance(whole, Screen)
    menu = next(control for control in controls(whole) if isinstance(control, Menu))
    chapter = menu.choices[-1].value
    assert "### Log · table " in await room.say(SPECTATOR, "log_go", "", chapter)
    then = await room.press(SPECTATOR, "log_then", chapter)
    assert "Board" in said(then)


async def test_a_page_of_the_log_reads_downwards_and_the_newest_page_comes_first(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "PAGE", 3)
    info = await room.begun(ANA, BEN)
    for _ in range(6):
        await answer_somehow(room)
    newest = max(line.no for line in (await room.service.log(info.id, None)).lines)
    pages = [await room.say(SPECTATOR, "log", f"{page}~~") for page in (1, 2)]
    read = [[int(no) for no in re.findall(r"^`(\d+)`", page, re.MULTILINE)] for page in pages]
    assert all(numbers == sorted(numbers) for numbers in read)
    assert read[0][-1] == newest, "at the foot of the first page, above the buttons"
    assert [f"page {n} of" in page for n, page in enumerate(pages, 1)] == [True] * 2
    assert all(older[-1] < newer[0] for newer, older in pairwise(read))
    assert text("table.command.log") == "See what happened, newest page first"
    assert text("table.log.whole").endswith("newest page first")


async def answer_somehow(room: Room) -> None:
    """Whoever is asked takes the first option."""
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    standing = await room.service.standing(info.id)
    assert standing.ask is not None
    for seat in standing.ask.asked:
        assert seat.person is not None
        sheet = await room.service.sheet(info.id, seat.person)
        if sheet.ask is not None:
            first = sheet.ask.options[: max(sheet.ask.least, min(1, sheet.ask.most))]
            await room.service.answer(info.id, seat.person, sheet.ask_no, [first])
            return


async def test_a_turn_the_log_does_not_have_is_named_with_those_it_has(room: Room) -> None:
    await room.begun(ANA, BEN)
    for _ in range(6):
        await answer_somehow(room)
    look, visit = room.all_handlers.look, Visit(ANA.id, HERE.channel, name=ANA.name)

    async def log(turn: str) -> str:
        return said(await room.ask(visit, partial(look.log_command, about="", turn=turn, page=1)))

    for turn in ("zzqq", "z" * 64, "z" * 6000):
        told = await log(turn)
        assert told.startswith("There's no “z")
        assert "The latest turns are " in told
    chapters = (await room.service.log((await room.service.list_tables(ANA))[0].info.id, None)).chapters
    newest = max(chapters, key=lambda chapter: chapter.first)
    name = logs.chapter_name("acme", newest.key)
    assert name in await log(newest.key)
    assert name in await log(name.lower())
    assert "There's no “z" in await room.say(ANA, "log_go", "", "z" * 90)
    assert "There's no “z" in await room.say(ANA, "log", f"1~{'z' * 50}~")


async def test_a_lobby_has_no_turns_yet(room: Room) -> None:
    await room.service.open_table(ANA, HERE, "acme")
    assert "because no turn is finished yet" in await room.say(ANA, "log", "1~zzqq~")


async def test_my_private_lines_of_the_log_are_mine(room: Room) -> None:
    await room.begun(ANA, BEN)
    while "(only you)" not in await room.say(ANA, "log"):
        await answer_somehow(room)
    assert "(only you)" not in await room.say(SPECTATOR, "log")


def test_every_topic_has_an_entry_that_fits() -> None:
    topics = [topic.value for topic in rules.topics("acme")]
    assert len(topics) > 300
    for topic in topics:
        screen = rules.topic_screen(topic, "1k9")
        assert screen is not None, topic
        assert faults(screen, DESIGN) == [], topic
        assert len(said(screen)) <= 3000, topic


async def test_rules_are_found_by_name_number_and_beginning(room: Room) -> None:
    assert "### Biblical Plague (73)" in await room.say(CHO, "rule", "card:73")
    for typed in ("Biblical Plague", "73", "biblical pl"):
        found = await room.ask(visit(), partial(room.all_handlers.look.rule_of, typed=typed))
        assert "### Biblical Plague (73)" in said(found)
    missing = await room.ask(visit(), partial(room.all_handlers.look.rule_of, typed="zeusqx"))
    assert "I don't know “zeusqx”, and no text mentions it." in said(missing)
    assert {"All Deities", "All cards", "What NPCs do", "All scenarios"} < set(labels(missing))
    for verb, option in (("rules", ""), ("rule_list", "card"), ("rule_list", "deity"), ("help", "")):
        assert isinstance(await room.press(CHO, verb, option), Screen)
    assert isinstance(await room.press(CHO, "rule_find"), Form)
    assert "Sky God" in await room.say(CHO, "rule_found", fields={"topic": ("sky god",)})


def test_every_text_about_tables_is_a_topic() -> None:
    written = {key.split(".")[1] for key in catalogue() if key.startswith("topics.") and key.endswith(".text")}
    assert written == set(rules.TOPICS)


async def test_a_table_offers_the_lists_of_its_own_game(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "culture_wars")
    looking = Visit(ANA.id, HERE.channel, name="Ana", guild=HERE.guild, table=info.id.lower())
    missing = await room.ask(looking, partial(room.all_handlers.look.rule_of, typed="zeusqx"))
    assert "I don't know “zeusqx”, and no text mentions it." in said(missing)
    assert not {"All Deities", "All nations"} & set(labels(missing))


async def test_a_misspelt_name_is_offered_as_buttons_and_a_word_is_looked_for_in_all_texts(room: Room) -> None:
    found = await room.ask(visit(), partial(room.all_handlers.look.rule_of, typed="Biblcal Plage"))
    assert isinstance(found, Screen)
    button = next(c for c in controls(found) if isinstance(c, Button) and c.label == "Biblical Plague")
    assert "### Biblical Plague (73)" in await room.say(CHO, button.verb, button.option)
    spoken = await room.ask(visit(), partial(room.all_handlers.look.rule_of, typed="near you or empty"))
    assert isinstance(spoken, Screen)
    menu = next(c for c in controls(spoken) if isinstance(c, Menu))
    assert "card:42" in [c.value for c in menu.choices]
    assert "There's no topic called “near you or empty”." in said(spoken)


def test_our_reconstruction_is_marked_and_what_is_known_is_said() -> None:
    ours = next(c for c in CARDS.values() if c.known == "designed")
    known = next(c for c in CARDS.values() if c.known == "known")
    assert "†" in said(rules.topic_screen(f"card:{ours.number}") or Screen(()))
    text = said(rules.topic_screen(f"card:{known.number}") or Screen(()))
    assert "As published." in text


async def test_a_post_is_explained_by_what_it_names(room: Room) -> None:
    text = "**Egypt** announces **Biblical Plague** on Hattusha. Hittites negated it: High Priest."
    screen = await room.ask(visit(), partial(room.all_handlers.look.explain, text=text))
    assert "**Biblical Plague**" in said(screen)
    assert "**High Priest**" in said(screen)
    nothing = await room.ask(visit(), partial(room.all_handlers.look.explain, text="Hello"))
    assert "names nothing that the rules explain" in said(nothing)


async def test_autocomplete_finds_tables_areas_topics_and_seats(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    suggest = room.all_handlers.suggest
    mine = await suggest.tables(Visit(ANA.id, HERE.channel, guild=HERE.guild), "")
    assert mine[0][1] == info.id
    here = Visit(ANA.id, HERE.channel, guild=HERE.guild)
    assert await suggest.tables(here, "", ["acme"]) == mine  # a command of a game offers the tables of that game
    assert await suggest.tables(here, "", ["civ"]) == []
    assert await suggest.tables(visit(), "") == []
    assert ("Judah", "judah") in await suggest.areas(visit(), "jud")
    assert (await suggest.topics(visit(), "rebellion"))[0][0].startswith("Rebellion — card")
    assert ("Egypt — Ana", "1") in await suggest.seats(visit(), "")
    assert ("Egypt", "egypt") in await suggest.about(visit(), "eg")
    assert len(await suggest.turns(visit(), "")) >= 0
    assert await suggest.values("pace", "br") == [("Brisk", "brisk")]
    assert ("To 60 VP", "vp 60") in await suggest.lengths("acme", "vp 60")
    lines = await suggest.options("acme", "double_disks, wi")
    early = "Time to respond: early once all have responded (less secret)"
    assert (f"double_disks, {early}", "double_disks, window_close early") in lines
    elsewhere = Visit(SPECTATOR.id, 4711, name="Cho")
    assert await room.all_handlers.suggest.areas(elsewhere, "jud") == []


@pytest.mark.parametrize(
    ("typed", "head"),
    [
        ("undo", "### Undo"),
        ("window", "### Responses"),
        ("plan lines", "### Typing instead of clicking"),
        ("quiet hours", "### Quiet hours"),
        ("export", "### Export"),
        ("deadline", "### Pace"),
    ],
)
async def test_what_is_common_to_all_tables_is_explained_too(room: Room, typed: str, head: str) -> None:
    await room.begun(ANA, BEN)
    assert head in said(await room.ask(visit(), partial(room.all_handlers.look.rule_of, typed=typed)))


async def test_topics_of_the_table_lead_to_each_other(room: Room) -> None:
    index = await room.press(SPECTATOR, "rules")
    assert "At the table" in labels(index)
    there = await room.press(SPECTATOR, "rule_list", "table")
    assert isinstance(there, Screen)
    (menu,) = [one for one in controls(there) if isinstance(one, Menu)]
    for topic in menu.choices:
        entry = await room.press(SPECTATOR, "rule", "", topic.value)
        assert isinstance(entry, Screen)
        links = next(m for m in controls(entry) if isinstance(m, Menu))
        assert links.choices


@pytest.mark.parametrize("game", ["", *sorted(GAMES)])
def test_every_topic_is_found_from_the_index_in_three_menus_a_screen(game: str) -> None:
    index = rules.index_screen(game)
    assert faults(index, DESIGN) == []
    lists = [one.option for one in controls(index) if isinstance(one, Button) and one.verb == "rule_list"]
    seen = {choice.value for one in controls(index) if isinstance(one, Menu) for choice in one.choices}
    for kind in lists:
        option, pages = kind, list[str]()
        while option not in pages:
            pages.append(option)
            screen = rules.list_screen(option)
            assert screen is not None
            assert faults(screen, DESIGN) == []
            seen |= {choice.value for one in controls(screen) if isinstance(one, Menu) for choice in one.choices}
            option = next((one.option for one in controls(screen) if one.verb == "rule_list"), option)
    listed = [kind for book in rules.books(game) for kind in book.lists]
    wanted = {t.value for book in rules.books(game) for t in book.topics() if t.value.partition(":")[0] in listed}
    sections = {topic for book in rules.books(game) for topic, _ in book.sections()} if game else set[str]()
    assert wanted or sections
    assert wanted | sections <= seen


async def test_the_board_can_be_seen_as_it_was_at_the_end_of_a_turn(room: Room) -> None:
    await room.begun(ANA, BEN)
    here = visit()
    while not await room.all_handlers.suggest.ends(here, ""):
        await answer_somehow(room)
    ((shown, value), *_) = await room.all_handlers.suggest.ends(here, "1")
    assert value.startswith("1.1.")
    assert shown.startswith(("Epoch I · turn 1", "Setup"))
    look = room.all_handlers.look.map_command
    then = await room.ask(here, partial(look, area="", show="", turn=value))
    assert said(then).startswith("### Board · ")
    assert isinstance(then, Screen)
    assert "map" in [b.verb for b in controls(then) if isinstance(b, Button)]
    part = await room.ask(here, partial(look, area="levant", show="", turn="turn 1"))
    assert said(part).startswith("### Levant · ")
    assert "can't go back to that point" in said(await room.ask(here, partial(look, area="", show="", turn="turn 9")))


async def test_every_command_stands_on_one_page_of_the_help(room: Room) -> None:
    first = await room.press(CHO, "help")
    pages = {topic: await room.press(CHO, "help", topic) for topic in TOPICS}
    assert labels(first)[: len(TOPICS)] == ["Tables", "Playing", "Hosting", "About you"]
    assert labels(pages["hosting"])[: len(TOPICS)] == ["Tables", "Playing", "First steps", "About you"]
    told = [line.split("`")[1] for page in pages.values() for line in said(page).splitlines() if line.startswith("`/")]
    assert sorted(told) == sorted(f"/{name}" for name in COMMANDS)
    assert said(await room.press(CHO, "help", "elsewhere")) == said(first)


async def test_the_help_leads_to_what_is_stored_and_whom_to_ask(room: Room) -> None:
    assert "Privacy" in labels(await room.press(ANA, "help"))
    assert "Ask the person who added this bot to the server." in await room.say(CHO, "privacy")
    room.all_handlers.look.contact = "host@example.org *today*"
    assert labels(await room.press(CHO, "privacy", dm=True)) == ["First steps"]
    told = await room.say(CHO, "privacy", dm=True)
    assert r"host\@example.org \*today\*" in told
    assert "`/prefs data:get`" in told


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("contact", ["", "Ana, ana@example.org"])
def test_what_is_stored_is_said_in_two_hundred_words(language: str, contact: str) -> None:
    with speaking(language):
        screen = privacy_screen(contact)
    told = said(screen)
    assert 150 <= len(re.findall(r"[\w’@.-]*\w", told)) <= 200
    assert faults(screen, DISCORD) == []
    for days in (
        ("30 ", "dreißig", "trente"),
        ("90 ", "neunzig", "vingt-dix"),
        ("wo years", "wei Jahre", "eux ans"),
    ):
        assert any(word in told for word in days)


@pytest.mark.parametrize(("language", "rooms"), [("en", "room"), ("de", "r(a|ä)um"), ("fr", "aparté")])
def test_of_rooms_it_is_said_how_long_they_stay_and_who_reads_them(language: str, rooms: str) -> None:
    with speaking(language):
        lines = said(privacy_screen("me")).lower().splitlines()
    about = [line for line in lines if re.search(rooms, line)]
    assert len(about) == 3, "what, how long, who sees it"


def test_the_times_that_people_are_told_are_those_that_are_kept() -> None:
    assert (purge_job.NAMES, purge_job.LOBBIES, reports.DAYS) == (730 * 86400, 30 * 86400, 90 * 86400)


def pictured(post: Post) -> PostPicture:
    """The only picture of a post."""
    (picture,) = (part for part in post.parts if isinstance(part, PostPicture))
    return picture


async def test_whoever_may_write_in_the_channel_posts_the_board_for_everybody(room: Room) -> None:
    """Made from the public view alone, naming who has posted it, silently, in the language of the table."""
    info = await room.begun(ANA, BEN)
    await room.service.change_settings(info.id, ANA, language="de")
    before = len(await room.posts())
    assert "Post it here" in labels(await room.press(ANA, "map", may_post=True))
    answer = await room.press(ANA, "map_post", "region:levant", may_post=True)
    assert said(answer).startswith("I'm posting the board")
    (post,) = (await room.posts())[before:]
    standing = await room.service.standing(info.id)
    assert (post.user, post.mentions, post.language) == (None, (), "de")
    assert f"<@{ANA.id}> zeigt das Brett von Tisch {info.id}." in words(post)
    assert "Levante" in words(post)
    fits(post)
    picture = pictured(post)
    assert (picture.draw, picture.options) == ("board", {"region": "levant"})
    assert render.typed_view("acme", picture.view) == standing.view
    assert picture.alt == picture.words != ""
    again = await room.say(ANA, "map_post", "region:levant", may_post=True)
    assert "Wait a minute" in again
    assert len(await room.posts()) == before + 1
    room.now += 61
    await room.press(ANA, "map_post", "board", may_post=True)
    await room.press(SPECTATOR, "map_post", "board", may_post=True)
    assert [pictured(one).options for one in (await room.posts())[before + 1 :]] == [{}, {}]


async def test_what_is_only_the_readers_own_is_not_posted(room: Room) -> None:
    await room.begun(ANA, BEN)
    before = len(await room.posts())
    for show in ("mine", "changes"):
        assert "Post it here" not in labels(await room.press(ANA, "map_show", "", show, may_post=True))
        await room.press(ANA, "map_post", show, may_post=True)
        room.now += 61
    assert [pictured(post).options for post in (await room.posts())[before:]] == [{}, {}]


async def test_the_board_is_posted_in_its_own_channel_by_who_may_write_there_and_nowhere_else(room: Room) -> None:
    await room.begun(ANA, BEN)
    before = await room.posts()
    elsewhere: list[dict[str, Any]] = [
        {"channel": HERE.channel + 1, "may_post": True, "table": "100"},
        {"may_post": False},
    ]
    for where, why in zip(elsewhere, ("in its own channel", "can't write in this channel"), strict=True):
        assert "Post it here" not in labels(await room.press(ANA, "map", **where))
        assert why in await room.say(ANA, "map_post", "board", **where)
    by_dm: dict[str, Any] = {"channel": 9, "guild": None, "may_post": False, "table": "100"}
    assert "Post it here" not in labels(await room.press(ANA, "map", dm=True, **by_dm))
    assert "in its own channel" in await room.say(ANA, "map_post", "board", dm=True, **by_dm)
    without_bot: dict[str, Any] = {"channel": 0, "guild": None, "elsewhere": True, "table": "100"}
    assert "Post it here" not in labels(await room.press(ANA, "map", dm=True, **without_bot))
    assert "in its own channel" in await room.say(ANA, "map_post", "board", dm=True, **without_bot)
    stranger = await room.say(SPECTATOR, "map_post", "board", guild=6, may_post=True, table="100")
    assert "I can't find table 100 here." in stranger
    assert await room.posts() == before
