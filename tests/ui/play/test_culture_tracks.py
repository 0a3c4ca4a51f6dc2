"""The Culture Tracks through screens and commands: advancing in two presses or one line, sacking in one press."""

from __future__ import annotations

import pytest

from bot.games.acme import advance_screen
from bot.games.questions import questions
from bot.ui.message_faults import faults
from bot.ui.parts import Address
from bot.ui.questions.autocomplete import Completer
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from bot.ui.words.presentations import presentation_of
from engine.acme.game import GAME
from engine.acme.presentation.commands import COMMANDS
from engine.acme.presentation.culture import cheapest
from engine.core import notation
from engine.core.commands import CONFIRM
from engine.core.text import speaking
from tests.acme.culture.tables import camps, position, towns, tracks
from tests.acme.story import Story
from tests.ui.play import hittites
from tests.ui.play.fake_service import FakeService, Presser

PRESENTATION = presentation_of("acme")
AREAS = {**towns("egypt", 6), **camps("egypt", 2), "thebes": "egypt 4"}
EGYPT = {"hand": [31, 86, 42], "mina": 2, "tracks": {"economic": 2, "military": 1}}
WHOLE = position(AREAS, egypt=EGYPT, hittites={"hand": [16]})
SACKED = position(
    {"hattusha": "hittites 1", **towns("egypt", 2), "aleppo": "egypt 4 hittites 3"},
    phase="competition", deck=[44, 46, 48], hittites={"tracks": {"military": 1, "religious": 2}},
)  # fmt: skip


@pytest.fixture
def fake() -> FakeService:
    return FakeService(notation.load(GAME, WHOLE))


@pytest.fixture
def ana(fake: FakeService) -> Presser:
    return Presser.of(fake, PRESENTATION, fake.person("egypt"))


async def typed(fake: FakeService, **given: str) -> str:
    """What `/acme advance` says."""
    runner = CommandRunner(questions(fake.service, lambda _: PRESENTATION))
    command = next(c for c in COMMANDS if c.name == "advance")
    visit = Visit(fake.person("egypt").id, table="1K9", name="Ana")
    screen = await runner.run(visit, command, {CONFIRM: "True"} | {k.rstrip("_"): v for k, v in given.items()})
    assert not faults(screen)
    return "\n".join(p.text for p in screen.parts if hasattr(p, "text"))


async def suggested(fake: FakeService, option: str, current: str = "", **given: str) -> list[str]:
    """What is completed in `/acme advance`."""
    runner = CommandRunner(questions(fake.service, lambda _: PRESENTATION))
    command = next(c for c in COMMANDS if c.name == "advance")
    visit = Visit(fake.person("egypt").id, table="1K9", name="Ana")
    completer = Completer(questions(fake.service, lambda _: PRESENTATION), runner)
    found = await completer.suggest(visit, command, command.parameter(option), current, given)
    return [shown for shown, _ in found]


def stages(fake: FakeService) -> dict[str, int]:
    return dict(fake.table.state.civs["egypt"].tracks)


async def test_the_screen_shows_the_tracks_what_pays_and_the_cheapest_payment(fake: FakeService, ana: Presser) -> None:
    """CUL-10 to CUL-21, CUL-53."""
    await ana.open()
    await ana.press("Culture Tracks")
    said = ana.text()
    assert "You have 7 Cities · 2 mina · 3 cards." in said
    assert "Stage 2 needs 4 Cities, costs 2 resources and brings 1 white disk in a Competition each turn." in said
    assert "Worth more here: Armored Infantry (31) 2.\nCheapest: Armored Infantry (31)." in said
    assert "Cheapest: Armored Infantry (31), 2 mina." in said
    assert [b.label for b in ana.buttons()][:3] == ["To stage 2", "To stage 3", "To stage 1"]
    await ana.press("To stage 3")
    assert "Egypt advanced to stage 3 of Economic-Social and paid 2 mina, Armored Infantry." in ana.text()
    assert "Economic-Social 2→3" in ana.text()
    assert stages(fake) == {"economic": 2, "military": 1}
    await ana.press("Advance: Economic-Social")
    assert stages(fake) == {"economic": 3, "military": 1}
    assert ana.interactions == 4


async def test_another_payment_is_picked_piece_by_piece(fake: FakeService, ana: Presser) -> None:
    """CUL-16, CUL-22."""
    await ana.open()
    await ana.press("Culture Tracks")
    await ana.choose("pick", "advance:military")
    assert "Stage 2 of Military-Political: pay 2 more." in ana.text()
    assert stages(fake) == {"economic": 2, "military": 1}


async def test_who_cannot_advance_is_told_why() -> None:
    """CUL-10, CUL-53: the tracks can be looked at all the same."""
    poor = FakeService(
        notation.load(GAME, position(towns("egypt", 3), egypt={"hand": [42], "tracks": {"military": 1, "economic": 4}}))
    )
    eve = Presser.of(poor, PRESENTATION, poor.person("egypt"))
    await eve.open()
    await eve.press("Culture Tracks")
    assert "You have 3 of 4 Cities." in eve.text()
    assert [b.label for b in eve.buttons()][:2] == ["To stage 1", "Back to the question"]
    assert "**Economic-Social**, stage 4: the last one." in eve.text()


async def test_it_speaks_german(ana: Presser) -> None:
    with speaking("de"):
        await ana.open()
        await ana.press("Kulturleisten")
        assert "Für Stufe 3: 6 Städte, 3 Ressourcen; sie bringt" in ana.text()


