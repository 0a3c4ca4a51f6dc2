"""Screens of Advanced Civilization on which several questions are answered with one confirmation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.games.civ.joined_screen import times_chosen
from bot.games.questions import questions
from bot.ui.layout import layout
from bot.ui.parts import DESIGN, Address, Button, Screen, Text, choice, controls
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.civ.catalog import AREAS, NEUTRAL
from engine.civ.game import GAME
from engine.core import notation
from engine.core.commands import CONFIRM
from engine.core.text import catalogue, speaking, words
from tests.civ.story import position
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser

RICH = ["ore_5a", "water_7a", "titanium_11a", "research_13a", "ore_3a", "ore_3b", "ore_4a", "water_5a", "water_5b"]


def at(phase: str, **replaced: tuple[str, str]) -> FakeService:
    """The position of Italy in that phase, with parts of it written otherwise."""
    text = civilization.POSITION.replace('"movement"', f'"{phase}"')
    if phase not in {"movement", "ships"}:
        text = text.replace('order = ["italy", "africa", "thrace"]', "")
    text = civilization.trimmed(text) if phase == "advances" else text
    for old, new in replaced.values():
        assert old in text
        text = text.replace(old, new)
    return FakeService(notation.load(GAME, text))


def italy(fake: FakeService) -> Presser:
    """The person of Italy."""
    return Presser.of(fake, civilization.PRESENTATION, fake.person("italy"))


def chosen(who: Presser, option: str) -> list[str]:
    """What a menu of the screen has chosen."""
    return [c.value for menu in who.menus() if menu.option == option for c in menu.choices if c.chosen]


async def filled(who: Presser) -> dict[str, list[str]]:
    """What the form that stands for the menus has chosen; nothing is sent."""
    shown = who.at
    lists = await who.menus_form()
    who.at = shown
    return {key: [c.value for c in one.choices if c.chosen] for key, one in lists.items()}


def sent(fake: FakeService) -> list[tuple[str, ...]]:
    """The answers that were sent as one batch."""
    return next(list(mark[2]) for mark in fake.given if isinstance(mark, tuple))


async def test_ships_are_kept_one_by_one_and_built_with_one_confirmation() -> None:
    """CIV §7.1: each old ship for itself."""
    fake = at("ships", ships=('italy = ["campania"]', 'italy = ["campania", "rome"]'))
    who = italy(fake)
    await who.open()
    assert (await filled(who))["ships.keep#0"] == ["treasury"]
    await who.choose_in("ships.keep#1", "drop")
    await who.choose_in("ships.build", "etruria:1")
    there = await filled(who)
    assert (there["ships.keep#0"], there["ships.keep#1"]) == (["treasury"], ["drop"])
    await who.press("Keep 1, build 1")
    assert sent(fake) == [("treasury",), ("drop",), ("etruria:1",), ("done",)]


async def test_cities_that_keep_support_are_chosen_from_the_start_and_cards_are_ordered_beside_them() -> None:
    """CIV §10.1, §12.2."""
    fake = civilization.building()
    who = italy(fake)
    await who.open()
    assert chosen(who, "city.build") == ["rome"]
    assert "Cities: 1. Each draws a card, and 1 more card from Ore costs 18." in who.text()
    await who.choose_in("cards.buy", "1x1")
    await who.press("Build 1, order 1")
    assert sent(fake) == [("rome",), ("1",)]


async def test_no_city_is_built_if_none_is_chosen() -> None:
    fake = civilization.building()
    who = italy(fake)
    await who.open()
    await who.choose_in("city.build")
    await who.press("Build and order nothing")
    assert sent(fake)[0] == ("done",)


async def test_who_buys_advances_reads_what_the_next_space_asks_and_what_is_missing() -> None:
    """CIV §19.4: Italy has no city."""
    hand = ('hand = ["ore_3a", "water_5a"]', f"hand = {RICH}".replace("'", '"'))
    who = italy(at("advances", hand=hand, space=("treasury = 9\nspace = 3", "treasury = 9\nspace = 4")))
    await who.open()
    assert "Space 5 (Early Bronze Age) needs 2 cities. Still missing: cities." in who.text()


async def test_advances_what_pays_and_discards_are_one_screen() -> None:
    """CIV §18: price, payment and discards stand together, and the payment is as it suits best."""
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH}".replace("'", '"')))
    who = italy(fake)
    await who.open()
    assert "Money cards to discard: 1" in who.text()
    assert chosen(who, "hand.discard") == ["ore_3a"]
    await who.choose_in("advance.buy", "mysticism")
    assert "**Total 50**: Mysticism 50." in who.text()
    assert chosen(who, "advance.pay") == ["auto"]
    paid = ["ore_5a", "water_5a", "water_7a", "titanium_11a", "research_13a"]
    await who.choose_in("advance.pay", *paid)
    assert sorted(chosen(who, "advance.pay")) == sorted(paid)
    await who.press("Buy Mysticism")
    assert set(sent(fake)) == {("mysticism",), *((card,) for card in paid), ("treasury",)}


# -- the same by one command ------------------------------------------------------------------------------------------


async def given(fake: FakeService, verb: str, **options: str) -> str:
    """What the answer to Italy's command says."""
    return "\n".join(part.text for part in (await answer(fake, verb, **options)).parts if isinstance(part, Text))


