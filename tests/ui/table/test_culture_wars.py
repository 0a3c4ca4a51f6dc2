"""Culture Wars in the lobby, in posts, on the map, in words and in the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.contract.posts import Post, Words
from bot.contract.tables import Person, Refused, TableInfo
from bot.delivery.post_screens import screen
from bot.ui.commands.game import asked_for
from bot.ui.lobby import option_parser
from bot.ui.lookup import rules
from bot.ui.lookup.errors import text
from bot.ui.lookup.help import help_screen
from bot.ui.parts import Form, MenuChoice, Pick, Screen
from bot.ui.visit import Visit
from bot.ui.words import options_in_words
from bot.ui.words.presentations import lobby_of, names_of, presentation_of, summary_of
from bot.ui.words.wording import name_tokens
from engine.core.game import Event
from engine.core.message import Message
from engine.core.text import catalogue, speaking
from tests.culture_wars.story import Story
from tests.facts import fact
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, labels, said, words

GAME = "culture_wars"
PRESENTATION = presentation_of(GAME)


async def opened(room: Room, **settings: Any) -> TableInfo:
    """A lobby of Ana's with Ben and Cho."""
    info = await room.service.open_table(ANA, HERE, GAME, options=settings)
    for person in (BEN, CHO):
        await room.press(person, "join")
    return await room.service.info(info.id)


async def begun(room: Room, **settings: Any) -> TableInfo:
    """The same table, begun."""
    info = await opened(room, **settings)
    return (await room.service.start(info.id, ANA)).info


async def first(room: Room, info: TableInfo, key: str) -> None:
    """Answer with the first options until that is asked."""
    while (standing := await room.service.standing(info.id)).ask and standing.ask.key != key:
        owner = standing.ask.asked[0]
        assert owner.person is not None
        sheet = await room.service.sheet(info.id, owner.person)
        assert sheet.ask is not None
        await room.service.answer(info.id, owner.person, sheet.ask_no, [sheet.ask.options[: max(1, sheet.ask.least)]])


async def test_the_lobby_offers_its_own_options(room: Room) -> None:
    await opened(room, diagonal=True, rounds=15)
    (post, *_) = await room.posts()
    assert "ends after round 15" in words(post)
    assert "respond" not in words(post).lower()
    screen = await room.press(ANA, "options")
    assert "Choose suits" in labels(screen)
    form = await room.press(ANA, "opt_more")
    assert isinstance(form, Form)
    assert faults_of(form) == []
    assert "espond" not in str(form)
    assert "Suit of" in str(await room.press(BEN, "opt_civs"))


async def test_nothing_is_said_of_windows_and_cards_that_the_game_has_not(room: Room) -> None:
    info = await opened(room)
    assert "Choose suits" in labels(await room.press(DEE, "join"))
    await room.service.start(info.id, ANA)
    begun_post = next(told for post in await room.posts() if " starts · " in (told := words(post)))
    assert "**Pace** " in begun_post
    assert "indow" not in begun_post
    assert "Setup order" not in begun_post
    assert "indow" not in await room.say(ANA, "status")
    settings = await room.press(ANA, "settings")
    assert "indow" not in said(settings)
    assert "When the time to respond ends" not in str(settings)
    assert [
        line for line, _ in option_parser.complete("", lobby_of(GAME), names_of(GAME), GAME) if "indow" in line
    ] == []
    assert "/hand" not in await room.say(ANA, "help")
    playing = said(await room.press(ANA, "help", "playing"))
    assert "/culture" in playing
    assert not {"/acme", "/hand"} & set(playing.replace("`", " ").split())
    assert "/hand" in said(help_screen())


def test_the_row_under_posts_has_a_button_for_the_hand_only_where_there_are_hands() -> None:
    post = Post("play", (Words("There is news."),), row=True)
    rows = {game: labels(screen(post, "1k9", names_of(game), None, {})) for game in ("acme", GAME)}
    assert rows == {
        "acme": ["My turn", "Hand", "Map", "Catch up", "More"],
        GAME: ["My turn", "Map", "Catch up", "More"],
    }


def test_a_map_is_refused_in_the_words_of_the_game(room: Room) -> None:
    with pytest.raises(Refused) as refused:
        asked_for(room.all_handlers.lobby, GAME, "full", None, None, None)
    assert "has no maps to choose from" in text(refused.value)
    assert asked_for(room.all_handlers.lobby, GAME, None, "15", None, None)["options"]["rounds"] == 15