@pytest.mark.parametrize(
    ("track", "line", "after"),
    [
        ("economic", "card 42, mina 2", {"economic": 3, "military": 1}),
        ("Economic-Social", "2 mina, Trade Fleet", {"economic": 3, "military": 1}),
        ("military", "31", {"economic": 2, "military": 2}),
        ("religious", "1 talent", {"economic": 2, "military": 1, "religious": 1}),
        ("religious", "disk thebes", {"economic": 2, "military": 1, "religious": 1}),
    ],
)
async def test_one_line_advances(fake: FakeService, track: str, line: str, after: dict[str, int]) -> None:
    """CUL-16, CUL-63: cards by number or name, mina however they are called, disks by area."""
    await typed(fake, track=track, with_=line)
    assert stages(fake) == after


async def test_an_advance_in_one_line_is_shown_first_and_sent_with_one_press(fake: FakeService, ana: Presser) -> None:
    assert "Not sent yet" in await typed(fake, confirm="", track="military", with_="31")
    assert stages(fake) != {"economic": 2, "military": 2}
    await ana.open()
    await ana.press_button(next(b for b in ana.buttons() if b.verb == "go"))
    assert stages(fake) == {"economic": 2, "military": 2}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 mina", "1 mina: worth 1. The stage costs 3, so choose more."),
        ("31, 2 mina, 42", "The stage costs only 3, so leave something out."),
        ("2 mina, atlantis", "atlantis"),
        ("card 77", "77"),
    ],
)
async def test_a_line_that_does_not_fit_changes_nothing(fake: FakeService, line: str, says: str) -> None:
    before = stages(fake)
    assert says in await typed(fake, track="economic", with_=line)
    assert stages(fake) == before
    assert fake.table.state.civs["egypt"].mina == 2


async def test_without_a_payment_the_cheapest_is_made_ready(fake: FakeService) -> None:
    assert "paid 2 mina, Armored Infantry" in await typed(fake, track="economic")
    assert stages(fake) == {"economic": 2, "military": 1}


async def test_tracks_and_means_are_completed(fake: FakeService) -> None:
    assert await suggested(fake, "track") == ["Economic-Social", "Military-Political", "Religious-Intellectual"]
    assert (await suggested(fake, "track", "rel"))[:1] == ["Religious-Intellectual"]
    means = await suggested(fake, "with", "", track="economic")
    assert {"1 mina", "Armored Infantry", "Thebes"} <= set(means)
    assert "1 mina, Armored Infantry" in await suggested(fake, "with", "1 mina, arm", track="economic")
    assert await suggested(fake, "with", "", track="Economic-Social") == means


def test_stages_are_counted_in_what_has_changed_since() -> None:
    """What a digest and who goes back say: a stage won is a thing won."""
    story = Story(WHOLE)
    before = story.view(None)
    story.answer("egypt", "advance:military").answer("egypt", "card:31")
    assert PRESENTATION.summary.balance(before, story.view(None), "egypt") == "−1 card, +1 stage"


async def test_a_sacked_city_asks_in_one_press() -> None:
    """CUL-36: what rises and what falls, by buttons."""
    story = Story(SACKED).run_until("loot.choose").answer("egypt", "mina")
    assert story.key == "culture.sack"
    fake = FakeService(story.table)
    ana = Presser.of(fake, PRESENTATION, fake.person("egypt"))
    await ana.open()
    assert "### The number is even. Rise on a Culture Track, or move the Hittites down · Egypt" in ana.text()
    assert "You may rise one stage on a track where you are behind, or move the loser down one stage.\n" in ana.text()
    assert "**Religious-Intellectual** you 0 · Hittites 2" in ana.text()
    labels = [b.label for b in ana.buttons()]
    assert labels[:3] == ["Rise: Military-Political", "Rise: Religious-Intellectual", "Move down: Military-Political"]
    await ana.press("Rise: Military-Political")
    assert tracks(story, "egypt") == (1, 0, 0)


async def test_a_sacked_city_asks_in_german_with_nothing_cut_off() -> None:
    story = Story(SACKED).run_until("loot.choose").answer("egypt", "mina")
    fake = FakeService(story.table)
    ana = Presser.of(fake, PRESENTATION, fake.person("egypt"))
    with speaking("de"):
        await ana.open()
        labels = [b.label for b in ana.buttons()]
    assert labels[:4] == [
        "Steigen: Militärisch-Politisch",
        "Steigen: Religiös-Geistig",
        "Senken: Militärisch-Politisch",
        "Senken: Religiös-Geistig",
    ]


def test_the_cheapest_payment_keeps_what_matters() -> None:
    """The fewest things, without change, mina before cards before disks, and never a City that is needed."""
    view = Story(WHOLE).view("egypt")
    assert cheapest(view, "egypt", "military") == ["card:31"]
    assert cheapest(view, "egypt", "religious") == ["mina"]
    poor = Story(position(AREAS, egypt={"tracks": {"religious": 1}}, hittites={"hand": [16]})).view("egypt")
    assert cheapest(poor, "egypt", "religious") == ["disk:thebes", f"disk:{min(camps('egypt', 2))}"]
    assert (
        cheapest(Story(position(towns("egypt", 2), hittites={"hand": [16]})).view("egypt"), "egypt", "economic") == []
    )


@pytest.mark.parametrize("verb", [advance_screen.OPEN, advance_screen.BUY])
async def test_the_controls_of_the_tracks_do_nothing_at_a_table_without_them(verb: str) -> None:
    fake = hittites.table()
    presser = Presser.of(fake, PRESENTATION, fake.person("hittites"))
    shown = await presser.go(Address("1k9", None, verb, "military"))
    assert "isn't one of the options now" in str(shown)
