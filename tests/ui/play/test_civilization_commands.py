"""The commands of Advanced Civilization, each as its players are told to write it."""

from __future__ import annotations

import re

import pytest

from bot.games.questions import questions
from bot.ui.parts import Text
from bot.ui.questions.autocomplete import Completer
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.civ.presentation.commands import COMMANDS
from engine.civ.presentation.fleet_lines import fleet_line
from engine.civ.view import CivView
from engine.core.commands import CONFIRM
from engine.core.naming import WrongLine
from engine.core.presentation import Scene
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.test_civilization_joined import RICH, at, sent

NAMED = ("move", "build", "buy", "lose", "share", "rate", "stand", "ability", "hand", "advances", "track", "score")


def visit(fake: FakeService, seat: str = "italy") -> Visit:
    """Somebody types."""
    return Visit(fake.person(seat).id, 2, "1k9", None, "", "", None, (), {}, True, "Ana")


async def typed(fake: FakeService, verb: str, seat: str = "italy", **options: str) -> str:
    """What the answer to a command says."""
    play = questions(fake.service, lambda _: civilization.PRESENTATION)
    command = next(c for c in COMMANDS if c.name == verb)
    assert set(options) <= {p.name for p in command.parameters}
    screen = await CommandRunner(play).run(visit(fake, seat), command, {CONFIRM: "True", **options})
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


async def completed(
    fake: FakeService, verb: str, option: str, text: str, seat: str = "italy", **given: str
) -> list[str]:
    """What is offered for an option."""
    play = questions(fake.service, lambda _: civilization.PRESENTATION)
    command = next(c for c in COMMANDS if c.name == verb)
    offered = await Completer(play, CommandRunner(play)).suggest(
        visit(fake, seat), command, command.parameter(option), text, given
    )
    return [value for _, value in offered]


def test_every_verb_is_there() -> None:
    assert {*NAMED, "odds", "preview"} <= {command.name for command in COMMANDS}


async def test_move_takes_ships_and_moves_in_one_line() -> None:
    """CIV §7, §8: ships are sealed, the moves lodged."""
    fake = at("ships")
    await typed(fake, "move", plan="build rome; rome~corsica 2, etruria>rubicon 1")
    assert sent(fake) == [("treasury",), ("rome:0",), ("done",)]
    assert fake.lodged["italy"].picks == ("rome~corsica:2", "etruria>rubicon:1")


@pytest.mark.parametrize("plan", ["build rome; rome~corsica 2, etruria>rubicon 1", "etruria>rubicon 1"])
async def test_ships_and_moves_are_shown_first_and_sent_when_confirmed(plan: str) -> None:
    fake = at("ships")
    said = await typed(fake, "move", plan=plan, confirm="False")
    assert "Not sent yet" in said
    assert not fake.given
    await typed(fake, "move", plan=plan)
    assert sent(fake)


async def test_move_makes_moves_at_once_where_the_ships_of_all_are_decided() -> None:
    fake = at("ships")
    for seat in ("africa", "thrace"):
        if fake.table.ask_of(seat) is not None:
            fake.table.submit(seat, "done")
    await typed(fake, "move", plan="drop campania; etruria>rubicon 2")
    assert fake.table.state.tokens["rubicon"] == {"italy": 2}
    assert fake.table.waiting() == ("africa",)
    assert not fake.lodged


async def test_an_area_that_is_not_on_the_board_is_refused_with_the_name_of_the_board() -> None:
    told = await typed(at("ships"), "move", plan="etruria>kuban 2")
    assert re.search(r"Kuban isn.t on this board \([A-Z][\w ,]+\)\. Choose another area\.", told), told


async def test_move_without_ships_keeps_silence_for_them() -> None:
    fake = at("ships")
    await typed(fake, "move", plan="campania~milazzo 2")
    assert sent(fake) == [("treasury",), ("done",)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("build sabrata", "You can't build a ship at Sabrata"),
        ("keep rome", "You have no ship at Rome."),
        ("drop all, campania~milazzo 2", "You have no ship at Campania."),
        ("build rome, rome>etruria 9", "Only 3 of your tokens in Rome"),
        ("build rome from nowhere", "I can't read"),
    ],
)
async def test_a_line_of_ships_and_moves_that_does_not_fit_names_the_item(line: str, told: str) -> None:
    fake = at("ships")
    assert told in await typed(fake, "move", plan=line)
    assert not fake.given


async def test_preview_shows_ships_and_moves_without_sending_them() -> None:
    fake = at("ships")
    told = await typed(fake, "preview", plan="build rome from tokens; etruria>rubicon 1")
    assert "Etruria 4→3" in told
    assert not fake.given


async def test_preview_shows_moves_alone_with_what_follows() -> None:
    fake = civilization.moving()
    told = await typed(fake, "preview", plan="gather rome 6")
    assert "**Cities you can then build**: Rome." in told
    assert not fake.given


async def test_build_takes_the_city_that_architecture_helps_and_a_number_of_cards() -> None:
    """CIV §10.2, §12.2."""
    text = civilization.POSITION.replace('"movement"', '"cities"').replace('order = ["italy", "africa", "thrace"]', "")
    text = text.replace("treasury = 9", 'treasury = 30\nadvances = ["architecture"]')
    fake = civilization.loaded(text)
    await typed(fake, "build", cities="rome", architecture="rome", cards="1")
    assert sent(fake) == [("rome:treasury",), ("1",)]


async def test_buy_pays_by_itself_and_keeps_cards() -> None:
    """CIV §18.1."""
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH[:8]}".replace("'", '"')))
    await typed(fake, "buy", advances="mysticism", pay="auto", keep="ore 3, ore 3")
    paid = {pick for picks in sent(fake) for pick in picks}
    assert "mysticism" in paid
    assert not {"ore_3a", "ore_3b"} & paid