async def test_only_maps_and_scenarios_of_the_chosen_game_are_offered(room: Room) -> None:
    suggest = room.all_handlers.suggest
    assert ("Abbreviated Western", "abbreviated_western") in await suggest.maps("acme", "abb")
    assert (await suggest.maps("acme", ""))[0] == ("Full", "full")
    (hint, value), *others = await suggest.maps(GAME, "abb")
    assert others == []
    assert hint.startswith("Culture Wars has no maps to choose from")
    assert "map" not in asked_for(room.all_handlers.lobby, GAME, value, None, None, None)["options"]
    assert {"exploration", "standard"} <= {value for _, value in await suggest.scenarios("acme", "")}
    assert [value for _, value in await suggest.scenarios(GAME, "")] == ["standard"]
    assert ("Full", "full") in await suggest.maps("acme", "", "exploration")


@pytest.mark.parametrize(("typed", "board"), [("western", "western"), ("Abbreviated W", "abbreviated_western")])
def test_a_map_is_read_by_name(room: Room, typed: str, board: str) -> None:
    assert asked_for(room.all_handlers.lobby, "acme", typed, None, None, None)["options"] == {"map": board}


def test_a_map_that_is_none_is_refused_with_those_there_are(room: Room) -> None:
    with pytest.raises(Refused) as refused:
        asked_for(room.all_handlers.lobby, "acme", "atlantis", None, None, None)
    assert "You can use Full, Abbreviated Western" in text(refused.value)


def faults_of(form: Form) -> list[str]:
    """Labels of a form that are no words."""
    texts = [getattr(f, "label", "") for f in form.fields]
    return [text for text in texts if not text or text.startswith("table.")]


async def test_the_lobby_says_what_ends_a_game_without_a_limit_of_rounds(room: Room) -> None:
    await opened(room)
    (post, *_) = await room.posts()
    assert (
        "ends when a culture holds 3 settlements (4 with two players) for a full round, with no limit on rounds"
        in words(post)
    )


async def test_the_form_sets_variants_rounds_and_the_handicap(room: Room) -> None:
    info = await opened(room)
    fields = {"house": ("diagonal", "any_coast"), "end": ("rounds 12",), "set": ("moons", "crowns"), "note": ("",)}
    await room.press(ANA, "opt_sent", fields=fields)
    now = await room.service.info(info.id)
    chosen = {name: value for name, value in now.options.items() if value}
    assert chosen == {"diagonal": True, "any_coast": True, "rounds": 12, "handicap": ["moons", "crowns"]}
    assert options_in_words.house(now).startswith(
        "diagonal movement, boats to any coast, an extra token for Moons, Crowns"
    )
    assert options_in_words.length(now).startswith("ends after round 12, or when a culture holds 3 settlements")
    assert [c.value for c in ticked(await room.press(ANA, "opt_more")) if c.chosen] == ["moons", "crowns"]


def ticked(form: Screen | Form) -> tuple[MenuChoice, ...]:
    """What can be ticked about the handicap."""
    assert isinstance(form, Form)
    return next(f.choices for f in form.fields if isinstance(f, Pick) and f.key == "set")


def test_options_are_written_as_a_line_too() -> None:
    line = "diagonal, handicap suns, window_close early"
    read, settings = option_parser.read_line(line, lobby_of(GAME), names_of(GAME), GAME)
    assert read == {"diagonal": True, "handicap": ["suns"]}
    assert settings == {"window_close": "early"}
    found = option_parser.lengths("rounds", lobby_of(GAME), GAME)
    assert [line for told, line in found if told.startswith("Ends after round 15, or when")] == ["rounds 15"]
    with speaking("de"):
        assert option_parser.lengths("", lobby_of(GAME), GAME)[1][0].startswith("Endet nach Runde 10, oder sobald")


async def test_a_person_names_a_suit(room: Room) -> None:
    info = await opened(room)
    await room.press(BEN, "opt_civ", "", "crowns")
    assert "Ben: Crowns" in options_text(await room.press(BEN, "opt_civs"))
    running = (await room.service.start(info.id, ANA)).info
    assert [s.civ for s in running.seats if s.person == BEN] == ["crowns"]


def options_text(answer: Screen | Form) -> str:
    """The words of a screen."""
    return said(answer)


async def test_the_status_lists_settlements_and_what_wins(room: Room) -> None:
    await begun(room)
    text = await room.say(ANA, "status")
    assert "Setup · tiles" in text
    assert "3 settlements held for a full round win" in text
    assert "Settlements by square" in labels(await room.press(ANA, "status"))
    assert "none" in await room.say(ANA, "cities")


