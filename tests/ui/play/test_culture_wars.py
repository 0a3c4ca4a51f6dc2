"""Culture Wars at its screens: tiles, coins, tokens, movement by lines and menus, settling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.features.auto_answers.handlers import watches
from bot.games.questions import questions
from bot.ui.parts import Button, Form, Gallery, Screen, controls
from bot.ui.questions.autocomplete import Completer
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.hand import hand_screen
from bot.ui.visit import Visit
from engine.core import notation
from engine.core.auto_answers import RegionWatch
from engine.core.commands import CONFIRM, Command, Given
from engine.core.naming import WrongLine
from engine.core.text import speaking, words
from engine.culture_wars.game import GAME
from engine.culture_wars.presentation.board import listed_own
from engine.culture_wars.presentation.lines import COMMANDS
from tests.ui.play.fake_service import FakeService, Presser

from .culture import POSITION, PRESENTATION, asked, fresh, moving, until
from .wanderer import wander

VERBS = {command.name: command for command in COMMANDS}


async def typed(fake: FakeService, verb: str, **given: str) -> Screen:
    """A command of whoever is asked."""
    typist = CommandRunner(questions(fake.service, lambda _: PRESENTATION))
    person = fake.person(fake.table.waiting()[0])
    command: Command = VERBS[verb]
    options: Given = {CONFIRM: "True"} | {name.rstrip("_"): value for name, value in given.items()}
    return await typist.run(Visit(person.id, 2, "1k9", name=person.name), command, options)


def text(screen: Screen) -> str:
    """All the words of a screen."""
    return "\n".join(part.text for part in screen.parts if hasattr(part, "text"))


def pictures(screen: Screen) -> list[str]:
    """The alternative texts of its pictures."""
    return [item.alt for part in screen.parts if isinstance(part, Gallery) for item in part.pictures]


async def line(who: Presser, written: str) -> str:
    """Type a line for a movement; the screen that follows."""
    await who.press("line")
    await who.fill(line=written)
    return who.text()


async def test_a_tile_is_moved_with_its_place_on_one_screen() -> None:
    fake = fresh()
    who = asked(fake)
    assert "Move a tile that touches the hole · you are 1 of 3" in text(await who.open())
    assert pictures(who.screen)[0].startswith(
        "24 tiles form a ring around a hole. Tiles that touch it: 8, 12, 13 and 17"
    )
    await who.press("Tile 8")
    assert {c.label for c in who.menus()[0].choices} >= {"North coast (11)", "The hole (2)"}
    assert "offered" not in framed(who)
    await who.choose("group", "g0")
    await who.choose("pick", "n3")
    assert "**Tile 8 touches tiles 1 and 2:** still 2 seas, no new island." in who.text()
    assert "So far" not in who.text()
    await who.press("Move the tile")
    assert "moved tile 8, which now touches tiles 1 and 2." in who.text()


def framed(who: Presser) -> Mapping[str, object]:
    """The options of the board that is shown."""
    assert isinstance(who.screen, Screen)
    shown = next(part for part in who.screen.parts if isinstance(part, Gallery)).pictures[0]
    options: Mapping[str, object] = shown.recipe["options"]
    return options


async def test_what_completes_a_tile_and_its_place_counts_up() -> None:
    fake = fresh()
    tiles = await offered(fake, "tile", "tile", "", {})
    assert [value for _, value in tiles] == ["8", "12", "13", "17"]
    places = await offered(fake, "tile", "to", "", {"tile": "8"})
    assert [shown.partition(" — ")[0] for shown, _ in places[:4]] == ["E1", "E2", "E3", "E4"]
    east = [value for _, value in await offered(fake, "tile", "to", "e", {"tile": "8"})]
    assert east[:10] == [f"e{i}" for i in range(1, 11)]
    until(fake, "coin.place")
    squares = [value for _, value in await offered(fake, "coin", "square", "g", {})]
    assert [int(square[1:]) for square in squares if square[0] == "g"] == sorted(
        int(s[1:]) for s in squares if s[0] == "g"
    )
    assert len(squares) > 9


async def offered(fake: FakeService, verb: str, option: str, written: str, given: Given) -> list[tuple[str, str]]:
    """What completes an option for whoever is asked."""
    play = questions(fake.service, lambda _: PRESENTATION)
    person = fake.person(fake.table.waiting()[0])
    visit = Visit(person.id, 2, "1k9", name=person.name)
    return await Completer(play, CommandRunner(play)).suggest(
        visit, VERBS[verb], VERBS[verb].parameter(option), written, given
    )


async def test_a_tile_is_moved_by_one_command() -> None:
    fake = fresh()
    first = fake.table.waiting()[0]
    assert "moved tile 8, which now touches tiles 1 and 2." in text(await typed(fake, "tile", tile="8", to="N3"))
    assert fake.table.pending is not None
    assert fake.table.waiting()[0] != first


async def test_a_coin_is_placed_by_row_and_by_command() -> None:
    fake = fresh()
    until(fake, "coin.place")
    await typed(fake, "coin", square=next(iter(fake.table.view(None).squares)))
    who = asked(fake)
    screen = await who.open()
    assert "without seeing its number (4 left)" in text(screen)
    assert "squares are free" in text(screen)
    assert len(pictures(screen)) == 1
    framed = next(part for part in screen.parts if isinstance(part, Gallery)).pictures[0].recipe["options"]["offered"]
    first = who.menus()[-1].choices[0].value
    assert first in framed
    await who.choose("pick", first)
    await who.press(f"Place on {first}")
    ask = fake.table.ask_of(fake.table.waiting()[0])
    assert ask is not None
    assert f"placed a coin on {ask.options[-1]}." in text(await typed(fake, "coin", square=ask.options[-1]))


async def test_first_tokens_are_placed_by_one_line() -> None:
    fake = fresh()
    until(fake, "token.start")
    who = asked(fake)
    await who.open()
    assert "Place your first 2 tokens" in who.text()
    land = list(fake.table.view(None).squares)[:3]
    assert "What you typed is kept" in await line(who, "a99")
    assert f"**Tokens: 2 of 2** {land[0]}, {land[1]}" in await line(who, f"{land[0]}, {land[1]}")
    await who.press("Place these 2")
    assert f"placed the first tokens: {land[0]} and {land[1]}." in who.text()
    assert f"placed the first tokens: {land[2]} 2." in text(await typed(fake, "start", squares=f"{land[2]} 2"))
    last = asked(fake)
    await last.open()
    await line(last, land[0])
    await last.press("Place 1 now")
    await line(last, land[0])
    await last.press("Place this one")
    assert f"placed the first tokens: {land[0]} 2." in last.text()


@pytest.mark.parametrize(
    ("written", "plan"),
    [
        ("h1-h2 3", ["h1>h2:3"]),
        ("h1-h2", ["h1>h2:6"]),
        ("h1 n 3, d2 e", ["h1>h2:3", "d2>e2:4"]),
        ("h1 north 2; i2 West", ["h1>h2:2", "i2>h2:3"]),
        ("H1 - H2 2, h1-g1 4", ["h1>h2:2", "h1>g1:4"]),
        ("all e", ["d2>e2:4", "i2>j2:3", "h1>i1:6"]),
    ],
)
async def test_movement_is_written_in_one_line(written: str, plan: list[str]) -> None:
    fake = moving()
    await typed(fake, "move", plan=f"{written}, done")
    assert [e.picks[0] for e in fake.table.record.entries if e.picks[0] != "done"] == plan


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("h1-h4", "Your tokens can't get from h1 to h4 this round"),
        ("h1-h2 9", "Only 6 of your tokens on h1 can still move. You typed 9"),
        ("h1-h2 6, h1-g1", "You have no tokens on h1 that can still move"),
        ("c4-c5", "You have no tokens on c4"),
        ("z9-c5", "“z9” isn't a land square"),
        ("h1 x 3", "I can't read “h1 x 3”"),
        ("go east", "I can't read “go east”"),
        ("all ne", "None of your tokens can go that way"),
    ],
)
async def test_a_line_that_cannot_be_carried_out_says_why_and_moves_nothing(written: str, said: str) -> None:
    fake = moving()
    who = asked(fake)
    await who.open()
    assert said in await line(who, written)
    assert fake.answers == 0


async def test_the_preview_shows_every_square_and_who_stays() -> None:
    fake = moving()
    who = asked(fake)
    await who.open()
    shown = await line(who, "h1-h2 2, i2 n 3, d2 e")
    assert "**9 move, 4 stay** h1-h2 2, i2-i3 3, d2-e2 4" in shown
    assert "e2 0→4, Suns 2, conflict, limit 2" in shown
    assert "Staying: h1 4." in shown
    assert "New conflicts: **e2** (Suns 2)." in shown
    assert [b.label for b in who.buttons()][:3] == ["Type it", "Move 9, 4 stay", "Undo last"]
    assert len(pictures(who.screen)) == 1
    await who.press("Move 9, 4 stay")
    assert fake.table.waiting()[0] == "moons"


async def test_movement_by_menus_adds_one_move_after_the_other() -> None:
    fake = moving()
    who = asked(fake)
    await who.open()
    await who.choose("group", next(c.value for c in who.menus()[0].choices if c.label.startswith("h1")))
    await who.choose("add", "h1>h2:6")
    assert "6 move, 7 stay" in who.text()
    await who.press("Move 6, 7 stay")
    assert "Crowns moved 6: h1 to h2." in who.text()


async def test_a_command_with_from_to_and_count_is_a_move_and_a_preview_moves_nothing() -> None:
    fake = moving()
    shown = text(await typed(fake, "preview", plan="all e"))
    assert "13 move, 0 stay" in shown
    assert fake.answers == 0
    assert "2 move, 11 stay" in text(await typed(fake, "move", from_="h1", to="h2", count="2"))
    assert "5 move, 8 stay" in text(await typed(fake, "move", from_="i2", to="i3"))
    assert fake.answers == 0


async def test_a_settlement_is_formed_or_not() -> None:
    fake = moving()
    await typed(fake, "pass")
    await typed(fake, "move", plan="c4-c5, done")
    await typed(fake, "pass")
    who = asked(fake)
    assert "Choose whether to form a settlement · Moons" in text(await who.open())
    await who.press("Settle on c5 (5 tokens)")
    assert "Moons settled c5" in who.text()


SITES = """
game = "culture_wars"
turn = 3
phase = "settlement"
seed = "sites"
order = ["suns", "moons"]
[cultures.suns]
[cultures.moons]
[coins]
b2 = "suns 3"
h2 = "suns 4"
b8 = "moons 2"
[tokens]
b2 = "suns 5"
h2 = "suns 6"
b8 = "suns 7"
a9 = "moons 1"
"""


async def test_several_settlements_are_formed_by_one_command() -> None:
    fake = FakeService(notation.load(GAME, SITES))
    again = [value for _, value in await offered(fake, "settle", "squares", "b2, ", {})]
    assert again == ["b2, b8", "b2, h2"]
    told = text(await typed(fake, "settle", squares="b2, h2"))
    assert "Suns settled b2" in told
    assert "settled h2" in told
    assert [e.picks[0] for e in fake.table.record.entries] == ["b2", "h2"]


async def test_a_list_with_a_wrong_square_forms_no_settlement() -> None:
    fake = FakeService(notation.load(GAME, SITES))
    assert "isn't one of the options" in text(await typed(fake, "settle", squares="b2, c7"))
    assert fake.answers == 0


async def test_a_foreign_coin_in_a_list_is_turned_and_replaced_first() -> None:
    fake = FakeService(notation.load(GAME, SITES))
    told = text(await typed(fake, "settle", squares="b8, b2"))
    assert "Choose a coin from your reserve for the settlement on b8" in told
    assert [e.picks[0] for e in fake.table.record.entries] == ["b8"]


async def test_without_moves_it_is_told_that_nothing_was_moved() -> None:
    fake = moving()
    assert "Crowns moved nothing." in text(await typed(fake, "pass"))


async def test_what_one_holds_is_told_without_cards() -> None:
    fake = moving()
    who = asked(fake)
    await who.open()
    assert "Hand" not in [b.label for b in who.buttons()]
    screen = hand_screen(await fake.service.sheet("1k9", fake.person("crowns")), PRESENTATION)
    assert "### Your cards · Crowns" in text(screen)
    assert "Culture Wars is played without cards." in text(screen)


async def test_every_screen_is_in_the_colour_of_the_suit() -> None:
    fake = moving()
    colours = set()
    for seat in ("suns", "moons", "crowns"):
        who = Presser.of(fake, PRESENTATION, fake.person(seat))
        colours.add((await who.open()).accent)
    assert len(colours) == 3


VARIANTS = "[options]\ntwo_spaces = true\ndiagonal = true\n\n[coins]\n"
PORTS = 'a1 = "crowns 3 settlement"\na9 = "moons 2 settlement"\n'
HARBOURS = POSITION.replace("[coins]\n", VARIANTS + PORTS).replace("[tokens]\n", '[tokens]\nb1 = "crowns 4"\n')
ORDER = """
game = "culture_wars"
turn = 3
phase = "order"
seed = "grow"
[cultures.suns]
[cultures.moons]
[tokens]
"""


@pytest.mark.parametrize(
    ("written", "plan"),
    [
        ("h1-h2-h3 2", ["h1>h3:2"]),
        ("h1\u2011h2 2", ["h1>h2:2"]),
        ("h1 ne 2", ["h1>i2:2"]),
        ("b1~a10 2", ["b1~a10:2"]),
        ("b1 ~ a8, done", ["b1~a8:4"]),
    ],
)
async def test_two_squares_diagonals_and_boats_are_written_alike(written: str, plan: list[str]) -> None:
    fake = FakeService(notation.load(GAME, HARBOURS))
    await typed(fake, "move", plan=written)
    assert [e.picks[0] for e in fake.table.record.entries if e.picks[0] != "done"] == plan


async def test_a_line_is_completed_item_by_item() -> None:
    fake = moving()
    play = questions(fake.service, lambda _: PRESENTATION)
    person = fake.person("crowns")
    visit = Visit(person.id, 2, "1k9", name=person.name)
    plan = VERBS["move"].parameter("plan")
    found = await Completer(play, CommandRunner(play)).suggest(visit, VERBS["move"], plan, "h1-h2 3, d2", {})
    assert found[0] == ("h1-h2 3, d2-d3 4", "h1-h2 3, d2-d3 4")
    assert ("h1-h2 3, d2-e2 4 — Suns 2 · conflict", "h1-h2 3, d2-e2 4") in found


async def test_a_move_by_its_options_is_completed_by_what_can_still_move() -> None:
    """Only the plan was completed, and `from` and `to` had nothing to offer."""
    fake = moving()
    assert ("h1", "h1") in await offered(fake, "move", "from", "", {})
    ways = [value for _, value in await offered(fake, "move", "to", "", {"from": "H1"})]
    assert "h2" in ways
    assert len(ways) == len(set(ways))
    assert {value for _, value in await offered(fake, "move", "from", "", {"to": "h2"})} >= {"h1"}
    assert await offered(fake, "move", "to", "", {"from": "a1"}) == []


async def test_too_few_tokens_leave_a_choice_of_squares() -> None:
    land = list(fresh().table.view(None).squares)[:20]
    tokens = "\n".join(f'{name} = "suns {2 if i else 1}"' for i, name in enumerate(land[:18]))
    fake = FakeService(notation.load(GAME, f'{ORDER}{tokens}\n{land[19]} = "moons 2"\n'))
    who = asked(fake)
    assert "35 of 36 tokens are on the map. 18 squares would grow. Left in supply: 1." in text(await who.open())
    assert "Growth: Suns +1, Moons +1." in text(await typed(fake, "grow", squares=land[3]))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
async def test_random_games_through_the_screens(seed: int) -> None:
    fake, chance = fresh(f"fuzz {seed}"), Random(seed)
    people: dict[int, Presser] = {}
    for _ in range(400):
        if fake.table.pending is None:
            break
        owner = fake.person(fake.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(fake, PRESENTATION, owner))
        if isinstance(who.at, Form) or (who.interactions and chance.random() > 0.3):
            await wander(who, chance)
        else:
            await who.open()
    assert fake.answers > 20


def test_the_words_of_movement_fit_their_options() -> None:
    assert PRESENTATION.lines.spell("c4>c5:3") == "c4-c5 3"
    assert PRESENTATION.lines.spell("f5~k9:2") == "f5~k9 2"
    assert PRESENTATION.lines.spell("c4") == ""
    assert replace(VERBS["move"]).lines == ("{from}-{to} {count}", "{from}-{to}")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_one_square_is_not_told_in_the_plural(language: str) -> None:
    """In a first game “3 Steine auf 1 Feldern” were to move."""
    with speaking(language):
        title = words("culture_wars.play.plan.title.movement.move", tokens=1, squares=1)
        counted = words("culture_wars.play.plan.of.token.start", n=0, total=1)
    assert title.endswith(": 1")
    assert counted.endswith(" 1")


async def test_the_coin_that_settles_is_named_with_what_it_does() -> None:
    """CW:90: the coin there is another's, so one of the reserve takes its place."""
    fake = FakeService(notation.load(GAME, SITES))
    fake.table.submit("suns", "b8")
    who = asked(fake)
    await who.open()
    labels = [button.label for button in who.buttons()]
    assert [label for label in labels if label.startswith("Settle: ")]
    assert not [label for label in labels if label.startswith("Hidden")]


