"""Every `/civ` command that has no story elsewhere, end to end: what it does, and what a wrong word is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.ui.parts import Screen, Text
from bot.ui.visit import Visit
from engine.civ.presentation.commands import COMMANDS
from engine.core.commands import HAND
from tests.civ.story import position
from tests.civ.tables import crowded
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService
from tests.ui.play.test_civilization_commands import completed, typed
from tests.ui.play.test_civilization_joined import sent
from tests.ui.play.verbs import handlers


def at(phase: str, areas: Mapping[str, str], nations: Mapping[str, Mapping[str, Any]], **tables: Any) -> FakeService:
    """That phase of a game with the 51 advances."""
    options = {"deck": "mega", "track": "basic"}
    there = position(phase, scenario="basic", options=options, areas=areas, nations=nations, **tables)
    return civilization.loaded(there)


async def wrong(fake: FakeService, verb: str, seat: str, **options: str) -> str:
    """What a command is answered that changes nothing."""
    said = await typed(fake, verb, seat, **options)
    assert not fake.given, "nothing is sent"
    return said


# -- nation -----------------------------------------------------------------------------------------------------------


async def test_nation_leads_it_from_its_start() -> None:
    """CIV §3.3."""
    fake = civilization.fresh()
    seat = fake.table.waiting()[0]
    await typed(fake, "nation", seat, nation="Africa", area="Sahara")
    assert fake.table.state.tokens == {"sahara": {"africa": 1}}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"nation": "Atlantis"}, "Atlantis"),
        ({"nation": "Egypt"}, "Egypt"),
        ({"nation": "Africa", "area": "Rome"}, "Rome"),
    ],
)
async def test_a_nation_that_cannot_be_led_is_refused_by_name(options: dict[str, str], told: str) -> None:
    """CIV §3.3: none of that name, none of this board, none of its start areas."""
    fake = civilization.fresh()
    assert told in await wrong(fake, "nation", fake.table.waiting()[0], **options)


# -- rate, grow, reduce -----------------------------------------------------------------------------------------------

COINS = {"egypt": {"advances": ["coinage"]}, "babylon": {}}
CITIES = {"memphis": "egypt city", "thebes": "egypt city", "tanis": "egypt 1"}


def short_of_stock() -> FakeService:
    """Egypt grows by less than it might."""
    return at("growth", {"memphis": "egypt 2", "fayum": "egypt 1", "nubia": "egypt 49"}, {"egypt": {}, "babylon": {}})


async def test_grow_divides_a_short_growth() -> None:
    """CIV §6.2."""
    fake = short_of_stock()
    await typed(fake, "grow", "egypt", areas="fayum 1, nubia 2")
    assert sent(fake) == [("fayum:1", "nubia:2")]


@pytest.mark.parametrize("line", ["fayum 2, nubia 1", "nubia 2", "rome 3", "nubia 99999999"])
async def test_growth_that_does_not_add_up_is_refused(line: str) -> None:
    """CIV §6.2."""
    assert await wrong(short_of_stock(), "grow", "egypt", areas=line)


async def test_reduce_takes_the_city_named() -> None:
    """CIV §11.2."""
    fake = at("support", CITIES, {"egypt": {}, "babylon": {}})
    await typed(fake, "reduce", "egypt", city="thebes")
    assert sent(fake)[0] == ("thebes",)


async def test_a_city_that_is_not_ones_own_cannot_be_reduced() -> None:
    """CIV §11.2."""
    fake = at("support", {**CITIES, "ur": "babylon city"}, {"egypt": {}, "babylon": {}})
    assert "ur" in (await wrong(fake, "reduce", "egypt", city="ur")).lower()


# -- stand ------------------------------------------------------------------------------------------------------------


def exempt() -> tuple[FakeService, str]:
    """Somebody need not roll for calamities, and who."""
    fake = FakeService(crowded(5, phase="calamities.number"))
    for _ in range(20):
        seat = fake.table.waiting()[0]
        asked = fake.table.question_to(seat)
        assert asked is not None
        if asked.key == "calamity.stand":
            return fake, seat
        fake.table.submit(seat, asked.asks[0].options[0])
    raise AssertionError("nobody is exempt")


@pytest.mark.parametrize(("word", "pick"), [("roll", "roll"), ("Roll", "roll"), ("aside", "aside")])
async def test_stand_says_whether_one_rolls_though_exempt(word: str, pick: str) -> None:
    """CIV §13."""
    fake, seat = exempt()
    await typed(fake, "stand", seat, roll=word)
    assert sent(fake) == [(pick,)]


@pytest.mark.parametrize("word", ["sideways", "3", "roll aside", ""])
async def test_another_word_for_standing_is_no_answer(word: str) -> None:
    """CIV §13."""
    fake, seat = exempt()
    assert await wrong(fake, "stand", seat, roll=word)


async def test_standing_is_refused_while_moves_are_asked() -> None:
    fake = civilization.moving()
    assert "move" in (await wrong(fake, "stand", "italy", roll="roll")).lower()


# -- ability ----------------------------------------------------------------------------------------------------------


def using(*cards: str, **areas: str) -> FakeService:
    """Egypt has these advances, and stands next to others."""
    there = {"gaza": "egypt 1", "sinai": "crete 1 babylon 2", "tanis": "crete city", **areas}
    nations = {"egypt": {"advances": list(cards)}, "crete": {}, "babylon": {}}
    return at("ability", there, nations, order=["egypt"])


async def test_ability_converts_an_area_in_one_step() -> None:
    """CIV §17.2."""
    fake = using("monotheism")
    await typed(fake, "ability", "egypt", name="Monotheism", area="Sinai")
    assert list(fake.table.state.tokens["sinai"]) == ["egypt"]


async def test_ability_without_an_area_asks_for_it() -> None:
    """CIV §17.2: what one command has left open stands on the screen."""
    fake = using("monotheism")
    assert "Choose an area to take over" in await typed(fake, "ability", "egypt", name="Monotheism")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"name": "Politics"}, "Politics"),
        ({"name": "Sorcery"}, "Sorcery"),
        ({"name": "Monotheism", "area": "Rome"}, "Rome"),
    ],
)
async def test_an_ability_or_area_that_is_not_to_be_had_is_refused_by_name(options: dict[str, str], told: str) -> None:
    """CIV §17.2."""
    fake = using("monotheism")
    assert told in await typed(fake, "ability", "egypt", **options)
    assert fake.table.state.tokens["sinai"] == {"crete": 1, "babylon": 2}


async def test_abilities_and_areas_are_completed() -> None:
    """Only what can be used is offered."""
    fake = using("monotheism", "politics")
    assert await completed(fake, "ability", "name", "", "egypt") == ["done", "monotheism", "politics"]


# -- hand -------------------------------------------------------------------------------------------------------------


async def hand(fake: FakeService, seat: str) -> str:
    """What `/civ hand` shows, which the cog answers with the handler of that name."""
    command = next(one for one in COMMANDS if one.name == "hand")
    assert command.look == HAND
    play = handlers(fake.service, lambda _: civilization.PRESENTATION)
    visit = Visit(fake.person(seat).id, 2, "1k9", None, "", "", None, (), {}, True, "Ana")
    screen = await play[HAND](visit)
    assert isinstance(screen, Screen)
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


async def test_hand_shows_ones_own_cards_with_their_values_and_nobody_elses() -> None:
    """CIV §2.6."""
    fake = civilization.moving()
    own, other = await hand(fake, "italy"), await hand(fake, "africa")
    assert "Ore 3" in own
    assert "Water 5" in own
    assert "Ore 3" not in other
    assert "You have no money cards yet" in other


# -- choose, done -----------------------------------------------------------------------------------------------------


async def test_choose_answers_what_has_no_command_of_its_own() -> None:
    """CIV §9.7."""
    fake = at("conflict.cities", {"memphis": "babylon 7 egypt city"}, {"egypt": {}, "babylon": {}})
    await typed(fake, "choose", "babylon", choice="1")
    assert sent(fake) == [("1",)]


async def test_choose_refuses_what_is_not_offered() -> None:
    """CIV §9.7."""
    fake = at("conflict.cities", {"memphis": "babylon 7 egypt city"}, {"egypt": {}, "babylon": {}})
    assert "9" in await wrong(fake, "choose", "babylon", choice="9")


async def test_done_ends_the_moves() -> None:
    """CIV §8.1: what is not moved stays, so that nothing is given up and nothing asked back."""
    fake = civilization.moving()
    await typed(fake, "done")
    assert list(fake.table.waiting()) == ["africa"]


async def test_done_is_refused_where_something_has_to_be_chosen() -> None:
    """CIV §11.2."""
    fake = at("support", CITIES, {"egypt": {}, "babylon": {}})
    assert await wrong(fake, "done", "egypt")