async def test_what_is_kept_leaves_treasury_to_pay_which_is_worth_two_by_mining() -> None:
    """CIV §18.1, §18.4."""
    held = 'hand = ["ore_3a", "water_5a"]'
    fake = at("advances", hand=(held, f'{held}\nadvances = ["mining"]'), treasury=("treasury = 9", "treasury = 25"))
    await typed(fake, "buy", advances="mysticism", pay="auto", keep="ore 3")
    assert sent(fake) == [("mysticism",), ("treasury",)]


async def test_completion_of_moves_offers_ships_that_can_be_built_and_the_moves_after_them() -> None:
    fake = at("ships")
    assert "build Rome" in await completed(fake, "move", "plan", "build")
    assert "build Rome, Rome~Corsica 1" in await completed(fake, "move", "plan", "build Rome, rome~cors")
    assert await completed(fake, "move", "plan", "rome~cors") == []
    assert "Rome" in await completed(at("movement"), "move", "from", "ro")


async def test_from_and_to_offer_what_can_be_written_while_ships_are_decided() -> None:
    """While ships were asked for they completed to nothing."""
    fake = at("ships")
    assert "Rome" in await completed(fake, "move", "from", "ro")
    assert "Rubicon" in await completed(fake, "move", "to", "", **{"from": "Etruria"})
    await typed(fake, "move", **{"from": "etruria", "to": "rubicon", "count": "1"})
    assert fake.lodged["italy"].picks == ("etruria>rubicon:1",)


async def test_from_and_to_make_a_move_by_ship_where_nobody_can_walk() -> None:
    fake = civilization.moving()
    reached = await completed(fake, "move", "to", "", **{"from": "Campania"})
    assert {"Samnium", "Corsica"} <= {*reached}
    assert "Corsica" not in await completed(fake, "move", "to", "", **{"from": "Etruria"})
    for to, move in (("Corsica", "Campania~Corsica 2"), ("Samnium", "Campania>Samnium 2")):
        said = await typed(civilization.moving(), "move", **{"from": "Campania", "to": to, "count": "2"})
        assert move in said


# -- the grammar ------------------------------------------------------------------------------------------------------


def scene() -> Scene[CivView]:
    """Italy fits out ships."""
    table = at("ships").table
    view = table.view("italy")
    return Scene("italy", "", "", view, view, None, None, (), (), (), (), (), None, [])


@pytest.mark.parametrize(
    ("line", "ways", "built", "moves"),
    [
        ("keep all", [("", "treasury")], [], ""),
        ("keep campania", [("campania", "treasury")], [], ""),
        ("keep campania, rome from treasury", [("campania", "treasury"), ("rome", "treasury")], [], ""),
        ("keep campania from campania", [("campania", "levy")], [], ""),
        ("drop campania", [("campania", "drop")], [], ""),
        ("build rome 2 from treasury", [], ["rome", "rome"], ""),
        ("build rome from both; rome~corsica 5, tunisia>sahara 1", [], ["rome"], "rome~corsica 5, tunisia>sahara 1"),
        ("drop all, build rome from tokens, hold", [("", "drop")], ["rome"], "hold"),
    ],
)
def test_ships_stand_at_the_head_of_a_line(
    line: str, ways: list[tuple[str, str]], built: list[str], moves: str
) -> None:
    said = fleet_line(line, scene())
    assert [(area, way) for area, way, _ in said.ways] == ways
    assert [launch.area for launch in said.launches] == built
    assert said.moves == moves


def test_a_ship_out_of_play_is_refused_by_name() -> None:
    with pytest.raises(WrongLine):
        fleet_line("build babylon", scene())


CORDUBA = """
game = "civ"
scenario = "basic"
phase = "movement"
turn = 4
seed = "baetica"
order = ["iberia", "crete"]

[options]
deck = "classic"
track = "classic"
map = "full-wx"

[nations.iberia]
player = "Ana"
treasury = 5
advances = ["road_building"]
[nations.crete]
player = "Ben"
treasury = 5

[areas]
corduba = "iberia 4"
lusitania = "iberia 3"
rome = "crete 3"
etruria = "crete 4"
phaestos = "crete 9"

[ships]
crete = ["phaestos"]
"""


@pytest.mark.parametrize(
    ("nations", "line", "told"),
    [
        (["iberia", "crete"], "corduba>hispania 3, lusitania>>iberus 2 via hispania", "Corduba>Hispania 3"),
        (["crete", "iberia"], "pha~thera 5, pha~argos 2 via thera", "Phaestos 9→2"),
        (["crete", "iberia"], "gather rome 6", "Rome 3→6"),
        (["crete", "iberia"], "spread", "Etruria>Rubicon 2"),
        (["crete", "iberia"], "hold", "Move nothing"),
        (["crete", "iberia"], "phaestos~argos 2 then thera 1", "Argos 0→1"),
        (["iberia", "crete"], "lusitania>>iberus 2", "Iberus 0→2"),
    ],
)
async def test_every_example_of_a_line_of_moves_is_read(nations: list[str], line: str, told: str) -> None:
    text = CORDUBA.replace('["iberia", "crete"]', str(nations).replace("'", '"'))
    fake = civilization.loaded(text)
    who = Presser.of(fake, civilization.PRESENTATION, fake.person(nations[0]))
    await who.open()
    await who.press("Type it")
    await who.fill(line=line)
    assert told in who.text() + " ".join(button.label for button in who.buttons())
