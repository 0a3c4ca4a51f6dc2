"""Culture Wars in the lobby, in posts, on the map, in words and in the rules."""

from __future__ import annotations

from typing import Any

import pytest

from bot.contract import Person, TableInfo
from bot.ui.parts import Form, Screen
from bot.ui.router import Visit
from bot.ui.table import options, rules, wishes
from bot.ui.vocabulary import face_of, herald_of, lobby_of, names_of
from engine.core.text import catalogue
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, said, words

GAME = "culture_wars"
FACE = face_of(GAME)


async def opened(desk: Room, **settings: Any) -> TableInfo:
    """A lobby of Ana's with Ben and Cho."""
    info = await desk.service.open_table(ANA, HERE, GAME, options=settings)
    for person in (BEN, CHO):
        await desk.press(person, "join")
    return await desk.service.info(info.id)


async def begun(desk: Room, **settings: Any) -> TableInfo:
    """The same table, begun."""
    info = await opened(desk, **settings)
    return (await desk.service.start(info.id, ANA)).info


async def first(desk: Room, info: TableInfo, key: str) -> None:
    """Answer with the first options until that is asked."""
    while (standing := await desk.service.standing(info.id)).ask and standing.ask.key != key:
        owner = standing.ask.asked[0]
        assert owner.person is not None
        sheet = await desk.service.sheet(info.id, owner.person)
        assert sheet.ask is not None
        await desk.service.answer(info.id, owner.person, sheet.ask_no, [sheet.ask.options[: max(1, sheet.ask.least)]])


async def test_the_lobby_offers_its_own_options(desk: Room) -> None:
    await opened(desk, diagonal=True, rounds=15)
    (post, *_) = await desk.posts()
    assert "ends after round 15" in words(post)
    assert "windows none in this game" in words(post)
    screen = await desk.press(ANA, "options")
    assert "Name the suits" in labels(screen)
    form = await desk.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert faults_of(form) == []
    assert "Suit of" in str(await desk.press(BEN, "opt_civs"))


def faults_of(form: Form) -> list[str]:
    """Labels of a form that are no words."""
    texts = [getattr(f, "label", "") for f in form.fields]
    return [text for text in texts if not text or text.startswith("table.")]


async def test_the_form_sets_variants_rounds_and_the_handicap(desk: Room) -> None:
    info = await opened(desk)
    fields = {"house": ("diagonal", "any_coast"), "end": ("rounds 12",), "returns": ("moons",), "note": ("",)}
    await desk.press(ANA, "opt_sent", fields=fields)
    now = await desk.service.info(info.id)
    chosen = {name: value for name, value in now.options.items() if value}
    assert chosen == {"diagonal": True, "any_coast": True, "rounds": 12, "handicap": ["moons"]}
    assert options.house(now).startswith("diagonal movement, boats to any coast, Moons with a token more")
    assert options.length(now) == "ends after round 12"


def test_options_are_written_as_a_line_too() -> None:
    line = "diagonal, handicap suns, window_close early"
    read, settings = wishes.read_line(line, lobby_of(GAME), names_of(GAME))
    assert read == {"diagonal": True, "handicap": ["suns"]}
    assert settings == {"window_close": "early"}
    assert ("rounds 15", "rounds 15") in wishes.lengths("rounds", lobby_of(GAME), GAME)


async def test_a_person_names_a_suit(desk: Room) -> None:
    info = await opened(desk)
    await desk.press(BEN, "opt_civ", "", "crowns")
    assert "Ben: Crowns" in options_text(await desk.press(BEN, "opt_civs"))
    running = (await desk.service.start(info.id, ANA)).info
    assert [s.civ for s in running.seats if s.person == BEN] == ["crowns"]


def options_text(answer: Screen | Form) -> str:
    """The words of a screen."""
    return said(answer)


async def test_the_status_lists_settlements_and_what_wins(desk: Room) -> None:
    await begun(desk)
    text = await desk.say(ANA, "status")
    assert "Setup · tiles" in text
    assert "3 settlements, held for a full round, win" in text
    assert "Settlements by square" in labels(await desk.press(ANA, "status"))
    assert "none" in await desk.say(ANA, "cities")