@pytest.mark.soak
async def test_the_map_is_a_picture_and_text_and_has_looks_of_its_own(room: Room) -> None:
    info = await begun(room)
    await first(room, info, "movement.move")
    shown = await room.press(ANA, "map")
    assert "Round 1" in said(shown)
    assert {"map_show", "As text", "Legend"} <= set(labels(shown))
    assert "**Row " in await room.say(ANA, "map_text", "board~1")
    for show in ("conflicts", "mine", "changes", "area:a1"):
        assert isinstance(await room.press(ANA, "map_show", show), Screen)
        assert isinstance(await room.press(ANA, "map_text", f"{show}~1"), Screen)
    assert "isn't used on this map" in await room.say(ANA, "map_show", "area:r18")


async def test_one_square_is_told_with_everything(room: Room) -> None:
    info = await begun(room)
    await first(room, info, "movement.move")
    view = (await room.service.standing(info.id)).view
    assert PRESENTATION.atlas is not None
    coin = next(name for name, square in view.squares.items() if square.coin)
    assert f"**{coin}**" in PRESENTATION.atlas.area(view, coin)
    assert "Supports" in PRESENTATION.atlas.area(view, coin)
    assert "Adjacent to: " in PRESENTATION.atlas.area(view, coin)
    assert PRESENTATION.atlas.changes(view, view) == []


async def test_a_round_has_a_post_for_its_start_and_one_for_its_end(room: Room) -> None:
    info = await begun(room)
    await first(room, info, "movement.move")
    for _ in range(3):
        standing = await room.service.standing(info.id)
        assert standing.ask is not None
        owner = standing.ask.asked[0].person
        assert owner is not None
        sheet = await room.service.sheet(info.id, owner)
        await room.service.answer(info.id, owner, sheet.ask_no, [("done",)])
    posts = [words(post) for post in await room.posts()]
    start, end = (
        next((i for i, text in enumerate(posts) if head in text), -1) for head in ("## Round 2 ·", "## Round 1 ends")
    )
    assert "**Order**" in posts[start]
    assert "**Growth**: " in posts[start]
    assert end == -1 or end < start


def test_moments_and_chapters_are_named() -> None:
    summary = summary_of(GAME)
    view = Story("movement", tokens={"c4": "suns 4"}).table.view(None)
    assert summary.moment(replace(view, turn=7, phase="movement")) == "Round 7"
    assert summary.moment(replace(view, turn=7, phase="settlement")) == "Round 7 ends"
    assert summary.moment(replace(view, turn=0, phase="setup.coin")) == "Setup · coins"
    assert summary.chapter(0, 7, "conflict") == "Round 7 · Conflicts"
    assert summary.chapter(0, 12, "over") == "Game over"
    assert summary.chapter(0, 0, "end") == "Setup", "what the setup ends with belongs to no round"


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
    text = said(rules.rules_screen("Moons sent 2 by boat: f5 to k9.", GAME))
    assert "**Boats**" in text


def test_every_public_question_has_words() -> None:
    keys = ("tile.move", "tile.place", "coin.place", "token.start", "growth.squares", "movement.move", "settle.form")
    assert [k for k in keys if f"culture_wars.table.asked.{k.replace('.', '_')}" not in catalogue()] == []


async def test_topics_are_completed_for_the_game_of_the_channel(room: Room) -> None:
    await begun(room)
    visit = Visit(ANA.id, HERE.channel, name="Ana", guild=HERE.guild)
    found = await room.all_handlers.suggest.topics(visit, "")
    assert not any(value.startswith(("card:", "civ:")) for _, value in found)
    assert any(value.startswith("rule:culture") for _, value in found)
    elsewhere = Visit(Person(1, "Zoe").id, 99, name="Zoe")
    assert len({value.partition(":")[0] for _, value in await room.all_handlers.suggest.topics(elsewhere, "a")}) > 1


@pytest.mark.soak
async def test_a_quiet_channel_is_told_everything_once(room: Room) -> None:
    info = await opened(room)
    await room.service.change_settings(info.id, ANA, channel="brief")
    info = (await room.service.start(info.id, ANA)).info
    while (await room.service.standing(info.id)).view.turn < 3:
        await answered(room, info, apart=True)
    public = [post for post in await room.posts() if post.kind in {"start", "phase", "event"} and not post.user]
    posts = [words(post) for post in public]
    told = "\n".join([await room.whole(ANA, post) for post in public])
    lines = re.findall(
        r"^.*(?:placed a coin on|moved tile|placed the first|moved \d|grew by|settled ).*$", told, re.MULTILINE
    )
    assert len(lines) > 18
    assert sorted(lines) == sorted(set(lines))
    assert told.count("**Growth**: ") == 3
    assert sum("## Round " in text for text in posts) == 3


