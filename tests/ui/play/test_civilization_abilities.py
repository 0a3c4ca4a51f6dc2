"""The special abilities of Advanced Civilization: what each choice is for, costs whom, and what no answer means."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.civ.abilities.registry import ABILITIES
from engine.core import text
from tests.civ.story import position
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.test_civilization_choices import labels, opened
from tests.ui.play.test_civilization_commands import completed, typed
from tests.ui.play.test_civilization_joined import sent

BARBARIANS = {"sparta": "neutral 4", "thera": "neutral 2", "knossos": "neutral city"}
SETTLED = {"nubia": "egypt 2", "buhen": "egypt 3", "damascus": "crete 1"}
NEARBY = {"sinai": "crete 1", "tanis": "babylon 1"}
NOUNS = "tokens|points|cities|ships|steps|Steine|Punkte|Städte|Schiffe|Schritte"
COUNTED = re.compile(rf"\{{(?:n|total|cities|tokens|stock)\}}(?: \w+)? (?:{NOUNS})\b")
NEVER_ONE = {"civ.face.asks.cities", "civ_pictures.demands.cities"}  # no space of the track asks for one city


ASKED = tuple(f"ask.{of}." for of in ("diaspora", "doctrine", "mega", "war", "calamity", "annex", "city", "revolt"))


def using(card: str, areas: dict[str, str], *picks: str, treasury: int = 0, **others: Any) -> FakeService:
    """Egypt, in Gaza, uses that advance, with so many answers given."""
    egypt = {"advances": [card], "treasury": treasury}
    nations = {"egypt": egypt, "crete": {}, "babylon": {}} | others
    options = {"deck": "mega", "track": "basic"}
    board = {"gaza": "egypt 1", **areas}
    told = position("ability", scenario="basic", order=["egypt"], nations=nations, areas=board, options=options)
    fake = civilization.loaded(told)
    for pick in (card, *picks):
        fake.table.submit("egypt", pick)
    return fake


def offered(who: Presser) -> list[str]:
    """What the menus offer."""
    return [choice.label for menu in who.menus() for choice in menu.choices]


async def test_politics_says_what_an_area_costs_and_who_loses_what() -> None:
    """CIV §17.2."""
    areas = {"sinai": "crete 1", "tanis": "babylon 2", "jerusalem": "crete 1 crete city"}
    fake = using("politics", areas, treasury=6)
    who = await opened(fake)
    assert "In stock: 40. In treasury: 6." in who.text()
    assert "**Add to treasury** up to 5 from stock" in who.text()
    assert "costs 1 of your 6 in treasury; lost there: 1 token of Crete\n" in who.text()
    assert "costs 2 of your 6 in treasury; lost there: 2 tokens of Babylon" in who.text()
    assert "costs 6 of your 6 in treasury; lost there: the city and 1 token of Crete" in who.text()
    assert "**If you don't answer**: Add to treasury." in who.text()
    assert {"Politics: Add to treasury", "Politics: Sinai"} <= set(labels(who))
    await who.press("Politics: Sinai")
    assert sent(fake) == [("sinai",)]


async def test_politics_says_where_tokens_come_from_and_go_to() -> None:
    """CIV §17.2."""
    who = await opened(using("politics", {"sinai": "crete 1"}, "treasury", treasury=6))
    assert "from your stock (40) to your treasury (6)" in who.text()
    assert "**If you don't answer**: 5 to treasury." in who.text()
    assert offered(who) == [f"{n} to treasury" for n in range(5, 0, -1)]


async def test_universal_doctrine_says_what_it_takes_from_stock() -> None:
    """CIV §17.2, CIV-RUL-081."""
    fake = using("universal_doctrine", BARBARIANS)
    who = await opened(fake)
    assert "uses one of your 9 cities in stock" in who.text()
    assert "up to 5; each uses a token from your stock of 46" in who.text()
    assert "**If you don't answer**: Knossos." in who.text()
    await who.press("Take over Barbarian tokens")
    assert "A token from your stock (46) replaces each Barbarian" in who.text()
    assert "**If you don't answer**: Take over 5." in who.text()


async def test_one_barbarian_is_one_token_and_silence_says_where() -> None:
    """CIV §17.2."""
    fake = using("universal_doctrine", BARBARIANS, "barbarians", "1")
    who = await opened(fake)
    asked = fake.table.question_to("egypt")
    assert str(asked.said if asked else "") == "Choose where to take over 1 Barbarian token."
    assert "**If you don't answer**: Sparta 1." in who.text()
    three = await opened(using("universal_doctrine", BARBARIANS, "barbarians", "5"))
    assert "**If you don't answer**: Sparta 4, Thera 1." in three.text()


async def test_diaspora_says_what_each_step_is_for() -> None:
    """CIV §17.2."""
    who = await opened(using("diaspora", SETTLED))
    assert "place them wherever there is room, for free" in who.text()
    assert "**If you don't answer**: Move 5." in who.text()
    assert offered(who)[0] == "Move 5"
    lifting = await opened(using("diaspora", SETTLED, "5"))
    assert "**If you don't answer**: Buhen 3, Gaza 1, Nubia 1." in lifting.text()
    landing = await opened(using("diaspora", SETTLED, "1", "nubia:1"))
    assert "You can also return a token to where it was." in landing.text()
    assert "**If you don't answer**: Nubia 1." in landing.text()


async def test_where_diaspora_leads_is_chosen_from_areas_in_groups_and_each_part_can_be_made_less() -> None:
    """CIV §17.2: over a hundred areas have room, as many as no menu holds."""
    fake = using("diaspora", SETTLED, "3", "buhen:3")
    who = await opened(fake)
    groups = next(menu for menu in who.menus() if menu.verb == "group")
    assert {"Egypt", "Italy", "Black Sea"} <= {choice.label.rpartition(" (")[0] for choice in groups.choices}
    assert all(len(menu.choices) <= 25 for menu in who.menus())
    italy = next(choice.value for choice in groups.choices if choice.label.startswith("Italy"))
    await who.choose("group", italy)
    assert "Rome up to 2" in who.text()
    assert "Arabia" not in who.text()
    await who.choose("part", "rome")
    assert "Rome 2 (2 of 3)" in who.text()
    assert offered(who)[-2:] == ["Rome: 1 only", "Rome: none"]
    await who.choose("part_less", "rome:1")
    assert "Rome 1 (1 of 3)" in who.text()
    await who.choose("part", "neapolis")
    await who.choose("part", "campania")
    await who.press("Divide like this")
    assert {tuple(sorted(picks)) for picks in sent(fake)} == {("campania:1", "neapolis:1", "rome:1")}


async def test_what_was_never_offered_changes_no_part() -> None:
    """CIV §17.2: neither more than there is, nor an area that gets nothing, nor anything odd."""
    fake = using("diaspora", SETTLED, "3", "buhen:3")
    who = await opened(fake)
    await who.choose("part", "buhen")
    before, menu = who.text(), next(menu for menu in who.menus() if menu.verb == "part_less")
    assert "Buhen 3 (3 of 3)" in before
    for value in ("rome:1", "buhen:9", "buhen:", "buhen:-1", "nowhere", ""):
        await who.go(who.where(menu), [value])
        assert who.text() == before


async def test_where_diaspora_leads_is_completed_as_it_is_typed() -> None:
    """CIV §17.2: by the command of abilities too."""
    fake = using("diaspora", SETTLED, "3", "buhen:3")
    assert "Rome 2" in await completed(fake, "ability", "area", "ro", "egypt")
    assert "rome 2, Neapolis 1" in await completed(fake, "ability", "area", "rome 2, neap", "egypt")
    assert "Rome 2" in await completed(fake, "choose", "choice", "rom", "egypt")
    await typed(fake, "ability", "egypt", area="rome 2, neapolis 1")
    assert sent(fake) == [("rome:2", "neapolis:1")]


@pytest.mark.parametrize(
    ("language", "n", "start", "goal"),
    [
        ("en", "1", "Choose where to take 1 token from.", "Choose where to place 1 token."),
        ("en", "2", "Choose where to take 2 tokens from.", "Choose where to place 2 tokens."),
        ("de", "1", "Woher kommt 1 Stein?", "Wohin geht 1 Stein?"),
        ("de", "2", "Woher kommen 2 Steine?", "Wohin gehen 2 Steine?"),
    ],
)
def test_tokens_that_go_are_counted_in_the_right_form(language: str, n: str, start: str, goal: str) -> None:
    """CIV §17.2."""
    fake = using("diaspora", SETTLED, n)
    with text.speaking(language):
        asked = fake.table.question_to("egypt")
        assert asked is not None
        assert str(asked.said) == start
        fake.table.submit("egypt", f"nubia:{n}")
        asked = fake.table.question_to("egypt")
        assert asked is not None
        assert str(asked.said) == goal


async def test_provincial_empire_says_who_holds_what_and_whom_silence_names() -> None:
    """CIV §17.2, CIV-RUL-081: silence names one alone."""
    hands: dict[str, Any] = {"crete": {"hand": ["water_7a", "ore_3a"]}, "babylon": {"hand": ["moon_ore_50a"]}}
    fake = using("provincial_empire", NEARBY, **hands)
    who = await opened(fake)
    hints = {choice.label: choice.hint for menu in who.menus() for choice in menu.choices}
    assert hints == {"Crete": "2 money cards", "Babylon": "1 money card"}
    assert "Each gives you one money card of their choice from pile 2 or higher" in who.text()
    assert "**If you don't answer**: " in who.text()
    asked = fake.table.question_to("egypt")
    assert asked is not None
    first = civilization.PRESENTATION.names.name("civ", asked.asks[0].options[0])
    assert f"**If you don't answer**: {first}." in who.text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_counted_has_a_form_for_one(language: str) -> None:
    """Such texts come in forms by number, or as pairs that the presentation chooses from."""
    catalogue = text.catalogue(language)
    found = [key for key, told in catalogue.items() if _is_of_civ(key) and COUNTED.search(told)]
    assert found
    assert [key for key in found if not _has_one(key, catalogue)] == []


def _is_of_civ(key: str) -> bool:
    return key not in NEVER_ONE and key.startswith(("civ.", "civ_pictures.", "event.civilization.", *ASKED))


def _has_one(key: str, catalogue: Any) -> bool:
    """`cities` has `city`, `tokens` `token`, `x.other` `x.one`, `x` `x_one`."""
    single = [key.removesuffix("s"), key.removesuffix("ies") + "y", key.removesuffix("_one") + "_one"]
    single += [key.replace("ships_", "ship_")]
    return any(one != key and one in catalogue for one in single) or f"{key.removesuffix('.other')}.one" in catalogue


async def test_a_menu_of_abilities_says_what_each_does_in_whole_words() -> None:
    """CIV §17.2: and the button says that it is used."""
    cards = ["politics", "trade_routes", "diaspora", "fundamentalism", "provincial_empire"]
    egypt = {"advances": cards, "treasury": 9, "hand": ["ore_3a", "water_5a"]}
    nations = {"egypt": egypt, "crete": {"hand": ["water_5b"]}}
    options = {"deck": "mega", "track": "basic"}
    board = {"gaza": "egypt 1", "sinai": "crete 1"}
    told = position("ability", scenario="basic", order=["egypt"], nations=nations, areas=board, options=options)
    who = await opened(civilization.loaded(told))
    hints = {choice.value: choice.hint for menu in who.menus() for choice in menu.choices}
    assert set(hints) == {"done", *cards}
    assert not [hint for hint in hints.values() if hint.endswith("…")]
    await who.choose("pick", "politics")
    assert "Use Politics" in [button.label for button in who.buttons()]
    await who.choose("pick", "done")
    assert "No more abilities" in [button.label for button in who.buttons()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_an_ability_does_fits_a_line_of_a_menu(language: str) -> None:
    catalogue = text.catalogue(language)
    told = {key: said for key, said in catalogue.items() if key.startswith("option.ability.hint.")}
    assert {key.split(".", 3)[3] for key in told} == {".".join(of) for of in ABILITIES}
    assert [key for key, said in told.items() if len(said) > 80] == []


async def test_trade_routes_say_what_each_card_brings() -> None:
    """CIV §17.2: twice the number of its pile."""
    fake = using("trade_routes", {}, egypt={"advances": ["trade_routes"], "hand": ["ore_3a", "water_5a"]})
    who = await opened(fake)
    assert "2 to treasury" in who.text()
    assert "4 to treasury" in who.text()
    await who.press("Discard Ore 3")
    assert sent(fake) == [("ore_3a",)]


async def test_who_converts_or_destroys_is_told_what_becomes_of_the_units() -> None:
    """CIV §17.2."""
    who = await opened(using("monotheism", {"sinai": "crete 1", "tanis": "babylon 2"}))
    assert "You take over other players' units there" in who.text()
    assert "replace each with a piece from your stock" in who.text()
    who = await opened(using("fundamentalism", {"sinai": "crete 1", "tanis": "babylon 2"}))
    assert "Other players' units there return to their stock" in who.text()


@pytest.mark.parametrize(("language", "told"), [("en", "Pirate city"), ("de", "Piratenstadt")])
async def test_a_city_that_nobody_leads_is_a_pirate_city(language: str, told: str) -> None:
    """CIV §2.4: the neutral owner holds Barbarian tokens and Pirate cities."""
    with text.speaking(language):
        who = await opened(using("universal_doctrine", BARBARIANS))
        hints = " ".join(choice.hint for menu in who.menus() for choice in menu.choices) + who.text()
    assert told in hints
    assert "city of Barbarians" not in hints
    assert "Stadt von Barbaren" not in hints


@pytest.mark.parametrize(("language", "told"), [("en", "Delphi (west coast)"), ("de", "Delphi (Westküste)")])
async def test_a_harbour_of_two_names_its_coast_in_the_language_of_the_screen(language: str, told: str) -> None:
    """CIV §7.1: an area can have two coasts."""
    nations = {"egypt": {"treasury": 4}, "babylon": {}}
    fake = civilization.loaded(position("ships", nations=nations, areas={"delphi": "egypt 3"}))
    who = Presser.of(fake, civilization.PRESENTATION, fake.person("egypt"))
    with text.speaking(language):
        await who.open()
        assert [label for label in offered(who) if label.startswith(told)]
