"""What a person wants in all tables: read as people write it, kept, shown, and forgotten again."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import Any

import pytest
from babel import Locale
from sqlmodel import select

from bot.contract.plain_words import plain
from bot.contract.posts import POSTS, Post, Words
from bot.contract.posts import PostPicture as Drawn
from bot.contract.posts import PostRow as Buttons
from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Place, Refused
from bot.store.models import OutboxRow
from bot.tables.people.profiles import set_dm_closed
from bot.tables.work.wishes import picture_style
from bot.ui.lobby.settings import VALUES as TABLE_VALUES
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, DISCORD, Button, Form, Gallery, Row, Screen, ScreenPicture, Text
from bot.ui.posts import direct_messages
from bot.ui.settings.notices import Notices
from bot.ui.settings.preference_forms import VALUES
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.settings.reader_style import ReaderStyle, in_words, reword_screen
from bot.ui.settings.time_zones import offset, read_hours, read_zone, suggest_zones, zones
from bot.ui.visit import Visit
from engine.core.text import speaking
from engine.core.text import words as text
from render.paint.palette import PALETTES
from render.paint.style import PictureStyle
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, CHO, HERE, NOW, Room, labels, said, words

WINTER = 1_765_000_000.0
PHONE = 28  # letters that a menu has room for at 390 pixels


def countries() -> dict[str, str]:
    """The country of each zone."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text()
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {zone: country for country, _, zone, *_ in rows}


