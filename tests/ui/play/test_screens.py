"""The screens made for questions of ACME: cards with reasons, losses together, Deities in a form, windows, hands."""

from __future__ import annotations

from random import Random

import pytest

from bot.contract.tables import Person, Refused
from bot.games import screens_of
from bot.ui.parts import Address, Form, Gallery, Note, Section
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from engine.games import GAMES
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import POSITION, PRESENTATION, hittites, table
from .test_commands import CARDS
from .toll import TWELVE, Toll
from .wanderer import wander


def at(fake: FakeService, seat: str) -> Presser:
    return Presser.of(fake, PRESENTATION, fake.person(seat))


async def plague(fake: FakeService, target: str) -> None:
    """The Hittites play Biblical Plague, and nobody answers."""
    fake.table.submit_batch("hittites", [["73"], [target]])
    while fake.table.pending and fake.table.pending.sealed:
        fake.close()


async def test_every_card_of_the_hand_has_its_button_or_the_reason_why_not() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    sections = [p for p in ben.screen.parts if isinstance(p, Section)]
    assert [(s.button.label, s.button.disabled) for s in sections] == [
        ("Can't be played now", True),
        ("Can't be played now", True),
        ("Play", False),
        ("Play", False),
    ]
    assert "Can't be played now:" in sections[0].text


async def test_a_card_is_played_in_four_interactions_with_a_preview() -> None:
    fake = table(CARDS)
    ben = hittites(fake)
    await ben.open()
    await ben.press_button(next(b for b in ben.buttons() if b.option == "73"))
    await ben.press("Nineveh")
    assert "Nineveh Assyria 3→1" in ben.text()
    assert "nobody stops it" in ben.text()
    await ben.press("Play Biblical Plague")
    assert ben.interactions == 4
    assert fake.table.pending is not None
    assert fake.table.pending.key == "card.negate"


async def test_the_preview_has_a_picture_on_request() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    await ben.press_button(next(b for b in ben.buttons() if b.option == "73"))
    await ben.press("Nineveh")
    await ben.press("Picture")
    gallery = next(p for p in ben.screen.parts if isinstance(p, Gallery))
    assert gallery.pictures[0].recipe["draw"] == "board"
    assert "Nineveh Assyria 3→1" in gallery.pictures[0].alt


async def test_passing_takes_two_interactions_and_can_be_undone() -> None:
    fake = table(CARDS)
    ben = hittites(fake)
    await ben.open()
    await ben.press("Pass for this phase")
    assert ben.interactions == 2
    await ben.press("Undo")
    await ben.press("Undo")
    assert "Your action" in ben.text()


async def test_a_window_offers_everybody_the_same_screen_and_holders_one_answer_more() -> None:
    fake = table(CARDS.replace("hand = [72, 25]", "hand = [72, 27]"))
    fake.table.submit_batch("hittites", [["73"], ["nineveh"]])
    holder, other = at(fake, "assyria"), at(fake, "egypt")
    await holder.open()
    await other.open()
    assert "Respond by" in holder.text()
    assert [len(m.choices) for m in other.menus()] == [1]
    assert [len(m.choices) for m in holder.menus()] == [2]
    await holder.choose("pick", "27")
    await holder.press("go")
    assert holder.interactions == 3
    assert fake.sealed == {"assyria": ("27",)}


async def test_losses_of_one_effect_are_one_screen_and_three_interactions() -> None:
    fake = table(CARDS)
    await plague(fake, "babylon")
    dee = at(fake, "babylon")
    await dee.open()
    assert "Biblical Plague: 3 of your disks" in dee.text()
    await dee.choose("save", "babylon#1", "borsippa#1")
    assert "**Saves 2** Babylon, Borsippa for 2 mina." in dee.text()
    await dee.press("Save 2, lose 1")
    assert dee.interactions == 3
    assert fake.table.state.civs["babylon"].mina == 3
    assert fake.table.state.disks["babylon"]["babylon"] == 2


async def test_shortcuts_of_losses_take_two_interactions_and_to_lose_all_asks_once() -> None:
    for label, kept, mina in (("Save all 3", 3, 2), ("Save Cities and Home (2)", 3, 3), ("Lose all 3", 1, 5)):
        fake = table(CARDS)
        await plague(fake, "babylon")
        dee = at(fake, "babylon")
        await dee.open()
        await dee.press(label)
        if label.startswith("Lose"):
            assert "Lose all 3 disks" in dee.text()
            assert fake.table.state.disks["babylon"]["babylon"] == 3
            await dee.press(label)
        assert dee.interactions == (3 if label.startswith("Lose") else 2)
        assert fake.table.state.disks["babylon"]["babylon"] == kept
        assert fake.table.state.civs["babylon"].mina == mina


async def test_shortcuts_of_losses_say_before_what_they_pay_with() -> None:
    fake = table(CARDS.replace("mina = 5", "mina = 2"))
    await plague(fake, "babylon")
    dee = at(fake, "babylon")
    await dee.open()
    assert "**Save all 3** pays 2 mina, Spy (23).\n" in dee.text()
    assert "**Save Cities and Home (2)** pays 2 mina." in dee.text()
    with speaking("de"):
        await dee.open()
        assert "2 Minen" in dee.text()
        assert "mina" not in dee.text()
    await dee.open()
    await dee.press("Save all 3")
    assert fake.table.state.civs["babylon"].hand == [81, 89]


FATHER = CARDS.replace("mina = 5", 'mina = 1\ndeity = "father_of_the_gods"')