async def answer(fake: FakeService, verb: str, **options: str) -> Screen:
    """The answer to Italy's command."""
    play = questions(fake.service, lambda _: civilization.PRESENTATION)
    command = next(c for c in civilization.PRESENTATION.commands if c.name == verb)
    visit = Visit(fake.person("italy").id, 2, "1k9", None, "", "", None, (), {}, True, "Ana")
    return await CommandRunner(play).run(visit, command, {CONFIRM: "True", **options})


async def test_a_command_keeps_ship_by_ship_and_builds() -> None:
    """CIV §7.1."""
    fake = at("ships", ships=('italy = ["campania"]', 'italy = ["campania", "rome"]'))
    await given(fake, "ships", keep="rome drop", build="etruria 1")
    assert sent(fake) == [("treasury",), ("drop",), ("etruria:1",), ("done",)]


async def test_a_command_keeps_all_ships_alike() -> None:
    fake = at("ships", ships=('italy = ["campania"]', 'italy = ["campania", "rome"]'))
    await given(fake, "ships", keep="levy")
    assert sent(fake)[:2] == [("levy",), ("levy",)]


async def test_a_command_builds_and_orders_cards() -> None:
    fake = civilization.building()
    await given(fake, "build", cities="rome", cards="ore")
    assert sent(fake) == [("rome",), ("1",)]


async def test_a_command_that_builds_nothing_says_so() -> None:
    fake = civilization.building()
    await given(fake, "build", cities="none")
    assert sent(fake)[0] == ("done",)


async def test_a_command_buys_and_pays_as_it_suits_best() -> None:
    """CIV §18.1."""
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH[:8]}".replace("'", '"')))
    await given(fake, "buy", advances="mysticism")
    assert sent(fake) == [("mysticism",), ("auto",)]


async def test_a_discard_that_nobody_named_is_shown_before_it_counts() -> None:
    """CIV §18.5."""
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH}".replace("'", '"')))
    assert "Money cards to discard: 1" in await given(fake, "buy", advances="none")
    assert not fake.given
    await given(fake, "buy", advances="none", discard="ore 4")
    assert sent(fake)[-1] == ("ore_4a",)


@pytest.mark.parametrize(
    ("verb", "options", "answered"),
    [
        ("ships", {"keep": "levy"}, ("levy",)),
        ("ships", {"build": "etruria 1", "keep": "drop"}, ("drop",)),
        ("build", {"cities": "rome", "cards": "ore"}, ("rome",)),
        ("build", {"cities": "none"}, ("done",)),
        ("buy", {"advances": "mysticism"}, ("mysticism",)),
        ("buy", {"advances": "none"}, ("done",)),
    ],
)
async def test_what_is_bought_by_a_command_is_shown_first_and_sent_with_one_press(
    verb: str, options: dict[str, str], answered: tuple[str, ...]
) -> None:
    fakes: dict[str, Callable[[], FakeService]] = {
        "ships": lambda: at("ships", ships=('italy = ["campania"]', 'italy = ["campania", "rome"]')),
        "build": civilization.building,
        "buy": lambda: at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH[:8]}".replace("'", '"'))),
    }
    fake = fakes[verb]()
    told = await given(fake, verb, confirm="", **options)
    assert "Not sent yet" in told
    assert not fake.given
    shown = [one for one in controls(await answer(fake, verb, confirm="", **options)) if one.verb == "join_go"]
    assert [one.label for one in shown if isinstance(one, Button)] == ["Confirm"]
    who = italy(fake)
    await who.open()
    await who.press_button(next(b for b in who.buttons() if b.verb == "join_go"))
    assert sent(fake)[0] == answered


