"""Advanced Civilization on its screens: lines of moves, facts, and every screen of random games within the limits."""

from __future__ import annotations

import random

import pytest

from bot.ui.posts.direct_messages import hand_lines
from engine.civ.game import GAME
from engine.civ.state import State
from engine.core import notation
from engine.core.table import Table
from tests.civ.tables import crowded, doomed, step
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser

TWICE = 2


async def typed(line: str, position: str = civilization.POSITION) -> str:
    """What the screen says once Italy has typed that line."""
    who = civilization.asked(civilization.loaded(position))
    await who.open()
    await who.press("Type it")
    await who.fill(line=line)
    return who.text()


async def test_ships_in_one_harbour_are_counted() -> None:
    fake = civilization.loaded(civilization.POSITION.replace('["campania"]', '["campania", "rome", "campania"]'))
    who = civilization.asked(fake)
    await who.open()
    assert "**Ships**: Campania 2, Rome." in who.text()


async def test_the_screen_of_moves_tells_what_stands_where_and_what_it_supports() -> None:
    who = civilization.asked(civilization.moving())
    await who.open()
    assert (
        "**Tokens that can still move**: Campania 5, limit 2 · Etruria 4, limit 2 · Rome 3, limit 2, site."
        in who.text()
    )
    assert "**Ships**: Campania." in who.text()
    assert "Move nothing" in [button.label for button in who.buttons()]


async def test_a_long_list_of_moves_is_split_by_where_they_lead() -> None:
    who = civilization.asked(civilization.moving())
    await who.open()
    groups = next(menu for menu in who.menus() if menu.verb == "group")
    assert {"Campania: Apo–Cor (23)", "Etruria (12)"} <= {choice.label for choice in groups.choices}


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rome>etruria 2, etruria>rome 1", "Etruria 4→5, over the limit of 2 · Rome 3→2"),
        ("3 etruria>rome", "Rome 3→6, over the limit of 2, enough for a city"),
        ("etr>rom", "Rome 3→7, over the limit of 2, enough for a city"),
        ("gather rome 6", "Etruria>Rome 3"),
        ("campania~palermo 4, hold", "Campania~Palermo 4"),
        ("campania~palermo 3, palermo~campania 0", "Campania 5→2 · Palermo 0→3"),
        ("campania~milazzo 2, campania~neapolis 1", "Campania 5→2 · Milazzo 0→2 · Neapolis 0→1"),
        ("campania~milazzo 3 then palermo 1", "Campania 5→2 · Milazzo 0→2 · Palermo 0→1"),
        ("campania~palermo 2 via milazzo", "over the limit of 2 · Palermo 0→2"),
        ("spread", "Rome 3→2 · Rubicon 0→3 · Samnium 0→2"),
        ("settle italy", "Rubicon 0→1 · Samnium 0→1"),
        (
            "gather rome 6",
            "**Cities you can then build**: Rome. With these cities you have 6 tokens on the board, and 1 city needs",
        ),
        ("rome>etruria 2", "**Surplus that you lose if you don't move it**: Campania 3, Etruria 4."),
        ("gather rome", "Rome 3→6"),
        ("gather rome 6", "**Tokens on the board at the next census**: Africa 10, Italy 6, Thrace 5."),
        ("spread", "**Tokens on the board at the next census**: Italy 12, Africa 10, Thrace 5."),
        ("campania~palermo 2 via milazzo", "The ship at Palermo has "),
        ("campania~milazzo 2", "The ship at Milazzo has 3 of 4 steps left: "),
    ],
)
async def test_a_line_of_moves_is_shown_before_it_counts(line: str, told: str) -> None:
    """CIV-214."""
    assert told in await typed(line)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rome>etruria 9", "Only 3 of your tokens in Rome can still move. You typed 9."),
        ("rome>tunisia", "it isn't adjacent by land"),
        ("sicyon>rome", "There's no area called “sicyon” in play."),
        ("tunisia>sahara", "You have no tokens in Tunisia"),
        ("babylon>ur", "Babylon isn't on this board (Central Mediterranean, for three). Choose another area."),
        ("march on rome", "I can't read “march on rome”."),
        ("gather scythia", "No adjacent area has tokens to spare"),
        ("settle atlantis", "There's no region called “atlantis” in play"),
        ("rome>>neapolis 2 via campania", "because you don't have Road Building"),
        ("rome~palermo 2", "You have no ship at Rome."),
        ("campania~palermo 6", "Your ships carry up to 5 tokens. You typed 6."),
        ("campania~sabrata 2", "The ship at Campania can't reach Sabrata, because it has used 0 of its 4 steps."),
        ("rome>corsica 2", "Corsica is across the water from Rome."),
        ("campania~corsica 2, campania~palermo 1", "The ship at Corsica can't reach Campania, because it has used 3"),
    ],
)
async def test_a_line_that_cannot_be_carried_out_names_the_item(line: str, told: str) -> None:
    """CIV-214."""
    assert told in await typed(line)


