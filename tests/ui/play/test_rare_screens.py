"""Screens that come up seldom: loot, a people given up, a penalty, a Deity's power, the end of an Epoch."""

from __future__ import annotations

import pytest

from bot.contract.posts import PostPicture, Words
from bot.features.sharing.posts import PREVIEWS
from bot.features.sharing.service import options_taken
from engine.acme.facts.catalog import CIVS
from engine.core.trial import Trial
from tests.acme.history.test_alexander_powers import aside
from tests.acme.history.test_alexander_powers import drawing as macedon_draws
from tests.acme.history.test_lion_of_judah import drawing
from tests.acme.history.test_sargon import girding
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.play.hittites import PRESENTATION, table

HEAD = 'game="acme"\nmap="western"\nepoch=2\nturn=3\norder=["egypt","babylon"]\nseed="rare"\noptions={epochs=3}\n'
STOPS = ("done", "pass", "disk", "none", "nothing")
AREAS = {"memphis": "egypt 3", "nile_delta": "egypt 3", "thebes": "egypt 3", "babylon": "babylon 3", "ur": "babylon 3"}


def at(top: str, egypt: str = "", babylon: str = "", **areas: str) -> FakeService:
    """A position of two, with nothing to answer but what is asked openly."""
    civs = f'[civs.egypt]\nhome="memphis"\nmina=3\n{egypt}\n[civs.babylon]\nhome="babylon"\nmina=5\n{babylon}\n'
    stacks = "".join(f'{area}="{stack}"\n' for area, stack in {**AREAS, **areas}.items())
    return table(f"{HEAD}{top}\n{civs}[areas]\n{stacks}")


async def asked(fake: FakeService, key: str, **answers: str) -> Presser:
    """Answer what comes before, and open the screen of whoever is asked that."""
    while (pending := fake.table.pending) is not None and pending.key != key:
        if pending.sealed:
            fake.close()
            continue
        ask = pending.asks[0]
        wish = answers.get(pending.key.replace(".", "_"), "")
        stop = next((o for o in STOPS if o in ask.options), ask.options[0])
        fake.table.submit(ask.seat, wish if wish in ask.options else stop)
    assert fake.table.pending is not None, key
    who = Presser.of(fake, PRESENTATION, fake.person(fake.table.pending.asks[0].seat))
    await who.open()
    return who


async def test_loot_is_chosen_by_one_press_with_what_one_holds() -> None:
    fake = at('phase="competition"', judah="egypt 5 babylon 3")
    who = await asked(fake, "loot.choose")
    assert "You gain 1 VP either way. You have 3 mina, and " in who.text()
    await who.press("1 mina, when the phase ends")
    assert fake.table.state.civs["egypt"].vp >= 1


async def test_staying_and_leaving_are_two_buttons() -> None:
    fake = at(
        'phase="reckoning"\nstep="reckoning.gilgamesh"\nturns=7',
        memphis="egypt 2",
        nile_delta="egypt 1",
        thebes="egypt 1",
    )
    who = await asked(fake, "gilgamesh.invoke")
    assert [b.label for b in who.buttons() if b.verb == "take"] == ["Stay", "Leave as another civilization"]
    await who.press("Leave as another civilization")
    assert "Choose the civilization you return as" in who.text()


@pytest.mark.parametrize(
    ("top", "egypt", "babylon", "answers", "told", "labels"),
    [
        (
            'phase="card"', "hand=[13]", "hand=[81, 89]", {"card_play": "13"},
            "**Dancer of the 7 Veils** (13) **Needs:** Another", ["Pay 2", "Show your hand, lose 1 card"],
        ),
        (
            'phase="card"', 'deity="god_of_war"\nhand=[90]', 'deity="sky_god"\nhand=[81, 89]', {"card_play": "90"},
            "**Blasphemy** (90)", ["Pay 2", "Let the Deity be silenced"],
        ),
        (
            'phase="competition"', "hand=[37]", "hand=[81, 89]", {"competition_commit": "card:37"},
            "removes 1 of these disks", ["Pay 1 mina", "Pay nothing more"],
        ),
    ],
)  # fmt: skip
async def test_a_penalty_says_what_the_card_does_and_what_one_could_pay_with(
    top: str, egypt: str, babylon: str, answers: dict[str, str], told: str, labels: list[str]
) -> None:
    fake = at(top, egypt, babylon, judah="egypt 3 babylon 4" if "competition" in top else "egypt 1")
    who = await asked(fake, "loss.penalty", **answers)
    assert told in who.text()
    assert "You have 5 mina and 2 cards in hand." in who.text()
    assert [b.label for b in who.buttons() if b.verb == "take"] == labels


async def test_a_power_that_is_not_wanted_is_declined_by_one_press() -> None:
    several = {"tyre": "barbarians 2", "judah": "babylon 1", "sinai": "barbarians 1", "petra": "barbarians 1"}
    fake = at('phase="card"', 'deity="sky_god"', **several)
    who = await asked(fake, "deity.power")
    assert "none" not in [c.value for menu in who.menus() for c in menu.choices]
    await who.press("Not now")
    assert fake.answers == 1


async def answering_siege_master(hand: str) -> Presser:
    """Babylon with that hand, once Egypt has committed a card in Judah."""
    fake = at('phase="competition"', "hand=[16]", hand, judah="egypt 4 babylon 4")
    fake.close()
    for seat, pick in (("egypt", "card:16"), ("egypt", "done"), ("babylon", "done")):
        fake.table.submit(seat, pick)
    who = Presser.of(fake, PRESENTATION, fake.person("babylon"))
    await who.open()
    return who