def visit(person: Person = BEN) -> Visit:
    return Visit(person.id, HERE.channel, name=person.name, guild=HERE.guild)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("munich", "Europe/Berlin"),
        ("köln", "Europe/Berlin"),
        ("San Francisco", "America/Los_Angeles"),
        ("new york", "America/New_York"),
        ("US/Eastern", "US/Eastern"),
        ("UTC", "UTC"),
        ("utc+2", "Etc/GMT-2"),
        ("UTC −5", "Etc/GMT+5"),
        ("UTC–3", "Etc/GMT+3"),
        ("+2", "Etc/GMT-2"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("+5:30", "Asia/Kolkata"),
        ("GMT+05:45", "Asia/Kathmandu"),
        ("MEZ", "CET"),
        ("Germany", "Europe/Berlin"),
        ("Allemagne", "Europe/Berlin"),
        ("Österreich", "Europe/Vienna"),
        ("UK", "Europe/London"),
        ("Niger", "Africa/Niamey"),
        ("Indien", "Asia/Kolkata"),
        ("Londres", "Europe/London"),
        ("London, United Kingdom", "Europe/London"),
        ("Berlin, Germany · UTC+1", "Europe/Berlin"),
    ],
)
def test_a_zone_is_found_by_its_city_country_or_offset(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("USA", "New York"),
        ("Vereinigte Staaten", "New York"),
        ("Espagne", "Madrid"),
        ("Australia", "Sydney"),
        ("CST", "Chicago"),
        ("IST", "Jerusalem"),
        ("Congo", "Kinshasa"),
        ("berl", "Berlin"),
        ("London, Ontario", "London"),
    ],
)
def test_of_several_clocks_and_of_part_of_a_name_it_is_asked_which(typed: str, near: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_zone(typed)
    assert near in refusal.value.said["near"]
    assert len(refusal.value.said["near"]) <= 3


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_country_is_taken_for_a_city_of_another(language: str) -> None:
    lands, names = countries(), Locale.parse(language).territories
    found = {country: zone_or_none(names[country]) for country in set(lands.values())}
    assert {country: zone for country, zone in found.items() if zone and lands.get(zone, country) != country} == {}
    assert sum(zone is not None for zone in found.values()) > 200


def zone_or_none(typed: str) -> str | None:
    """The zone that is read, if one is."""
    with suppress(Refused):
        return read_zone(typed)
    return None


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_suggestion_is_read_by_what_it_shows(language: str) -> None:
    with speaking(language):
        wrong = []
        for zone in zones():
            shown = next(name for name, value in suggest_zones(zone.name, NOW) if value == zone.value)
            try:
                wrong += [shown] if read_zone(shown) != zone.value else []
            except Refused:
                wrong.append(shown)
    assert wrong == []


@pytest.mark.parametrize("typed", ["Atlantis", "", "Europe/Atlantis", "UTC+99", "UTC+5:17", "san"])
def test_what_names_no_zone_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_zone(typed)
    assert refusal.value.code == "unknown_zone"
    assert refusal.value.said["near"]


def test_completions_show_city_country_and_offset() -> None:
    assert suggest_zones("berl", WINTER)[0] == ("Berlin, Germany · UTC+1", "Europe/Berlin")
    assert suggest_zones("Germany", NOW)[0] == ("Berlin, Germany · UTC+2", "Europe/Berlin")
    with speaking("de"):
        assert suggest_zones("Deutschl", WINTER)[0] == ("Berlin, Deutschland · UTC+1", "Europe/Berlin")
        assert (
            suggest_zones("athen", WINTER)[0]
            == suggest_zones("athens", WINTER)[0]
            == ("Athen, Griechenland · UTC+2", "Europe/Athens")
        )
    assert suggest_zones("utc-3", NOW) == [("UTC-3", "Etc/GMT+3")]
    assert offset("Asia/Kolkata", NOW) == "UTC+5:30"
    assert 0 < len(suggest_zones("", NOW)) <= 25
    assert all(offset(zone.value, NOW) for zone in zones())


@pytest.mark.parametrize(
    ("typed", "hours"),
    [("23-7", (23, 7)), ("22:00 – 6:00", (22, 6)), ("23 to 7", (23, 7)), ("off", (0, 0)), ("24-8", (0, 8))],
)
def test_hours_are_read_as_people_write_them(typed: str, hours: tuple[int, int]) -> None:
    assert read_hours(typed) == hours


@pytest.mark.parametrize("typed", ["night", "25-7", "7-7", "23", "0-24", "23-7-9"])
def test_hours_that_are_none_are_refused(typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_hours(typed)
    assert refusal.value.code == "bad_hours"


def hours(prefs: PreferenceHandlers, zone: str, quiet: str) -> Callable[[Visit], Any]:
    """The form of zone and hours, filled in like that and sent off."""
    return lambda there: prefs.zone_sent(replace(there, fields={"zone": (zone,), "hours": (quiet,)}))


async def test_zone_and_quiet_hours_are_kept_and_shown(room: Room, prefs: PreferenceHandlers) -> None:
    assert "**Time zone** not set" in said(await room.ask(visit(), prefs.show))
    kept = said(await room.ask(visit(), hours(prefs, "Berlin", "")))
    assert "**Time zone** Berlin · UTC+2. It's 17:06 there." in kept
    assert "**Quiet hours** 23–7:" in kept or "**Quiet hours** 23–7." in kept
    assert "**Quiet hours** not set" in said(await room.ask(visit(), hours(prefs, "Berlin", "off")))
    wanted = await room.service.preferences(BEN)
    assert (wanted.zone, wanted.quiet_from, wanted.quiet_to) == ("Europe/Berlin", 0, 0)
    assert await room.service.preferences(ANA) == Preferences()


async def test_what_cannot_be_read_changes_nothing(room: Room, prefs: PreferenceHandlers) -> None:
    wrong = said(await room.ask(visit(), hours(prefs, "Berlyn", "")))
    assert "I don't know the time zone “Berlyn”." in wrong
    assert "Write two hours" in said(await room.ask(visit(), hours(prefs, "", "at night")))
    assert "There's no setting" in said(await room.ask(visit(), partial(prefs.change, setting="mood", value="off")))
    assert "You can use Responses: if I have a card; Responses: whenever I can; Responses: no DM." in said(
        await room.ask(visit(), partial(prefs.change, setting="window", value="some"))
    )
    assert "You can use With pictures; Words only." in said(
        await room.ask(visit(), partial(prefs.change, setting="pictures", value="few"))
    )
    assert await room.service.preferences(BEN) == Preferences()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_the_values_of_a_table_s_setting_are_completed_also_where_its_name_is_typed_in_words(
    room: Room, language: str
) -> None:
    with speaking(language):
        for name in TABLE_VALUES:
            there = await room.all_handlers.suggest.values(name, "")
            assert there
            assert await room.all_handlers.suggest.values(text(f"table.settings.short.{name}"), "") == there


async def test_the_form_sets_both_at_once(room: Room, prefs: PreferenceHandlers) -> None:
    form = await room.press(BEN, "zone_form")
    assert isinstance(form, Form)
    assert form.title == "When should I be quiet?"
    fields = {"zone": ("Tokyo",), "hours": ("22-6",)}
    assert "Tokyo · UTC+9" in await room.say(BEN, "zone_sent", fields=fields)
    assert "not set" in await room.say(BEN, "zone_sent", fields={"hours": ("off",)})
    assert (await room.service.preferences(BEN)).quiet_from == 0


async def test_the_zone_is_asked_for_once_at_a_slow_table(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    notices, screen = Notices(room.service), Screen((Text("Hello"),), info.id)
    first = await notices.prepend(screen, Visit(BEN.id))
    assert "I only ask once." in said(first)
    assert labels(first) == ["Zone and quiet hours"]
    assert faults(first, DESIGN) == []
    assert await notices.prepend(screen, Visit(BEN.id)) == screen
    assert await notices.prepend(screen, Visit(CHO.id)) == screen
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    assert await notices.prepend(screen, Visit(ANA.id)) == screen


async def test_the_zone_is_asked_for_at_ones_own_table_and_not_where_one_follows(room: Room) -> None:
    own = await room.begun(ANA, BEN)
    await room.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    followed = await room.service.open_table(ANA, Place(HERE.guild, 4711), own.game)
    await room.service.join(followed.id, CHO)
    await room.service.start(followed.id, ANA)
    notices, screen = Notices(room.service), Screen((Text("Hello"),))
    answer = await room.press(BEN, "watch", table=followed.id)
    assert isinstance(answer, Screen)
    for elsewhere in (answer, screen):
        assert await notices.prepend(elsewhere, Visit(BEN.id, table=elsewhere.table)) == elsewhere
    assert "I only ask once." in said(await notices.prepend(screen, Visit(BEN.id, table=own.id)))


async def test_at_a_live_table_nobody_asks_for_a_zone(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    await room.service.change_settings(info.id, ANA, pace="live")
    screen = Screen((Text("Hello"),), "1k9")
    assert await Notices(room.service).prepend(screen, Visit(BEN.id)) == screen


async def test_whoever_wants_words_gets_no_pictures(room: Room, prefs: PreferenceHandlers) -> None:
    await room.begun(ANA, BEN)
    looks = ReaderStyle(room.service, Notices(room.service).prepend)
    await room.ask(visit(), partial(prefs.change, setting="pictures", value="off"))
    for person, pictures in ((ANA, 1), (BEN, 0)):
        board = await room.press(person, "map")
        assert isinstance(board, Screen)
        seen = await looks.apply(board, Visit(person.id))
        assert len([part for part in seen.parts if isinstance(part, Gallery)]) == pictures
        assert "Vacant: " in said(seen) or pictures
        assert "As picture" not in labels(seen)
        legend = await room.press(person, "legend")
        assert isinstance(legend, Screen)
        told = said(await looks.apply(legend, Visit(person.id)))
        assert ("Colours show the terrain" in told) is not bool(pictures)


async def test_private_pictures_are_drawn_in_the_palette_of_their_reader(room: Room, prefs: PreferenceHandlers) -> None:
    await room.ask(visit(), partial(prefs.change, setting="palette", value="tritan"))
    await room.begun(ANA, BEN)
    looks = ReaderStyle(room.service, Notices(room.service).prepend)
    for person, style in ((ANA, None), (BEN, {"palette": "tritan"})):
        board = await room.press(person, "map")
        assert isinstance(board, Screen)
        seen = await looks.apply(board, Visit(person.id))
        galleries = [part for part in seen.parts if isinstance(part, Gallery)]
        assert [p.recipe.get("style") for gallery in galleries for p in gallery.pictures] == [style]
    posts = [(post.user, part) for post in await room.posts() for part in post.parts if isinstance(part, Drawn)]
    assert None in {user for user, _ in posts}
    assert all((part.style == {"palette": "tritan"}) is (user == BEN.id) for user, part in posts)


def test_every_palette_that_can_be_chosen_is_there() -> None:
    assert {*VALUES["palette"]} <= {*PALETTES}


def test_a_button_that_only_draws_goes_with_the_pictures() -> None:
    drawing, other = Button("Picture", "picture"), Button("Map", "map")
    hand = Gallery((ScreenPicture("hand.png", "Five cards"),))
    screen = Screen((Text("Hello"), hand, Row((drawing, other)), Row((drawing,))))
    assert in_words(screen) == Screen((Text("Hello"), Row((other,))))


async def test_all_that_is_stored_about_a_person_comes_as_a_file(room: Room, prefs: PreferenceHandlers) -> None:
    info = await room.begun(ANA, BEN)
    await set_dm_closed(room.service.deps, BEN.id, closed=True)
    await room.service.set_preferences(BEN, Preferences("Europe/Berlin", 22, 6))
    file = await prefs.data(visit())
    told = json.loads(file.raw)
    assert (told["preferences"]["zone"], told["preferences"]["dm_closed"]) == ("Europe/Berlin", True)
    assert [(t["table"], t["seats"][0]["seat"]) for t in told["tables"]] == [(info.id, "hittites")]
    assert str(ANA.id) not in file.raw.decode()
    assert json.loads((await prefs.data(visit(CHO))).raw)["tables"] == []


async def test_forgetting_asks_once_and_names_what_stays(room: Room, prefs: PreferenceHandlers) -> None:
    over = await room.begun(ANA, BEN)
    assert (await stop(room.service, over.id)).state == "over"
    running = await room.service.open_table(BEN, Place(5, 78), "acme")
    await room.service.set_preferences(BEN, Preferences("Europe/Berlin"))
    asked = await room.ask(visit(), prefs.ask_forget)
    assert labels(asked) == ["Delete my data", "Keep it"]
    assert "OK, nothing is deleted." in await room.say(BEN, "data_no")
    assert (await room.service.preferences(BEN)).zone == "Europe/Berlin"
    assert f"You keep your place at these open tables: {running.id}." in await room.say(BEN, "data_yes")
    assert await room.service.preferences(BEN) == Preferences()
    assert [s.person.name if s.person else "" for s in (await room.service.info(over.id)).seats] == ["Ana", ""]
    assert (await room.service.info(running.id)).host == BEN
    told = json.loads((await prefs.data(visit())).raw)
    assert [t["table"] for t in told["tables"]] == [running.id]
    await room.service.forget_person(ANA)
    assert (await room.service.info(over.id)).host.name == "a former player"


def test_discreet_dms_say_that_there_is_something_and_how_to_see_it() -> None:
    row = direct_messages.my_seat()
    for kind in ("hand", "notice", "private"):
        post = direct_messages.discreet(Post(kind, (Words("High Priest"), Drawn("hand", {}), row), user=5), "1K9")
        assert "High Priest" not in str(post)
        assert "1K9" in words(post)
        assert [b.verb for part in post.parts if isinstance(part, Buttons) for b in part.buttons] in (
            ["hand"],
            ["seat"],
        )
    turn = Post("turn", (Words("Your turn"), row), user=5)
    assert direct_messages.discreet(turn, "1K9") == turn


PLAIN = Preferences(words="first", emoji=False)
TEXT = "**Rome** 4→1 · Etruria 0 → 3 here. Cities −2 🏛️. Type `a → b · **c**`. It costs 3 (z. B. Zab). Rome → Crete †"


def test_words_first_tells_one_fact_a_line_and_nothing_in_bold() -> None:
    lines = plain(TEXT, Preferences(words="first")).split("\n")
    assert lines[:3] == ["Rome 4→1", "Etruria 0 → 3 here.", "Cities −2 🏛️. Type `a → b · **c**`."]
    assert lines[3:] == ["It costs 3 (z. B. Zab).", "Rome → Crete †"]
    assert plain(TEXT, Preferences()) == TEXT
    board = plain("**Levant** Aleppo: Rome 3. Tyre: Rome 2 City.\n**Rome** moved 3.", Preferences(words="first"))
    assert board.split("\n") == ["Levant: Aleppo: Rome 3.", "Tyre: Rome 2 City.", "Rome moved 3."]


def test_without_emoji_signs_are_words_in_the_language_being_spoken() -> None:
    told = plain(TEXT, Preferences(emoji=False))
    assert "**Rome** 4 to 1 · Etruria 0 to 3 here. Cities minus 2. Type `a → b · **c**`." in told
    assert told.endswith("Rome to Crete (reconstructed)")
    assert plain("<:axe:12345> Guten Tag", PLAIN).strip() == "Guten Tag"
    with speaking("de"):
        assert plain("Rom 4→1 ist der 2. Zug. Rom → Kreta", PLAIN) == "Rom 4 auf 1 ist der 2. Zug.\nRom nach Kreta"
        assert plain("Rom 3 (Städte 3) → 35", PLAIN) == "Rom 3 (Städte 3) auf 35"


def test_words_first_puts_a_picture_after_its_text_and_before_the_next_control() -> None:
    picture, row = Gallery((ScreenPicture("board.png", "A board"),)), Row((Button("Map → 🗺️", "map"),))
    screen = Screen((picture, Text("One. **Two** 1→2 · three"), row, picture, Text("Four")))
    made = reword_screen(screen, PLAIN)
    button = Row((Button("Map to", "map"),))
    assert made.parts == (Text("One.\nTwo 1 to 2\nthree"), picture, button, Text("Four"), picture)
    assert reword_screen(screen, Preferences()) == screen


def test_words_that_would_not_fit_stay_as_they_are() -> None:
    screen = Screen((Text("1→2 " * 999), Row((Button("⚔️", "map"),))))
    assert reword_screen(screen, PLAIN) == screen
    short_one = Screen((Text("Well"), Row((Button("⚔️", "map"),))))
    assert reword_screen(short_one, PLAIN) == short_one


def test_contrast_and_size_are_styles_of_pictures() -> None:
    assert picture_style(Preferences()) == {}
    assert picture_style(Preferences(palette="deutan", contrast="high", size="large")) == {
        "palette": "high",
        "large": True,
    }
    assert PictureStyle(**picture_style(Preferences(contrast="high"))).palette in PALETTES


async def test_screens_come_as_their_reader_wants_them(room: Room, prefs: PreferenceHandlers) -> None:
    await room.begun(ANA, BEN)
    for setting, value in (("words", "first"), ("emoji", "off"), ("size", "large")):
        await room.ask(visit(), partial(prefs.change, setting=setting, value=value))
    looks = ReaderStyle(room.service, Notices(room.service).prepend)
    for verb in ("open", "map", "since", "log"):
        answer = await room.press(BEN, verb)
        assert isinstance(answer, Screen)
        seen = await looks.apply(answer, Visit(BEN.id))
        assert "**" not in said(seen)
        assert " · " not in said(seen)
        assert faults(seen, DISCORD) == []


@pytest.mark.parametrize("value", ["on", "off"])
async def test_dms_of_a_reader_without_emoji_have_none_beside_names(
    room: Room, prefs: PreferenceHandlers, value: str
) -> None:
    await room.ask(visit(), partial(prefs.change, setting="emoji", value=value))
    await room.begun(ANA, BEN)
    rows = await room.database.read(select(OutboxRow).where(OutboxRow.user == BEN.id))
    assert {POSTS.json(row.post).emojis for row in rows} == {value == "on"}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_value_says_what_it_is_about_and_fits_a_telephone(language: str) -> None:
    """The screen tells the values alone, without the names of their settings."""
    with speaking(language):
        values = {f"{name}_{value}": text(f"prefs.value.{name}_{value}") for name in VALUES for value in VALUES[name]}
    assert [name for name, value in values.items() if len(value) > PHONE] == []
    assert len(set(values.values())) == len(values)


async def test_a_setting_that_another_press_has_changed_meanwhile_stays(
    room: Room, prefs: PreferenceHandlers, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = room.service.preferences

    async def slowly(person: Person) -> Preferences:
        there = await read(person)
        await room.service.set_preferences(person, Preferences(discreet=True))
        return there

    monkeypatch.setattr(room.service, "preferences", slowly)
    await prefs.change(visit(), "pictures", "off")
    kept = await read(BEN)
    assert (kept.discreet, kept.pictures) == (True, False)
