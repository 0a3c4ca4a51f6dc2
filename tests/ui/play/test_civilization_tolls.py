"""What a calamity costs in Advanced Civilization: one screen, set as silence would have it, or one line."""

from __future__ import annotations

import pytest

from bot.games.questions import questions
from bot.ui.parts import Form, Line
from bot.ui.questions.autocomplete import Completer
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.civ.catalog import CARDS
from engine.civ.silence import silent
from engine.core.commands import CONFIRM
from engine.core.naming import name_tokens
from tests.civ.story import position
from tests.civ.tables import doomed
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.test_civilization_joined import chosen, sent


def struck(deck: str, card: str, key: str, number: int = 3) -> tuple[FakeService, Presser]:
    """A calamity that has come so far that somebody is asked that, and who."""
    fake = FakeService(doomed(number, deck, card))
    while (seat := fake.table.waiting()[0]) and (asked := fake.table.question_to(seat)) and asked.key != key:
        fake.table.submit(seat, *silent(asked.asks[0], asked.key))
    return fake, Presser.of(fake, civilization.PRESENTATION, fake.person(seat))


async def test_losses_are_set_cheapest_first_and_told_with_what_is_left() -> None:
    """CIV §2.9: points exactly, tokens of crowded areas first."""
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await who.open()
    assert "Unit points to lose: 10 · Asia" in who.text()
    assert "**10 unit points**: 10 tokens." in who.text()
    assert "**Tokens to lose, 10 in all:** Sidon 3, Cyprus 3, Kanesh 3, Bithynia 1" in who.text()
    assert "That leaves 5 tokens on the board, and 1 city needs 2." in who.text()
    await who.press("Lose 10 tokens")
    assert sent(fake) == [(), ("sidon:3", "cyprus:3", "kanesh:3", "bithynia:1")]


async def test_a_city_that_goes_counts_for_its_points_and_tokens_follow() -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await who.open()
    await who.choose_in("calamity.lose_cities", "arabia")
    assert "**10 unit points**: the city in Arabia, 5 tokens." in who.text()
    await who.choose_in("calamity.lose", "susa")
    assert "Tokens to lose, 5 in all:** Sidon 3, Susa 2" in who.text()
    await who.press("Lose 1 city and 5 tokens")
    assert sent(fake) == [("arabia",), ("sidon:3", "susa:2")]


async def test_who_takes_units_over_is_told_whose_and_who_is_meant() -> None:
    """The text of the calamity speaks to its victim, and somebody else read it."""
    fake, who = struck("mega", "tyranny", "mega.pick_count")
    victim = fake.table.pending.said.values["victim"]  # type: ignore[union-attr]
    await who.open()
    assert (
        f"This calamity hits {name_tokens(str(victim), civilization.PRESENTATION.names)}, so “you” in the text above"
        in who.text()
    )
    assert victim != f"{{civ:{fake.table.waiting()[0]}}}"


async def test_losses_are_typed_as_one_line() -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await who.open()
    await who.press("Type the parts")
    assert isinstance(who.at, Form)
    assert [(field.label, field.long) for field in who.at.fields if isinstance(field, Line)] == [
        ("Areas and numbers", True)
    ]
    await who.fill(parts="city arabia, susa 2, rhodes 1, kanesh 2")
    await who.press("Lose 1 city and 5 tokens")
    assert sent(fake) == [("arabia",), ("susa:2", "rhodes:1", "kanesh:2")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("city arabia, kanesh 3", "You've divided 3 of 5. The parts must add up to 5."),
        ("kanesh 3", "You've divided 3 of 10."),
        ("city arabia, kanesh 9", "Kanesh can get up to 3."),
        ("rome 10", "rome"),
        ("city kanesh, kanesh 3", "kanesh"),
    ],
)
async def test_a_line_of_losses_that_does_not_fit_says_what_is_asked(line: str, told: str) -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await who.open()
    await who.press("Type the parts")
    await who.fill(parts=line)
    assert told in who.text()
    assert not fake.given


async def test_auto_in_a_line_of_losses_is_what_silence_means() -> None:
    _, who = struck("classic", "famine", "calamity.lose_cities")
    await who.open()
    await who.choose_in("calamity.lose_cities", "arabia")
    await who.press("Type the parts")
    await who.fill(parts="auto")
    assert chosen(who, "calamity.lose_cities") == []


async def test_who_picks_among_the_units_of_another_says_cities_and_tokens_on_one_screen() -> None:
    """CIV §16.3."""
    fake, who = struck("mega", "tyranny", "mega.pick_count")
    await who.open()
    assert "Unit points to take over: 15 · Africa" in who.text()
    assert "**15 unit points**: 3 cities." in who.text()
    await who.choose_in("mega.pick_count", "2")
    assert len(chosen(who, "mega.pick_cities")) == 2
    await who.press("Take over 2 cities and 5 tokens")
    assert [len(picks) for picks in sent(fake)][:2] == [1, 2]


async def test_money_cards_of_a_corruption_are_chosen_on_one_screen() -> None:
    """CIV-RUL-087."""
    fake, who = struck("mega", "corruption", "mega.discard")
    await who.open()
    first = chosen(who, "mega.discard")
    hints = {choice.value: choice.hint for menu in who.menus() for choice in menu.choices}
    assert hints == {card: f"pile {CARDS[card].pile}" for card in hints}
    assert sum(CARDS[card].pile for card in first) == 5
    assert "Microbiotics 17. Total of their pile numbers: 10." in who.text()  # the only one that still fits
    await who.press("Discard these")
    assert sent(fake) == [(card,) for card in first]