async def test_a_city_that_is_attacked_is_a_conflict_without_tokens_of_others() -> None:
    """It was told with nobody in brackets."""
    text = civilization.POSITION.replace('scythia = "thrace 3"', 'scythia = "thrace 3"\nneapolis = "africa city"')
    assert "New conflicts: **Neapolis**." in await typed("campania>neapolis 4", text)


async def test_whoever_goes_on_aboard_has_left_one_area() -> None:
    """CIV §8.4."""
    at_milazzo = civilization.POSITION.replace('campania = "italy 5"', 'campania = "italy 5"\nmilazzo = "italy 2"')
    text = await typed("campania~milazzo 3 then palermo 1", at_milazzo)
    assert "**3 move, 11 stay.**" in text
    assert "**Staying**: Campania 2, Etruria 4, Milazzo 2, Rome 3." in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("campania~milazzo 3 aboard, land milazzo 2, land milazzo", "land Milazzo 2, land Milazzo 1"),
        ("campania~milazzo 3 aboard, land milazzo 1, milazzo~palermo 2", "Milazzo 0→1 · Palermo 0→2"),
    ],
)
async def test_a_line_lands_those_aboard_in_several_places(line: str, told: str) -> None:
    """CIV §8.4."""
    assert told in await typed(line)


async def test_a_line_lands_tokens_at_the_coast_where_the_ship_lies() -> None:
    """CIV §8.4: Delphi has two."""
    at_corinth = civilization.POSITION.replace('campania = "italy 5"', 'corinth = "italy 5"')
    at_corinth = at_corinth.replace('italy = ["campania"]', 'italy = ["corinth"]')
    assert "Corinth 5→3, over the limit of 2 · Delphi 0→2" in await typed(
        "corinth~delphi 2 aboard, land delphi", at_corinth
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("campania>>rome 2 via samnium", "Campania>>Rome 2"),
        ("campania>rome 2 via neapolis", "Campania>>Rome 2"),
        ("campania>>rome 2 via etruria", "Etruria isn't between Campania and Rome."),
    ],
)
async def test_two_steps_by_road_name_the_area_between(line: str, told: str) -> None:
    """CIV-214: CIV §8.3."""
    text = civilization.POSITION.replace("treasury = 9", 'treasury = 9\nadvances = ["roadbuilding"]')
    who = civilization.asked(FakeService(notation.load(GAME, text)))
    await who.open()
    await who.press("Type it")
    await who.fill(line=line)
    assert told in who.text()


async def test_a_shorthand_of_the_menu_adds_its_moves_to_the_plan() -> None:
    who = civilization.asked(civilization.moving())
    await who.open()
    await who.choose("shortcut", "gather Rome 6")
    await who.choose("shortcut", "spread")
    assert "Rome 3→6" in who.text()
    assert "Samnium 0→" in who.text()
    assert "gather Rome 6" not in [c.value for menu in who.menus() for c in menu.choices]


