"""Somebody is late, as people meet it: the post with the vote, its screens, more time, the pause, and the status."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from bot.contract.posts import Post, PostRow
from bot.contract.preferences import AwayMode, Preferences
from bot.contract.table_settings import TIMES, Settings
from bot.contract.tables import Person, TableInfo
from bot.features.clocks import more_time, overdue
from bot.features.clocks.screens import LateHandlers, VacationHandlers
from bot.features.registered import ALL
from bot.tables.alarm_clock import Clock
from bot.ui.message_faults import form_faults
from bot.ui.parts import Form, Pick, Screen, controls
from bot.ui.posts.post_factory import PostFactory
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.visit import Visit
from bot.ui.words import prompt
from bot.ui.words.presentations import names_of
from bot.ui.words.wording import civ
from bot.ui.words.wording import table_text as saying
from engine.core.text import speaking
from tests.service.tables import MODERATOR, stop
from tests.ui.play.verbs import handlers
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, fits, labels, said, words

DAY = 86400.0


async def late(room: Room) -> tuple[str, int]:
    """A game of three in which the first who is asked has not answered for a day; its id and that seat."""
    info = await room.begun(ANA, BEN, CHO)
    number = min((await room.service.info(info.id)).deadlines)
    await pass_time(room, DAY + 1)
    return info.id, number


async def pass_time(room: Room, seconds: float) -> None:
    """Let time pass, and what is due come about."""
    room.now += seconds
    await Clock(room.service, lambda: room.now).close_due()


async def owner(room: Room, table: str, number: int) -> Person:
    """Who plays that seat."""
    person = (await room.service.info(table)).seats[number - 1].person
    assert person is not None
    return person


async def newest(room: Room, kind: str) -> Post:
    """The newest post of that kind."""
    return next(post for post in reversed(await room.posts()) if post.kind == kind)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_post_says_who_is_late_and_rings_who_may_vote(room: Room, language: str) -> None:
    info = await room.begun(ANA, BEN, CHO)
    await room.service.change_settings(info.id, ANA, language=language)
    number = min((await room.service.info(info.id)).deadlines)
    await pass_time(room, DAY + 1)
    post, person = await newest(room, "late"), await owner(room, info.id, number)
    fits(post)
    with speaking(language):
        assert f"<@{person.id}>" in words(post)
        ask = (await room.service.standing(info.id)).ask
        assert ask is not None
        assert prompt.what(ask, names_of("acme", info.scenario)) in words(post)
    asked = int(room.now - DAY - 1)
    assert f"{'wartet seit' if language == 'de' else 'has been waiting since'} <t:{asked}:f>" in words(post)
    assert ("Nötig: 2 von 2" if language == "de" else "2 of 2 must agree") in words(post)
    assert set(post.mentions) == {one.id for one in (ANA, BEN, CHO)} - {person.id}
    buttons = [button for part in post.parts if isinstance(part, PostRow) for button in part.buttons]
    assert [button.verb for button in buttons] == ["late_vote"] * 4 + ["late_back"]


async def test_two_votes_of_two_let_the_npc_answer_this_once_and_the_game_goes_on(room: Room) -> None:
    table, number = await late(room)
    person, before = await owner(room, table, number), await room.service.standing(table)
    first, second = (one for one in (ANA, BEN, CHO) if one.id != person.id)
    assert "Votes for it: 1 of 2." in said(await room.press(first, "late_vote", f"once.{number}"))
    assert "Done: Computer answers once" in said(await room.press(second, "late_vote", f"once.{number}"))
    post, settled = [post for post in await room.posts() if post.kind == "late"]
    assert "is over: Computer answers once." in words(settled)
    assert (settled.slot, settled.mentions) == (post.slot, ())
    assert not [part for part in settled.parts if isinstance(part, PostRow)]
    assert (await room.service.info(table)).seats[number - 1].by == "human"
    after = await room.service.standing(table)
    assert (before.ask, before.view) != (after.ask, after.view)
    assert any("The computer answered once for" in words(post) for post in await room.posts())
    told = [post for post in await room.posts() if post.user == person.id]
    assert [button.verb for part in told[-1].parts if isinstance(part, PostRow) for button in part.buttons] == [
        "seat",
        "since",
    ]
    assert "The computer answered once for" in words(told[-1])
    page = await room.service.log(table, None)
    assert any(line.text.startswith("The computer answered for") for line in page.lines)
    assert not any("because" in line.text for line in page.lines)


async def test_the_owner_is_back_and_a_spectator_may_take_what_is_looked_for(room: Room) -> None:
    table, number = await late(room)
    person = await owner(room, table, number)
    assert "Welcome back" in said(await room.press(person, "late_back", str(number)))
    await pass_time(room, DAY + 1)
    for one in (ANA, BEN, CHO):
        if one.id != person.id:
            await room.press(one, "late_vote", f"find.{number}")
    assert "Would a member of this server" in words(await newest(room, "late"))
    away = await newest(room, "late_owner")
    fits(away)
    assert [button.verb for part in away.parts if isinstance(part, PostRow) for button in part.buttons] == [
        "late_back",
        "since",
    ]
    room.handlers |= handlers(room.service)
    mine = await room.press(person, "seat", table=table)
    assert "until you take the seat back" in said(mine)
    assert labels(mine)[0] == "I'm back"
    assert "I've asked the host" in said(await room.press(DEE, "stand_for", str(number)))
    asking = await newest(room, "late")
    assert "Dee would like to play" in words(asking)
    assert asking.mentions == (ANA.id,)
    assert "has a new player" in said(await room.press(ANA, "stand_yes", f"{number}.{DEE.id}"))
    shown = {post.slot: post for post in await room.posts() if post.kind == "late"}
    assert len(shown) == 3, "the vote about one question, the search, and who has volunteered"
    assert ["The search for a player of" in words(post) for post in shown.values()] == [False, True, False]
    assert words(shown[asking.slot]).startswith("Dee offered to play **")
    assert not [part for post in shown.values() for part in post.parts if isinstance(part, PostRow)]
    assert await owner(room, table, number) == DEE


@pytest.mark.parametrize("language", ["en", "de"])
async def test_who_had_a_seat_asks_for_it_back_by_a_button_of_my_seat(room: Room, language: str) -> None:
    table, number = await late(room)
    await room.service.change_settings(table, ANA, language=language)
    former = await owner(room, table, number)
    for voter in {ANA, BEN, CHO} - {former}:
        await overdue.vote(room.service, table, voter, number, "find")
    await overdue.ask_for_seat(room.service, table, DEE, number)
    await overdue.accept_volunteer(room.service, table, MODERATOR, number, DEE.id)
    room.handlers |= handlers(room.service)
    with speaking(language):
        told = await room.press(former, "seat", table=table)
        assert labels(told) == [saying("button.status"), saying("button.reclaim")]
        assert isinstance(await room.press(former, "reclaim", str(number)), Screen)
        replaced = next(post for post in await room.posts() if post.kind == "replaced")
        fits(replaced)
        assert replaced.user == former.id
        seat = _civ(await room.service.info(table), number)
        assert words(replaced).startswith(saying("late.replaced", id=table, who="Dee", civ=seat))
        (button,) = [one for part in replaced.parts if isinstance(part, PostRow) for one in part.buttons]
        assert (button.verb, button.option) == ("reclaim", str(number))
        assert button.label == saying("button.reclaim")
    post = next(post for post in reversed(await room.posts()) if post.kind == "reclaimed")
    fits(post)
    assert (post.user, former.name in words(post)) == (DEE.id, True)
    (button,) = [one for part in post.parts if isinstance(part, PostRow) for one in part.buttons]
    assert isinstance(await room.press(DEE, button.verb, button.option), Screen)
    offer = next(post for post in reversed(await room.posts()) if post.kind == "offer")
    assert offer.user == former.id
    assert await owner(room, table, number) == DEE


def _civ(info: TableInfo, number: int) -> str:
    return civ(info.seats[number - 1], names_of(info.game, info.scenario))


async def test_once_a_game_is_over_nobody_is_led_to_ask_for_a_seat(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    given = await room.service.give_seat(info.id, BEN, 2, CHO)
    await room.service.answer_offer(info.id, CHO, given.no, accepts=True)
    await stop(room.service, info.id)
    room.handlers |= handlers(room.service)
    told = await room.press(BEN, "seat", table=info.id)
    assert isinstance(told, Screen)
    assert "reclaim" not in [one.verb for one in controls(told)]


async def test_the_status_says_until_when_and_whether_the_clocks_stand(room: Room) -> None:
    info = await room.begun(ANA, BEN, CHO)
    room.handlers = {**room.handlers, **handlers(room.service)}
    status = said(await room.press(ANA, "status"))
    assert ": until <t:" in status
    late = room.of(LateHandlers)
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
    assert "The clocks are paused until" in said(await late.pause(visit, 3, "holidays"))
    for person, verb in ((BEN, "status"), (ANA, "seat"), (BEN, "seat")):
        assert "The clocks are paused until" in said(await room.press(person, verb, table=info.id))
    assert "“holidays”" in words(await newest(room, "matter"))
    assert "The time now ends" in said(await late.extend(visit, 5))
    assert "are running again" in said(await late.resume(visit))
    assert "The clocks are paused" not in said(await room.press(BEN, "seat", table=info.id))
    assert "isn't paused" in said(await room.ask(visit, late.resume))
    assert (await room.service.info(info.id)).paused_until is None


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_the_host_asks_by_a_form_to_count_time_otherwise_and_the_post_says_what_would_change(
    room: Room, language: str
) -> None:
    info = await room.begun(ANA, BEN, CHO)
    await room.service.change_settings(info.id, ANA, language=language)
    with speaking(language):
        change = {"en": "Change the times", "de": "Zeiten ändern", "fr": "Changer les temps"}[language]
        assert change in labels(await room.press(ANA, "settings"))
        assert change not in labels(await room.press(BEN, "settings"))
        form = await room.press(ANA, "times")
        assert isinstance(form, Form)
        assert [field.key for field in form.fields if isinstance(field, Pick)] == list(TIMES)
        chosen = {"late": "npc", "clock": "bank", "bank_hours": "48", "refill_hours": "24", "weekends": "run"}
        kept = {name: (value,) for name, value in chosen.items()}
        asked = await room.press(ANA, "times_in", fields=kept)
    assert {"en": "can agree", "de": "Zustimmen", "fr": "accord"}[language] in said(asked)
    post = await newest(room, "petition")
    fits(post)
    bank = {"en": "bank of 48 h", "de": "Vorrat von 48 h", "fr": "réserve de 48 h"}[language]
    assert bank in words(post)
    assert "24 h" not in words(post)
    no = next(button.option for part in post.parts if isinstance(part, PostRow) for button in part.buttons)
    for person in (BEN, CHO):
        await room.press(person, "agree", no)
    assert any(bank in words(told) for told in await room.posts() if told.kind == "matter")
    assert (await room.service.info(info.id)).settings.clock == "bank"


async def test_the_command_asks_for_one_setting_of_time_once_the_game_has_begun(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
    change = partial(room.all_handlers.host.change, setting="late")
    assert "are already like that" in said(await room.ask(visit, partial(change, value="offer")))
    assert "can agree" in said(await change(visit, value="wait"))
    assert (await room.service.info(info.id)).settings.late == "offer"


async def test_time_is_agreed_on_in_the_lobby_and_shown_afterwards(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme")
    screen = await room.press(ANA, "set", "late", "npc")
    assert "After that: the computer answers." in said(screen)
    assert "Pace and times" in labels(screen)
    await room.service.join(info.id, BEN)
    await room.press(ANA, "set", "clock", "bank")
    await room.service.start(info.id, ANA)
    settings = await room.press(ANA, "settings")
    assert "a bank of 72 waking hours" in said(settings)
    assert {"Pace", "Change the times"} <= set(labels(settings))
    assert "can agree until" in said(await room.press(ANA, "set", "late", "wait"))


@pytest.mark.parametrize("mode", ["pause", "orders", "npc"])
async def test_a_vacation_is_told_at_every_table_and_its_end_too(room: Room, mode: AwayMode) -> None:
    await room.begun(ANA, BEN, CHO)
    prefs = VacationHandlers(PreferenceHandlers(room.service, lambda: room.now))
    visit = Visit(BEN.id, HERE.channel, name=BEN.name, guild=HERE.guild)
    answer = await room.ask(visit, partial(prefs.vacation, days=7, mode=mode))
    assert "You're on vacation from <t:" in said(answer)
    post = await newest(room, "matter")
    fits(post)
    assert words(post).startswith("Ben (")
    assert "Several players are on vacation" not in words(post)
    again = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
    await room.ask(again, partial(prefs.vacation, days=8, mode=mode))
    assert ("Several players are on vacation" in words(await newest(room, "matter"))) == (mode == "pause")
    refusal = await room.ask(visit, partial(prefs.vacation, days=2, mode=mode))
    assert "press **Go on vacation** in `/prefs`" in said(refusal)
    assert "Your vacation is over, and I've told your tables." in said(
        await room.ask(visit, partial(prefs.vacation, days=0, mode=mode))
    )
    assert words(await newest(room, "matter")).endswith("is back.")


async def test_a_pause_is_not_offered_for_a_vacation_that_is_over(room: Room) -> None:
    await room.begun(ANA, BEN, CHO)
    prefs = VacationHandlers(PreferenceHandlers(room.service, lambda: room.now))
    for person, days in ((ANA, 2), (BEN, 3)):
        visit = Visit(person.id, HERE.channel, name=person.name, guild=HERE.guild)
        await room.ask(visit, partial(prefs.vacation, days=days, mode="pause"))
        assert "Several players are on vacation" not in words(await newest(room, "matter"))
        room.now += 4 * DAY


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_the_digest_of_the_channel_tells_what_all_may_know_and_rings_nobody(room: Room, language: str) -> None:
    settings = Settings(digest="daily", language=language)
    info = await room.service.open_table(ANA, HERE, "acme", settings=settings)
    await room.service.join(info.id, BEN)
    await room.service.start(info.id, ANA)
    with speaking(language):
        menus = await room.press(ANA, "set", "digest", "daily")
    fits_all = {"en": "each evening", "de": "jeden Abend", "fr": "chaque soir"}[language]
    assert fits_all in said(menus)
    for _ in range(3):
        await answered(room, info.id)
    await pass_time(room, DAY)
    head = {"en": "today", "de": "an diesem Tag", "fr": "la journée"}[language]
    (post,) = [post for post in await room.posts() if head in words(post)]
    fits(post)
    assert post.mentions == ()
    assert len(words(post).splitlines()) > 1


async def answered(room: Room, table: str) -> None:
    """Whoever is asked first gives the first answer that is offered."""
    ask = (await room.service.standing(table)).ask
    person = ask.asked[0].person if ask is not None else None
    assert person is not None
    sheet = await room.service.sheet(table, person)
    await room.service.answer(table, person, sheet.ask_no, [[sheet.options[0].token]])


async def test_the_dm_about_a_turn_says_until_when(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    for person in (ANA, BEN):
        await room.service.set_preferences(person, Preferences(turn_notices="dm"))
    while not (told := [post for post in await room.posts() if post.kind == "turn"]):
        await answered(room, info.id)
    assert f"until <t:{int(min((await room.service.info(info.id)).deadlines.values()).timestamp())}" in words(told[0])


async def test_a_vacation_is_announced_by_the_form_of_my_seat_and_ended_by_it(room: Room) -> None:
    await room.begun(ANA, BEN, CHO)
    room.handlers |= VacationHandlers(PreferenceHandlers(room.service, lambda: room.now)).handlers()
    form = await room.press(BEN, "away_form")
    assert isinstance(form, Form)
    assert form_faults(form) == []
    modes = next(field for field in form.fields if isinstance(field, Pick)).choices
    assert modes[0].label == "My clocks are paused (21 days left)"
    told = form.fields[-1]
    assert isinstance(told, Pick)
    assert [one.label for one in told.choices] == [
        "That I'm on vacation, and until when",
        "That I'm on vacation, but not until when",
    ]
    assert "The computer plays for you." in await room.say(
        BEN, "away_sent", fields={"days": ("7",), "meanwhile": ("npc",)}
    )
    assert "**On vacation** from <t:" in await room.say(BEN, "prefs_show")
    assert "Your vacation is over" in await room.say(BEN, "away_sent", fields={"days": ("0",), "meanwhile": ("pause",)})
    assert "isn't a value" in await room.say(BEN, "away_sent", fields={"days": ("some",), "meanwhile": ("pause",)})
    assert "Your clocks are paused" in await room.say(BEN, "away_sent", fields={"days": ("3",)})
    assert "on vacation from <t:" in words((await room.posts())[-1])
    await room.say(BEN, "away_sent", fields={"days": ("0",)})
    for mode, meanwhile in (
        ("pause", "Their clock is paused"),
        ("orders", "answer for them"),
        ("npc", "The computer plays"),
    ):
        await room.say(BEN, "away_sent", fields={"days": ("3",), "meanwhile": (mode,), "told": ("undated",)})
        post = words((await room.posts())[-1])
        assert meanwhile in post
        assert "<t:" not in post
        assert "order" not in post
        await room.say(BEN, "away_sent", fields={"days": ("0",)})


@pytest.mark.parametrize(
    ("language", "own", "given"),
    [
        ("en", "took more time", "gave"),
        ("de", "nimmt sich mehr Zeit", "gibt"),
        ("fr", "prend plus de temps", "donne"),
    ],
)
async def test_nobody_is_said_to_give_more_time_to_themselves(room: Room, language: str, own: str, given: str) -> None:
    info = await room.begun(ANA, BEN, CHO)
    await room.service.change_settings(info.id, ANA, language=language)
    number = min((await room.service.info(info.id)).deadlines)
    who = await owner(room, info.id, number)
    await more_time.extend(room.service, info.id, who, 3)
    line = words(await newest(room, "matter"))
    assert line.startswith(f"{who.name} {own} ")
    there = await room.service.info(info.id)
    told = {"seat": there.seats[number - 1], "person": DEE, "until": datetime.fromtimestamp(room.now, UTC)}
    (by_host,) = PostFactory(names_of, ALL).matter(there, "extended", told)
    assert words(by_host).startswith(f"Dee {given} ")