async def test_to_give_up_every_ship_asks_once() -> None:
    fake = at("ships", ships=('italy = ["campania"]', 'italy = ["campania", "rome"]'))
    who = italy(fake)
    await who.open()
    for nth in (0, 1):
        await who.choose_in(f"ships.keep#{nth}", "drop")
    await who.press("Keep none, build none")
    assert "You give up all your old ships (2)" in who.text()
    assert not fake.given
    await who.press("Keep none, build none")
    assert sent(fake)[:2] == [("drop",), ("drop",)]


async def test_what_is_not_offered_is_refused_by_name() -> None:
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH}".replace("'", '"')))
    told = await given(fake, "buy", advances="monument")
    assert "monument" in told.lower()
    assert not fake.given


# -- ships with the moves after them ----------------------------------------------------------------------------------


async def test_ships_and_the_moves_after_them_are_one_screen_with_one_confirmation() -> None:
    """CIV §7, §8: the moves are lodged, and made when their turn comes."""
    fake = at("ships")
    who = italy(fake)
    await who.open()
    assert "Ships and moves" in who.text()
    await who.press("Type it")
    await who.fill(parts="keep all, build rome from both; rome~corsica 2, etruria>rubicon 2")
    assert (await filled(who))["ships.build"] == ["rome:1"]
    assert "Etruria 4→2" in who.text()
    assert "Corsica 0→2" in who.text()
    await who.press("Keep 1, build 1; move 4")
    assert sent(fake) == [("treasury",), ("rome:1",), ("done",)]
    assert fake.lodged["italy"].picks == ("rome~corsica:2", "etruria>rubicon:2")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_old_ships_and_new_ones_are_one_form_and_the_screen_has_three_menus(language: str) -> None:
    """CIV §7.1: no nation has more than four ships, so that the form has five lists at most."""
    fake = at("ships", ships=('italy = ["campania"]', 'italy = ["campania", "rome", "etruria"]'))
    who = italy(fake)
    with speaking(language):
        await who.open()
        assert len(who.menus()) <= 3
        lists = await who.menus_form()
    assert list(lists) == [*(f"ships.keep#{n}" for n in range(3)), "ships.build"]
    labels = [one.label for one in lists.values()]
    assert len(set(labels)) == len(labels)
    await who.open()
    await who.fill_in({"ships.keep#1": ["drop"], "ships.build": ["etruria:1"]})
    assert {key: (await filled(who))[key] for key in ("ships.keep#0", "ships.keep#1", "ships.build")} == {
        "ships.keep#0": ["treasury"],
        "ships.keep#1": ["drop"],
        "ships.build": ["etruria:1"],
    }
    assert "**Ship at Rome**" in who.text()


COASTS = ("rome", "etruria", "campania", "corsica", "samnium", "milazzo", "syracuse", "palermo", "neapolis")


def many_coasts(ships: str = "") -> FakeService:
    """Italy can build 27 ships, three ways each; it has moves to plan as well."""
    text = "\n".join(f'{area} = "italy 3"' for area in COASTS)
    return at(
        "ships",
        own=('rome = "italy 3"\netruria = "italy 4"\ncampania = "italy 5"', text),
        ships=('italy = ["campania"]', f"italy = [{ships}]"),
    )


async def test_a_long_list_of_new_ships_is_in_the_form_and_names_every_harbour() -> None:
    """Its menu of groups, and those of the moves, were five menus; without an old ship a text was empty, which Discord
    refuses.
    """
    fake = many_coasts()
    who = italy(fake)
    await who.open()
    assert len(who.menus()) <= 3
    lists = await who.menus_form()
    built = [choice.value for choice in lists["ships.build"].choices]
    assert {f"{area}:0" for area in COASTS} <= set(built)
    assert len(built) == 25
    await who.open()
    await who.fill_in({"ships.build": ["rome:0"]})
    assert "**New ships** Rome: 2 from treasury" in who.text()


