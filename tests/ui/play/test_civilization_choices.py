"""Choices between few things: what each is for, what it costs whom in numbers, and what no answer means."""

from __future__ import annotations

import re

import pytest

from engine.civ.silence import silent
from engine.core import text
from tests.civ.story import position
from tests.ui.play import civilization
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.test_civilization_joined import sent
from tests.ui.play.test_civilization_tolls import struck


def labels(who: Presser) -> list[str]:
    """What the buttons say that answer the question."""
    return [button.label for button in who.buttons() if button.verb == "take"]


@pytest.mark.parametrize(
    ("deck", "card", "key", "number", "told"),
    [
        ("mega", "cyclone", "calamity.site", 0, "**Western Mediterranean** cities there: Crete 1, Illyria 2"),
        ("classic", "flood", "calamity.site", 5, "points there: Illyria "),
        ("mega", "volcano_earthquake", "calamity.site", 58, "points there: Africa "),
        ("classic", "flood", "calamity.harbour", 4, "· Illyria 2 · costs Illyria 5 unit points"),
        ("classic", "volcano_earthquake", "calamity.quake", 10, "city of Thrace · costs Thrace 2 unit points"),
        ("mega", "volcano_earthquake", "calamity.quake_next", 2, "costs Illyria 4 unit points"),
        ("classic", "barbarian_hordes", "horde.landing", 4, "costs "),
        ("classic", "barbarian_hordes", "horde.way", 0, "points"),
        ("mega", "barbarian_hordes", "horde.city", 3, "points"),
        ("mega", "regression", "mega.ransom", 2, "**Go back a space** to space 2"),
    ],
)
async def test_a_tie_of_a_calamity_tells_numbers_and_what_silence_takes(
    deck: str, card: str, key: str, number: int, told: str
) -> None:
    """CIV §15, §16.3, §16.4: volcano, flood, sea, earthquake, Barbarians, Regression."""
    fake, who = struck(deck, card, key, number)
    await who.open()
    asked = fake.table.question_to(fake.table.waiting()[0])
    assert asked is not None
    assert asked.key == key
    assert told in who.text()
    assert len(re.findall(r"\*\*If you don't answer\*\*: ", who.text())) == 1


async def test_the_button_of_a_tie_says_what_it_does_and_does_it() -> None:
    """CIV §16.3."""
    fake, who = struck("mega", "cyclone", "calamity.site", 0)
    await who.open()
    assert "**If you don't answer**: Western Mediterranean." in who.text()
    assert labels(who) == ["Hit Western Mediterranean", "Hit Aegean Sea"]
    await who.press("Hit Aegean Sea")
    assert sent(fake) == [("aegean_sea",)]


async def test_who_chooses_for_a_victim_is_told_whom_the_calamity_hits() -> None:
    """CIV §15.3: the Barbarians' way is chosen by who rolled highest."""
    fake, who = struck("classic", "barbarian_hordes", "horde.way", 0)
    await who.open()
    asked = fake.table.question_to(fake.table.waiting()[0])
    assert asked is not None
    victim = civilization.PRESENTATION.names.name("civ", str(asked.said.values["victim"])[5:-1])
    assert f"This calamity hits {victim}, so “you” in the text above means {victim}." in who.text()
    assert f"costs {victim} " in who.text()
    assert all(label.startswith("Go to ") for label in labels(who))


async def test_the_factions_of_a_civil_war_are_shown_with_their_units() -> None:
    """CIV §15.2."""
    fake, who = struck("classic", "civil_war", "war.keep", 1)
    await who.open()
    first, second = (line for line in who.text().splitlines() if line.startswith("**Keep the "))
    assert {first.partition("**")[2].partition("**")[0], second.partition("**")[2].partition("**")[0]} == {
        "Keep the first faction",
        "Keep the second faction",
    }
    owner = fake.table.waiting()[0]
    held = {a: there[owner] for a, there in fake.table.state.tokens.items() if owner in there}
    for area, n in held.items():
        name = civilization.PRESENTATION.names.name("area", area)
        shown = [int(k) for k in re.findall(rf"(?:: |, ){re.escape(name)} ([0-9]+)", f"{first}\n{second}")]
        assert sum(shown) == n, (area, first, second)
    await who.press("Keep the second faction")
    assert sent(fake) == [("second",)]


async def test_a_step_back_that_cities_can_buy_off_names_space_and_cities() -> None:
    """CIV §16.4."""
    fake, who = struck("mega", "regression", "mega.ransom", 2)
    await who.open()
    owner = fake.table.waiting()[0]
    space = fake.table.state.nations[owner].space
    assert f"your marker stays on space {space}" in who.text()
    assert "**If you don't answer**: Go back a space." in who.text()
    await who.press("Go back a space")
    assert sent(fake) == [("no",)]