async def test_a_line_of_moves_sent_is_carried_out_and_the_next_nation_is_asked() -> None:
    fake = civilization.moving()
    who = civilization.asked(fake)
    await who.open()
    await who.press("Type it")
    await who.fill(line="gather rome 6")
    await who.press("Move 3, 9 stay")
    assert fake.table.state.tokens["rome"] == {"italy": 6}
    assert list(fake.table.waiting()) == ["africa"]


async def test_money_cards_are_named_beside_the_city_that_is_built_for_them() -> None:
    """The city is not built yet, and the pile of the first city has its price all the same."""
    who = civilization.asked(civilization.building())
    await who.open()
    assert "A city takes 6 tokens on a city site" in who.text()
    assert "Cities: 1. Each draws a card, and 1 more card from Ore costs 18." in who.text()
    assert "1 of Ore for 18" in [choice.label for menu in who.menus() for choice in menu.choices]


async def test_nation_and_start_are_chosen_on_one_screen() -> None:
    fake = civilization.fresh()
    who = civilization.asked(fake)
    await who.open()
    await who.choose("pick", "africa")
    assert [b.label for b in who.buttons()][:3] == ["Tunisia", "Sahara", "Tripolitania"]
    await who.press("Sahara")
    await who.press("Begin there")
    assert fake.table.state.tokens == {"sahara": {"africa": 1}}


async def looked_at(table: Table[State], number: int, answers: int) -> int:
    """Open the screen of each question that random play reaches, each kind twice. Returns how many were opened."""
    fake, rng, seen = FakeService(table), random.Random(number), dict[str, int]()
    for _ in range(answers):
        if table.pending is None:
            break
        seat = table.waiting()[0]
        key = table.pending.key_to(seat)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= TWICE:
            who = Presser.of(fake, civilization.PRESENTATION, fake.person(seat))
            await who.open()
            assert "{" not in who.text(), key
            assert "None" not in who.text(), key
        step(rng, table)
    return len(seen)


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(12))
async def test_every_screen_that_random_play_reaches_fits(number: int) -> None:
    assert await looked_at(crowded(number), number, 150) > TWICE


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("deck", "card"),
    [
        ("classic", "civil_war"),
        ("mega", "civil_war"),
        ("classic", "famine"),
        ("mega", "tyranny"),
        ("classic", "flood"),
        ("mega", "corruption"),
    ],
)
async def test_the_screens_of_calamities_fit_and_say_what_the_calamity_does(deck: str, card: str) -> None:
    assert await looked_at(doomed(3, deck, card), 3, 30)


def test_money_cards_are_told_by_pile_and_value_in_whichever_order_they_came() -> None:
    """As at the end of a game: “Ore 1, Ore 3, Ore 2, Water 5”."""
    came = ["water_5a", "ore_3a", "titanium_11a", "ore_2a"]
    text = civilization.POSITION.replace('["ore_3a", "water_5a"]', str(came).replace("'", '"'))
    view = notation.load(GAME, text).view("italy")
    assert civilization.PRESENTATION.summary.cards(view, "italy") == ("ore_2a", "ore_3a", "water_5a", "titanium_11a")
    assert civilization.PRESENTATION.board is not None
    assert civilization.PRESENTATION.board.hand(view, "italy") == ("ore_2a", "ore_3a", "water_5a", "titanium_11a")
    lines = hand_lines(civilization.PRESENTATION, ("ore_2a", "ore_3a", "water_5a"))
    assert lines == ["**Ore 2**, **Ore 3**, **Water 5**"], "there is no more to say of each"
    assert civilization.PRESENTATION.summary.cards(view, "africa") is None


async def test_a_plan_that_leaves_every_area_as_it_is_leaves_no_line_empty() -> None:
    """CIV §8.2: two go where two come from."""
    shown = await typed("rome>etruria 2, etruria>rome 2")
    assert "\n\n**Staying**" not in shown
    assert "**Staying**" in shown