@pytest.mark.soak
async def test_a_quiet_channel_is_told_of_the_end_of_a_round_before_the_next(room: Room) -> None:
    info = await opened(room)
    await room.service.change_settings(info.id, ANA, channel="brief")
    info = (await room.service.start(info.id, ANA)).info
    while (await room.service.standing(info.id)).view.turn < 3:
        await answered(room, info, apart=True)
    posts = [post for post in await room.posts() if post.kind == "phase" and not post.user]
    (second,) = [post for post in posts if "## Round 2 · " in words(post)]
    told = await room.whole(ANA, second)
    assert told.index("moved") < told.index("**Order**: ")
    assert told.rindex("moved") < told.index("**Order**: ")


async def answered(room: Room, info: TableInfo, *, apart: bool = False) -> None:
    """Give the first answer to what is asked now; with `apart` everybody begins somewhere else."""
    standing = await room.service.standing(info.id)
    assert standing.ask is not None
    owner = standing.ask.asked[0].person
    assert owner is not None
    sheet = await room.service.sheet(info.id, owner)
    assert sheet.ask is not None
    where = (owner.id * 29) % len(sheet.ask.options) if apart and standing.ask.key == "token.start" else 0
    await room.service.answer(info.id, owner, sheet.ask_no, [sheet.ask.options[where : where + 1]])


@pytest.mark.soak
async def test_what_the_npc_does_at_the_end_of_a_round_is_marked(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, GAME, npcs=1)
    await room.press(BEN, "join")
    info = (await room.service.start(info.id, ANA)).info
    while (await room.service.standing(info.id)).view.turn < 4:
        await answered(room, info)
    ends = [told for post in await room.posts() if " ends · table" in (told := words(post))]
    assert ends
    assert all(f"**{name}** moved" not in text for text in ends for name in npcs(info))


def npcs(info: TableInfo) -> list[str]:
    """The names of the suits that the NPC plays."""
    return [names_of(GAME).name("civ", seat.civ) for seat in info.seats if seat.by == "npc"]


async def test_a_hand_over_is_told_before_what_the_npc_does(room: Room) -> None:
    info = await begun(room)
    standing = await room.service.standing(info.id)
    assert standing.ask is not None
    seat = standing.ask.asked[0]
    assert seat.person is not None
    await room.service.control(info.id, seat.person, seat.number, "npc")
    told = [words(post) for post in await room.posts()][-2:]
    name = names_of(GAME).name("civ", seat.civ)
    assert f"A computer plays **{{civ:{seat.civ}}}**" in told[0] or f"A computer plays **{name}**" in told[0]
    assert "(computer)" in told[1]
    assert "moved tile" in told[1]


def test_moves_are_told_in_one_line_as_they_are_written() -> None:
    def moved(start: str, goal: str, n: int, key: str = "movement.moved") -> Event:
        way: dict[str, str | int | Message] = {
            "player": "{civ:moons}",
            "n": n,
            "start": f"{{area:{start}}}",
            "goal": f"{{area:{goal}}}",
        }
        return Event(Message(f"event.{key}", way), key=key)

    sailed = moved("f5", "k9", 1, "movement.sailed")
    events = [moved("c4", "c5", 2), moved("d2", "e2", 1), moved("c4", "c5", 1), sailed]
    (told,) = summary_of(GAME).condense(events)
    assert name_tokens(told.text, names_of(GAME), bold=False) == "Moons moved 5: c4\u2011c5 3, d2\u2011e2 1, f5~k9 1."


def test_what_the_land_cannot_support_is_told_by_culture() -> None:
    def lost(square: str, culture: str, n: int) -> Event:
        return Event(
            fact(f"{{area:{square}}}: {{civ:{culture}}} lost {n}, which the square cannot support.", "excess.removed"),
            key="excess.removed",
        )

    (told,) = summary_of(GAME).condense([lost("e2", "moons", 1), lost("h8", "suns", 1), lost("c4", "moons", 2)])
    assert name_tokens(told.text, names_of(GAME), bold=False) == "Excess: Moons 3 (e2 1, c4 2), Suns 1 (h8 1)."