async def test_what_is_chosen_in_a_long_list_behind_another_question_can_be_changed() -> None:
    """The groups of its options were others than those shown, so that a choice in the menu stayed beside the next."""
    fake = many_coasts('"campania"')
    who = italy(fake)
    await who.open()
    await who.fill_in({"ships.build": ["rome:0"]})
    assert (await filled(who))["ships.build"] == ["rome:0"]
    await who.fill_in({"ships.build": ["etruria:0"]})
    assert (await filled(who))["ships.build"] == ["etruria:0"]


async def test_moves_are_fitted_to_the_tokens_that_a_ship_built_afterwards_leaves() -> None:
    """CIV §7.2, §8: a ship in Etruria takes one of its four tokens, so that three are left for the move."""
    fake = at("ships")
    who = italy(fake)
    await who.open()
    await who.press("Type it")
    await who.fill(parts="etruria>rubicon 4, rome>etruria 1")
    await who.choose_in("ships.build", "etruria:1")
    assert "Not possible together with the rest" in who.text()
    assert "**Not possible together with the rest**: Etruria>Rubicon 4." in who.text()
    await who.press("Keep 1, build 1; move 4")
    assert fake.lodged["italy"].picks == ("etruria>rubicon:3", "rome>etruria:1")


async def test_a_ship_that_takes_all_tokens_of_a_planned_move_is_built_without_it() -> None:
    """CIV §7.2, §8: nobody is left in Etruria to march; once the button was refused each time."""
    fake = at("ships", few=('etruria = "italy 4"', 'etruria = "italy 2"'))
    who = italy(fake)
    await who.open()
    await who.press("Type it")
    await who.fill(parts="etruria>rubicon 2")
    await who.choose_in("ships.build", "etruria:2")
    assert "**Not possible together with the rest**: Etruria>Rubicon 2." in who.text()
    await who.press("Keep 1, build 1")
    assert sent(fake) == [("treasury",), ("etruria:2",), ("done",)]
    assert fake.lodged == {}


async def test_moves_that_end_aboard_a_ship_cannot_be_sent_before_all_have_landed() -> None:
    """CIV §8.4: the button that sends them was refused each time, without a reason."""
    fake = at("ships")
    who = italy(fake)
    await who.open()
    await who.choose_in("movement.tokens", "campania~apollonia+2")
    assert "join_go" not in {button.verb for button in who.buttons()}
    assert "Land those aboard first" in {c.label for c in controls(who.screen) if isinstance(c, Button)}
    await who.go(Address("1k9", fake.ask_no, "join_go", seat=1))
    assert fake.answers == 0
    await who.choose_in("movement.tokens", "apollonia!2")
    await who.press("Keep 1, build none; move 2")
    assert fake.lodged["italy"].picks == ("campania~apollonia+2", "apollonia!2")


async def test_cities_stand_in_one_menu_also_where_the_settlers_of_one_are_asked_for_between_them() -> None:
    """CIV §10.2: with Urbanism the menu of cities was there twice, and nothing could be shown."""
    fake = at(
        "cities",
        card=("space = 3\nhand", 'space = 3\nadvances = ["urbanism"]\nhand'),
        rome=('rome = "italy 3"', 'rome = "italy 6"\nneapolis = "italy 5"'),
        campania=('campania = "italy 5"', 'campania = "italy 8"'),
    )
    who = italy(fake)
    await who.open()
    assert chosen(who, "city.build") == ["campania:neighbours", "rome"]
    assert [menu.option for menu in who.menus()].count("city.build") == 1
    layout(who.screen)
    await who.choose_in("city.build", "rome")
    assert chosen(who, "city.build") == ["rome"]


PIRATES = """
game = "civ"
scenario = "basic"
phase = "calamity"
turn = 6
seed = "black sails"
due = 1
calamities = ["piracy"]

[options]
deck = "classic"
track = "basic"
map = "full-main"

[nations.italy]
player = "Ana"
[nations.africa]
player = "Ben"
[nations.thrace]
player = "Cho"
[nations.egypt]
player = "Dan"

[areas]
rome = "italy city"
neapolis = "italy city"
tarentum = "italy city"
etruria = "italy 9"
tunisia = "africa 9"
carthage = "africa city"
tripoli = "africa city"
moesia = "thrace 9"
alexandria = "egypt city"
gaza = "egypt city"
fayum = "egypt 9"
byzantium = "thrace city"
thessalonica = "thrace city"
"""