async def test_saving_all_goes_on_behind_the_windows_on_what_saves() -> None:
    fake = table(FATHER)
    await plague(fake, "babylon")
    dee = at(fake, "babylon")
    await dee.open()
    assert "**Save all 3** pays" in dee.text()
    await dee.press("Save all 3")
    while fake.table.pending is not None and fake.table.pending.sealed:
        fake.close()
    assert fake.table.state.disks["babylon"]["babylon"] == 3
    assert fake.table.state.civs["babylon"].used == {"father_of_the_gods": 2}
    assert fake.table.state.civs["babylon"].mina == 0


async def test_what_pays_can_be_chosen() -> None:
    fake = table(CARDS)
    await plague(fake, "babylon")
    dee = at(fake, "babylon")
    await dee.open()
    await dee.choose("save", "borsippa#1")
    await dee.choose("pay", "card:81#1")
    await dee.press("Save 1, lose 2")
    assert 81 not in fake.table.state.civs["babylon"].hand
    assert fake.table.state.civs["babylon"].mina == 5


async def test_twelve_losses_are_answered_in_three_interactions() -> None:
    """The same as rules with a larger effect would ask: one question a disk, all of one seat."""
    fake = FakeService(Table.start(Toll(), Toll.state_type(), "toll"))
    ana = Presser.of(fake, Toll.PRESENTATION, fake.person("ana"), lambda _: screens_of("acme"))
    await ana.open()
    saved = [TWELVE[0], TWELVE[5], TWELVE[11]]
    await ana.choose("save", *(f"{area}#1" for area in saved))
    await ana.press("Save 3, lose 9")
    assert ana.interactions == 3
    assert fake.table.state.kept == saved
    assert fake.table.pending is None


async def test_a_deity_is_built_with_one_form_and_a_preview() -> None:
    fake = table(CARDS)
    ben = hittites(fake)
    await ben.open()
    await ben.press("Build a Deity")
    assert isinstance(ben.at, Form)
    note = next(field.text for field in ben.at.fields if isinstance(field, Note))
    assert note.startswith("It costs 5 resources. You have ")
    await ben.fill(which="god_of_war", disks="caucasus sea, pala", mina="2", cards=("card:17",))
    assert "Caucasus Sea 1→0" in ben.text()
    await ben.press("Build God of War")
    assert ben.interactions == 4
    assert fake.table.state.civs["hittites"].deity == "god_of_war"


async def test_a_wrong_sum_is_told_and_the_form_comes_back_filled_in() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    await ben.press("Build a Deity")
    await ben.fill(which="god_of_war", disks="pala", mina="2", cards=("card:17",))
    assert "That is 4 resources. You need 5. Choose more." in ben.text()
    await ben.press("Change the payment")
    assert isinstance(ben.at, Form)
    assert any(getattr(f, "value", "") == "pala" for f in ben.at.fields)
    await ben.fill(which="god_of_war", disks="", mina="1", cards=())
    assert "That is 1 resource. You need 5." in ben.text()


async def test_the_hand_is_shown_in_words_and_as_a_picture() -> None:
    ben = hittites(table(CARDS))
    await ben.go(Address("1k9", None, "hand"), private=False)
    assert "**High Priest** (28)" in ben.text()
    gallery = next(p for p in ben.screen.parts if isinstance(p, Gallery))
    assert gallery.pictures[0].recipe["options"]["cards"] == [17, 28, 42, 73]
    assert gallery.pictures[0].alt.startswith("4 cards")


async def test_my_seat_on_an_old_post_opens_what_is_asked_now() -> None:
    """Buttons of posts carry no ask number, so the first post of a game works for ever."""
    fake = table(POSITION)
    ben = hittites(fake)
    await ben.open()
    await ben.press("stop")
    await ben.press("stop")
    assert fake.table.pending is not None
    for seat in ("egypt", "babylon", "assyria"):
        player = at(fake, seat)
        await player.open()
        await player.press("stop")
        await player.press("stop")
    await ben.open()
    assert "Your action" in ben.text()


async def test_nothing_is_asked() -> None:
    ana = at(table(), "egypt")
    await ana.open()
    assert "Not your turn" in ana.text()
    assert "Waiting for **Hittites** (Ana)." in ana.text()


async def test_a_commitment_and_a_fight_are_answered_from_their_screens() -> None:
    fight = CARDS.replace('phase = "card"', 'phase = "competition"').replace(
        'zab = "assyria 1"', 'zab = "hittites 2 assyria 2"'
    )
    fake, chance, seen = table(fight), Random(1), set()
    while fake.table.state.phase == "competition":
        pending = fake.table.pending
        assert pending is not None
        if pending.sealed:
            fake.close()
            continue
        seen.add(pending.key)
        who = at(fake, fake.table.waiting()[0])
        await who.open()
        if pending.key == "competition.commit":
            assert "**Zab**" in who.text()
            await who.press("Commit nothing")
        else:
            await wander(who, chance)
    assert {"competition.commit", "competition.removal"} <= seen


async def test_a_stranger_at_the_hand_is_refused() -> None:
    eve = Presser.of(table(), PRESENTATION, Person(99, "Eve"))
    with pytest.raises(Refused):
        await eve.go(Address("1k9", None, "hand"))


async def test_places_and_peoples_stand_in_the_order_of_the_alphabet_in_every_language() -> None:
    """In German a menu of civilizations began `Akkad, Assyrien, Babylon, Chaldäa, Kimmerier, Ägypten`."""
    fake = FakeService(Table.new(GAMES["acme"], "standard", [SeatPlan(), SeatPlan()], {}, "order"))
    for language, first in (("en", ["Akkad", "Assyria"]), ("de", ["Ägypten", "Akkad"])):
        who = Presser.of(fake, PRESENTATION, fake.person(fake.table.waiting()[0]))
        with speaking(language):
            await who.open()
            assert [choice.label for choice in who.menus()[0].choices[:2]] == first