async def test_whoever_could_negate_what_was_committed_sees_the_stacks() -> None:
    who = await answering_siege_master("hand=[27]")
    assert "**Judah** Egypt 4 (Siege Master) · you 4" in who.text()


async def test_letting_cards_stand_is_put_aside_by_an_answer_and_puts_answers_aside() -> None:
    """It is chosen beforehand: an answer picked beside it was sealed with it, and did nothing (RUL-181)."""
    who = await answering_siege_master("hand=[27, 29]")
    (menu,) = who.menus()
    assert "Confirm: Don't respond" in [b.label for b in who.buttons()]
    await who.choose(menu.verb, "pass", "27:16:egypt")
    assert "Confirm: Prophetess (27) · Siege…" in [b.label for b in who.buttons()]
    await who.choose(menu.verb, "27:16:egypt", "pass")
    assert "Confirm: Don't respond" in [b.label for b in who.buttons()]


async def test_the_cities_that_suffer_from_the_end_of_an_epoch_are_buttons() -> None:
    fake = at('phase="epoch"\ndeck=[33]')
    who = await asked(fake, "epoch.cities")
    assert [b.label for b in who.buttons() if b.verb == "take"] == ["Memphis", "Nile Delta", "Thebes"]
    await who.press("Thebes")
    assert "in Thebes" in who.text()


async def test_faith_is_paid_for_in_a_crisis() -> None:
    fake = at('phase="epoch"\ndeck=[92]', 'deity="sky_god"\nhand=[42]')
    who = await asked(fake, "epoch.faith")
    assert [b.label for b in who.buttons() if b.verb == "take"] == ["Pay 1 mina", "Lose the Deity"]
    await who.press("Pay 1 mina")
    assert fake.table.state.civs["egypt"].mina == 2


async def test_a_pledge_from_outside_is_named_and_can_be_taken_back() -> None:
    civs = '[civs.assyria]\nhome="nineveh"\nhand=[14]\n'
    top = HEAD.replace('"babylon"]', '"babylon","assyria"]') + 'phase="competition"\n'
    stacks = 'judah="egypt 3 babylon 2"\nthebes="egypt 2 babylon 2"\n'
    two = '[civs.egypt]\nhome="memphis"\nhand=[42]\n[civs.babylon]\nhome="babylon"\n'
    fake = table(f"{top}{two}{civs}[areas]\n{stacks}")
    dee = Presser.of(fake, PRESENTATION, fake.person("assyria"))
    await dee.open()
    labels = [c.label for menu in dee.menus() for c in menu.choices]
    assert labels == ["Nothing", "Pledge Great Captain in Judah", "Pledge Great Captain in Thebes"]
    fake.table.state.civs["assyria"].pledged = "judah"
    await dee.open()
    assert "You pledged Great Captain in Judah." in dee.text()


async def test_who_may_gird_for_battle_reads_the_display_offered() -> None:
    fake = FakeService(girding(8, 8).table)
    who = Presser.of(fake, PRESENTATION, fake.person("akkad"))
    await who.open()
    assert "Pay 5 VP to play with the Display of Assyria too?" in who.text()
    assert all(f"**{ability.name}**" in who.text() for ability in CIVS["assyria"].abilities)
    await who.press("Gird for battle")
    assert fake.table.state.civs["akkad"].displays == ["akkad", "assyria"]


async def test_who_directs_an_invasion_reads_what_it_does() -> None:
    fake = FakeService(drawing(99, 3, "event.entry").table)
    assert fake.table.pending is not None
    who = Presser.of(fake, PRESENTATION, fake.person(fake.table.pending.asks[0].seat))
    await who.open()
    assert "**Eastern Powers Attack** (99) " in who.text()


async def test_an_invasion_can_be_shown_to_the_table_before_it_is_decided() -> None:
    fake = FakeService(drawing(99, 3, "event.entry").table)
    assert fake.table.pending is not None
    who = Presser.of(fake, PRESENTATION, fake.person(fake.table.pending.asks[0].seat))
    await who.open()
    assert "Show the table" not in [b.label for b in who.buttons()]
    await who.choose("pick", who.menus()[-1].choices[0].value)
    assert "Show the table" in [b.label for b in who.buttons()]
    assert "Caspians (16 disks in 4 areas)" in who.text()


def test_what_is_shown_before_an_invasion_is_decided_is_made_from_what_everyone_sees() -> None:
    fake = FakeService(drawing(99, 3, "event.entry").table)
    assert fake.table.pending is not None
    asked = fake.table.pending.asks[0].seat
    own = fake.seat_of(fake.person(asked), None)
    answers = options_taken(Trial(fake.table, asked), [["caspians"]])
    filled = {"person": own.person, "seat": own, "view": fake.table.view(None), "answers": answers}
    (post,) = PREVIEWS["preview"](fake.table_info(), filled, PRESENTATION.names)
    told, picture = post.parts
    assert isinstance(told, Words)
    assert isinstance(picture, PostPicture)
    assert told.text.splitlines()[1:] == ["**Caspians** 16 disks in 4 areas"]
    assert (picture.options, picture.view) == ({"area": "caspians"}, fake.table.view(None))


async def test_one_card_is_taken_back_or_not_by_one_press() -> None:
    who = await asked(FakeService(macedon_draws(greeks=aside(31)).table), "draw.regain")
    assert who.menus() == []
    assert [b.label for b in who.buttons()][:2] == ["Take back Armored Infantry (31)", "None of them"]
    await who.press("Take back Armored Infantry (31)")
    assert "Macedon took Armored Infantry back." in who.text()