async def test_of_each_nation_that_pirates_reach_the_cities_are_chosen_on_a_screen_of_their_own() -> None:
    """CIV §15: Thrace picks a city each of two others; that of the second was once chosen by silence on the first."""
    fake = FakeService(notation.load(GAME, PIRATES))
    asked = list[str]()
    while (pending := fake.table.pending) is not None and pending.key == "calamity.pirates":
        who = Presser.of(fake, civilization.PRESENTATION, fake.person("thrace"))
        await who.open()
        [menu] = [menu for menu in who.menus() if menu.option == "calamity.pirates"]
        asked.append(menu.choices[-1].value)
        await who.choose_in("calamity.pirates", asked[-1])
        await who.press("Choose 1 city")
    assert asked == ["tripoli", "tarentum"]
    assert {area for area, owner in fake.table.state.cities.items() if owner == NEUTRAL} >= set(asked)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_menu_says_before_anything_is_chosen_fits_a_phone(language: str) -> None:
    said = {key: text for key, text in catalogue(language).items() if key.startswith("civ.play.joined.none.")}
    assert "civ.play.joined.none.calamity.lose" in said
    assert {key: text for key, text in said.items() if len(text) > 27} == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_whichever_city_is_attacked_first_its_button_names_it(language: str) -> None:
    """“Zuerst der Angriff auf…” once named none."""
    with speaking(language):
        labels = [words("civ.play.do.conflict.order", what=AREAS[area].name) for area in AREAS]
    assert max(map(len, labels)) <= DESIGN.label


async def test_an_advance_that_the_rest_cannot_pay_is_named_instead_of_lost_in_silence() -> None:
    """CIV §18.1: both are chosen in the menu, and the money is enough for the dearer alone."""
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH}".replace("'", '"')))
    who = italy(fake)
    await who.open()
    await who.choose_in("advance.buy", "mysticism", "urbanism")
    assert chosen(who, "advance.buy") == ["mysticism"]
    assert "**Not possible together with the rest**: Urbanism." in who.text()
    await who.choose_in("advance.buy", "mysticism")
    assert "Not possible" not in who.text()


async def test_what_one_card_more_costs_is_what_the_menu_asks() -> None:
    """CIV §12.5: with Cartography a card of the second pile costs 5."""
    egypt = {"advances": ["cartography"], "treasury": 20}
    options = {"deck": "mega", "track": "basic"}
    areas = {"memphis": "egypt city", "tanis": "egypt city", "gaza": "egypt 4"}
    nations = {"egypt": egypt, "babylon": {}}
    fake = civilization.loaded(position("cities", scenario="basic", nations=nations, options=options, areas=areas))
    who = Presser.of(fake, civilization.PRESENTATION, fake.person("egypt"))
    await who.open()
    assert "Cities: 2. Each draws a card, and 1 more card from Water costs 5. In treasury: 20." in who.text()
    assert "1 of Water for 5" in [choice.label for menu in who.menus() for choice in menu.choices]


async def test_who_plans_its_first_city_is_told_that_it_draws_nothing_yet() -> None:
    """CIV §12.1."""
    fake = civilization.building()
    who = italy(fake)
    await who.open()
    await who.choose_in("city.build")
    assert "You draw no card because you have no city. In treasury: 20." in who.text()


async def test_a_way_of_paying_that_is_no_card_has_words_of_its_own() -> None:
    """CIV §18.1: asked for card after card, as a line of a command leaves it."""
    fake = at("advances", hand=('hand = ["ore_3a", "water_5a"]', f"hand = {RICH}".replace("'", '"')))
    fake.table.submit("italy", "mysticism")
    who = italy(fake)
    await who.open()
    await who.choose("pick", "auto")
    assert "Let the bot choose how to pay" in [button.label for button in who.buttons()]
    await who.choose("pick", "ore_5a")
    assert "Pay with Ore 5" in [button.label for button in who.buttons()]


def test_two_ships_of_a_harbour_are_told_as_two() -> None:
    """The screen named the harbour once, and its button said *Build 2*."""
    harbour = choice("rome:2", "Rome: 2 tokens in the area", chosen=True)
    assert times_chosen(harbour, ("rome:2", "rome:2")).label == "Rome: 2 tokens in the area (×2)"
    assert times_chosen(harbour, ("rome:2", "ostia:2")) == harbour