async def test_shares_of_the_others_stand_evenly_and_one_may_bear_more() -> None:
    """CIV §14.1, CIV-RUL-071."""
    fake, who = struck("classic", "famine", "calamity.victims", 1)
    await who.open()
    assert "Unit points for others to lose: 20" in who.text()
    first = next(menu.choices[-1].value for menu in who.menus() if menu.option == "calamity.victims")
    await who.choose_in("calamity.victims", first)
    await who.press("Let the others lose this")
    assert f"{first}:8" in sent(fake)[0]


# -- by commands ------------------------------------------------------------------------------------------------------


def visit_of(who: Presser) -> Visit:
    """Somebody types a command."""
    return Visit(who.person.id, 2, "1k9", None, "", "", None, (), {}, True, who.person.name)


async def command(fake: FakeService, who: Presser, verb: str, **options: str) -> None:
    """A command typed."""
    play = questions(fake.service, lambda _: civilization.PRESENTATION)
    found = next(c for c in civilization.PRESENTATION.commands if c.name == verb)
    await CommandRunner(play).run(visit_of(who), found, {CONFIRM: "True", **options})


async def completed(fake: FakeService, who: Presser, verb: str, typed: str) -> list[str]:
    """The lines that its completion offers."""
    play = questions(fake.service, lambda _: civilization.PRESENTATION)
    found = next(c for c in civilization.PRESENTATION.commands if c.name == verb)
    offered = await Completer(play, CommandRunner(play)).suggest(
        visit_of(who), found, found.parameter("plan"), typed, {}
    )
    return [value for _, value in offered]


async def test_a_command_names_what_a_calamity_costs() -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await command(fake, who, "lose", plan="city arabia, susa 2, rhodes 1, kanesh 2")
    assert sent(fake) == [("arabia",), ("susa:2", "rhodes:1", "kanesh:2")]


async def test_losses_that_a_command_names_are_shown_first() -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await command(fake, who, "lose", plan="city arabia, susa 2, rhodes 1, kanesh 2", confirm="False")
    assert not fake.given


async def test_a_command_leaves_losses_to_silence() -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    await command(fake, who, "lose", plan="auto")
    assert sent(fake)[0] == ()


async def test_a_command_divides_the_losses_of_others() -> None:
    fake, who = struck("classic", "famine", "calamity.victims", 1)
    asked = fake.table.question_to(fake.table.waiting()[0])
    assert asked is not None
    caps = dict(zip(asked.asks[0].options, asked.asks[0].caps, strict=True))
    line, left = list[str](), asked.asks[0].total
    for name, most in caps.items():
        n = min(most, left)
        line, left = [*line, f"{name} {n}"] if n else line, left - n
    await command(fake, who, "share", plan=", ".join(line))
    assert sent(fake) == [tuple(one.replace(" ", ":") for one in line)]


async def test_completion_offers_auto_cities_and_areas_that_can_go() -> None:
    fake, who = struck("classic", "famine", "calamity.lose_cities")
    offered = ["auto", "city Arabia", "Sidon 3", "Cyprus 3", "Kanesh 3", "Bithynia 2", "Rhodes 1"]
    assert (await completed(fake, who, "lose", ""))[:7] == offered
    assert await completed(fake, who, "lose", "city arabia, kan") == ["city arabia, Kanesh 3"]


async def test_a_line_names_water_against_a_famine() -> None:
    """CIV-RUL-062: how many cards; the lowest values go first."""
    fake, who = struck("classic", "famine", "famine.water", 4)
    await who.open()
    most = len(fake.table.question_to(fake.table.waiting()[0]).asks[0].options) - 1  # type: ignore[union-attr]
    assert most
    await command(fake, who, "lose", plan=f"water {most}")
    assert sent(fake)[0] == (str(most),)


async def test_who_reduces_cities_of_its_own_is_not_spoken_of_by_name() -> None:
    """CIV §15."""
    _, who = struck("classic", "superstition", "calamity.cities", 1)
    await who.open()
    assert "Your cities to reduce: " in who.text()
    assert "**Your cities to reduce: " in who.text()


async def test_who_may_give_cards_instead_of_cities_presses_what_it_gives() -> None:
    """CIV §16.4, mega:theocracy: two money cards whatever their piles, or the cities."""
    cards = {"by": "human", "advances": ["theocracy"], "hand": ["ore_1a", "water_4a", "moon_ore_40a"]}
    towns = dict.fromkeys(("memphis", "tanis", "gaza", "tyre", "sidon"), "egypt city")
    tables = {"due": 1, "calamities": ["iconoclasm_and_heresy"], "nations": {"egypt": cards, "babylon": {}}}
    options = {"deck": "mega", "track": "basic"}
    fake = civilization.loaded(position("calamity", scenario="basic", options=options, areas=towns, **tables))
    who = Presser.of(fake, civilization.PRESENTATION, fake.person("egypt"))
    await who.open()
    assert "Reduce 4 cities" in [button.label for button in who.buttons()]
    await who.choose_in("mega.escape", "yes")
    await who.choose_in("mega.discard", "ore_1a", "moon_ore_40a")
    assert "**Chosen**: Ore 1, Moon Ore 40." in who.text()
    await who.press("Discard 2 money cards")
    assert sent(fake) == [("yes",), ("ore_1a", "moon_ore_40a")]


async def test_money_cards_that_are_counted_are_not_called_by_their_piles() -> None:
    """CIV §16.4: Theocracy asks for two cards, Corruption for piles that make a number."""
    _, who = struck("mega", "corruption", "mega.discard")
    await who.open()
    assert "Discard cards (total of pile numbers: " in who.text()