async def test_a_whole_line_of_moves_is_shown_first_and_sent_when_confirmed() -> None:
    fake = moving()
    shown = await typed(fake, "move", plan="h1-h2 3, done", confirm="False")
    assert fake.answers == 0
    assert "Not sent yet" in text(shown)
    assert [b.label for b in controls(shown) if isinstance(b, Button) and b.style == "primary"] == ["Confirm"]
    await typed(fake, "move", plan="h1-h2 3, done")
    assert fake.answers == 1


async def test_squares_can_be_watched_by_their_names() -> None:
    """A plan with a wish to be asked about a square failed: the squares were looked for by a key of another game."""
    fake = moving()
    there = await fake.seat("1K9", fake.person("moons"))
    stage = DraftState(there, PRESENTATION, DraftAnswers())
    assert watches(stage, "Crowns: e2, c5") == (RegionWatch(("e2",), "crowns"), RegionWatch(("c5",)))
    with pytest.raises(WrongLine):
        watches(stage, "z99")


async def test_of_more_squares_than_fit_it_is_said_how_many_more_there_are() -> None:
    """Only the first twelve squares were listed, as if there were no others."""
    rows = "\n".join(
        f'{column}{row} = "crowns 1"' for column in "abcdef" for row in (1, 2, 3, 4) if (column, row) != ("c", 4)
    )
    position = POSITION.partition("[tokens]")[0] + "[tokens]\n" + rows
    fake = FakeService(notation.load(GAME, position))
    listed = next(one for one in text(await asked(fake).open()).splitlines() if one.startswith("Tokens that can still"))
    assert listed.count(" · ") == 22
    more = listed_own(fake.table.view(None), "crowns", [f"{column}1" for column in "abcdef"] * 20)
    assert more.endswith("more")
    assert len(more) <= 300