# -- conflict and growth ----------------------------------------------------------------------------------------------


def fought(areas: dict[str, str], advances: tuple[str, ...] = (), *, step: str = "conflict.cities") -> FakeService:
    """Egypt and Crete with units in the same areas."""
    nations = {"egypt": {"treasury": 4}, "crete": {"advances": list(advances)}, "babylon": {}}
    options = {"deck": "mega", "track": "basic"}
    return civilization.loaded(position(step, scenario="basic", nations=nations, options=options, areas=areas))


async def opened(fake: FakeService) -> Presser:
    """Whoever is asked now, at the screen."""
    who = civilization.asked(fake)
    await who.open()
    return who


SHORT = {"memphis": "crete 7 egypt city", "tanis": "crete 3 egypt city", "thebes": "crete 7 egypt city"}


async def test_the_order_of_attacks_names_attackers_and_what_defends() -> None:
    """CIV §9.4, §9.6, CIV-RUL-013: a short stock defends first what is attacked first."""
    fake = fought({**SHORT, "nubia": "egypt 35"})
    who = await opened(fake)
    said = who.text()
    assert "tokens from your stock (8) come to defend its area" in said
    assert "Crete attacks with 7 and takes it; defenders from stock: 6" in said
    assert "Crete attacks with 3, which is too few" in said
    assert "Thebes first" in labels(who)
    await who.press("Thebes first")
    assert sent(fake) == [("thebes",)]
    poorer = await opened(fought({**SHORT, "nubia": "egypt 39"}))
    assert "tokens from your stock (4) come to defend its area" in poorer.text()
    assert "Crete attacks with 7 and takes it; defenders from stock: 4" in poorer.text()


async def test_plunder_says_where_its_tokens_come_from_and_go_to() -> None:
    """CIV §9.7."""
    fake = fought({"memphis": "babylon 7 egypt city", "nubia": "egypt 3"})
    who = await opened(fake)
    assert "from your stock (40) to your treasury (0)" in who.text()
    assert "**If you don't answer**: Plunder 3." in who.text()
    assert labels(who) == ["Plunder 3", "Plunder 2", "Plunder 1", "Plunder nothing"]
    await who.press("Plunder nothing")
    assert sent(fake) == [("0",)]


async def test_losses_before_tokens_of_the_area_are_named_in_words() -> None:
    """CIV §9.8: Naval Warfare and Advanced Military."""
    areas = {"memphis": "crete 2 egypt 3", "fayum": "crete 2"}
    fake = fought(areas, ("advanced_military",), step="conflict.tokens")
    who = await opened(fake)
    assert "the nation with the fewest tokens here removes one first" in who.text()
    offered = [choice.label for menu in who.menus() for choice in menu.choices] or labels(who)
    assert any("Fayum: token 1 of 2" in one for one in offered)
    assert not any(":1" in one for one in offered)


def grown() -> FakeService:
    """Egypt has less in stock than its areas could grow by."""
    areas = {"memphis": "egypt 2", "fayum": "egypt 1", "nubia": "egypt 49"}
    return civilization.loaded(position("growth", areas=areas, nations={"egypt": {}, "babylon": {}}))


async def test_a_short_growth_stands_as_silence_would_have_it_and_is_placed_with_one_press() -> None:
    """CIV §6.2."""
    fake = grown()
    who = await opened(fake)
    asked = fake.table.question_to("egypt")
    assert asked is not None
    total = asked.asks[0].total
    assert f"Stock is short. Tokens to place: {total}" in who.text()
    assert f"In stock: {total}. Areas that could grow: 3. A single token grows by 1, a larger group by 2." in who.text()
    await who.press(f"Place {total} tokens")
    assert sent(fake) == [silent(asked.asks[0], "growth.place")]


async def test_a_short_growth_can_be_moved_to_one_area_or_typed() -> None:
    """CIV §6.2."""
    fake = grown()
    who = await opened(fake)
    await who.choose_in("growth.place", "nubia")
    assert "Nubia 2" in who.text()
    await who.press("Type the parts")
    await who.fill(parts="fayum 1, nubia 9")
    assert "Nubia can get up to 2." in who.text()
    await who.open()
    await who.press("Type the parts")
    await who.fill(parts="fayum 1, nubia 2")
    await who.press("Place 3 tokens")
    assert sent(fake) == [("fayum:1", "nubia:2")]


def test_nobody_reads_the_letter_of_a_step() -> None:
    """Steps such as 13D are how the rules count; people read words."""
    lettered = re.compile(r"\b1[0-3][A-D]\b")
    for language in ("en", "de"):
        found = [key for key, said in text.catalogue(language).items() if lettered.search(said)]
        assert not found