async def test_the_map_is_a_picture_and_text_and_has_looks_of_its_own(desk: Room) -> None:
    info = await begun(desk)
    await first(desk, info, "movement.move")
    shown = await desk.press(ANA, "map")
    assert "Round 1" in said(shown)
    assert {"map_show", "As text", "Legend"} <= set(labels(shown))
    assert "**Row " in await desk.say(ANA, "map_text", "board~1")
    for show in ("conflicts", "mine", "changes", "area:a1"):
        assert isinstance(await desk.press(ANA, "map_show", show), Screen)
        assert isinstance(await desk.press(ANA, "map_text", f"{show}~1"), Screen)
    assert "is not in play" in await desk.say(ANA, "map_show", "area:r18")


async def test_one_square_is_told_with_everything(desk: Room) -> None:
    info = await begun(desk)
    await first(desk, info, "movement.move")
    view = (await desk.service.standing(info.id)).view
    assert FACE.atlas is not None
    coin = next(name for name, square in view["squares"].items() if square["coin"])
    assert f"**{coin}**" in FACE.atlas.area(view, coin)
    assert "Supports" in FACE.atlas.area(view, coin)
    assert "Next to: " in FACE.atlas.area(view, coin)
    assert FACE.atlas.changes(view, view) == []


async def test_a_round_has_a_post_for_its_start_and_one_for_its_end(desk: Room) -> None:
    info = await begun(desk)
    await first(desk, info, "movement.move")
    for _ in range(3):
        standing = await desk.service.standing(info.id)
        assert standing.ask is not None
        owner = standing.ask.asked[0].person
        assert owner is not None
        sheet = await desk.service.sheet(info.id, owner)
        await desk.service.answer(info.id, owner, sheet.ask_no, [("done",)])
    posts = [words(post) for post in await desk.posts()]
    start, end = (
        next((i for i, text in enumerate(posts) if head in text), -1) for head in ("## Round 2 ·", "## Round 1 ends")
    )
    assert "**Order**" in posts[start]
    assert "**Growth**: " in posts[start]
    assert end == -1 or end < start


def test_moments_and_chapters_are_named() -> None:
    herald = herald_of(GAME)
    assert herald.moment({"turn": 7, "phase": "movement"}) == "Round 7"
    assert herald.moment({"turn": 7, "phase": "settlement"}) == "Round 7 ends"
    assert herald.moment({"turn": 0, "phase": "setup.coin"}) == "Setup · coins"
    assert herald.chapter(0, 7, "conflict") == "Round 7 · Conflicts"
    assert herald.chapter(0, 12, "over") == "Game over"


@pytest.mark.parametrize("topic", [t.value for t in rules.topics(GAME)])
def test_every_section_can_be_read(topic: str) -> None:
    screen = rules.topic_screen(topic, "1k9")
    assert screen is not None
    assert len(said(screen)) > 60


def test_the_rules_are_searched_by_game_and_across_games() -> None:
    assert rules.search("boats", GAME)[0] == "rule:culture_boats"
    assert rules.search("Boats")[0] == "rule:culture_boats"
    assert "Culture Wars" in said(rules.index_screen(GAME))
    both = rules.index_screen("")
    assert "Culture Wars" in said(both)
    assert "ACME" in said(both)


def test_a_post_is_explained_by_the_sections_its_words_belong_to() -> None:
    text = said(rules.explained("Moons sent 2 by boat: f5 to k9.", GAME))
    assert "**Boats**" in text


def test_every_public_question_has_words() -> None:
    keys = ("tile.move", "tile.place", "coin.place", "token.start", "growth.squares", "movement.move", "settle.form")
    assert [k for k in keys if f"culture_wars.table.asked.{k.replace('.', '_')}" not in catalogue()] == []


async def test_topics_are_completed_for_the_game_of_the_channel(desk: Room) -> None:
    await begun(desk)
    visit = Visit(ANA.id, HERE.channel, name="Ana")
    found = await desk.desks.suggest.topics(visit, "")
    assert not any(value.startswith(("card:", "civ:")) for _, value in found)
    assert any(value.startswith("rule:culture") for _, value in found)
    elsewhere = Visit(Person(1, "Zoe").id, 99, name="Zoe")
    assert len({value.partition(":")[0] for _, value in await desk.desks.suggest.topics(elsewhere, "a")}) > 1
