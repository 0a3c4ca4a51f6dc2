"""What the screens of ACME say beside the question: where disks come from, what an action brings, what was set."""

from __future__ import annotations

from bot.games.questions import questions
from bot.ui.commands.play import ACT
from bot.ui.parts import Menu, Screen, Text
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.questions.draft import draft_state, token_name
from bot.ui.questions.groups import group_options
from bot.ui.questions.preview import others
from bot.ui.visit import Visit
from engine.acme.facts.catalog import AREAS
from engine.acme.game import GAME
from engine.acme.presentation.facts import latest
from engine.acme.presentation.names import NAMES
from engine.acme.view import AreaView
from engine.core.ask import Ask, Option, Request
from engine.core.game import Event, SeatPlan
from engine.core.message import Message
from engine.core.presentation import Scene
from engine.core.table import Table
from engine.core.text import speaking
from engine.core.trial import DryRun
from tests.acme.cards.tables import duel, holds
from tests.acme.views import acme_view
from tests.facts import fact
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import POSITION, PRESENTATION, hittites, table
from .test_commands import CARDS

PLANS = [SeatPlan() for _ in range(3)]
PLAIN = 14


def at(fake: FakeService, seat: str) -> Presser:
    return Presser.of(fake, PRESENTATION, fake.person(seat))


def opened() -> FakeService:
    """Three people who have still to choose their civilizations."""
    return FakeService(Table.new(GAME, "standard", PLANS, {"map": "western"}, "facts"))


async def asked(fake: FakeService) -> Presser:
    assert fake.table.pending is not None
    who = at(fake, fake.table.pending.asks[0].seat)
    await who.open()
    return who


async def settled() -> FakeService:
    """The same once all have chosen, so that the first of them places disks."""
    fake = opened()
    for civ in ("egypt", "hittites", "assyria"):
        who = await asked(fake)
        await who.choose("pick", civ)
        await who.press(next(b.label for b in who.buttons() if b.verb in {"go", "both"}))
    return fake


async def act(fake: FakeService, person: int, choice: str) -> Screen:
    visit = Visit(person, table="1K9", name=f"P{person}")
    return await CommandRunner(questions(fake.service, lambda _: PRESENTATION)).run(visit, ACT, {"choice": choice})


def words_of(screen: Screen) -> str:
    return "\n".join(part.text for part in screen.parts if isinstance(part, Text))


async def test_growth_says_where_the_disks_come_from_and_what_a_plan_makes_of_them() -> None:
    ben = hittites(table())
    await ben.open()
    assert (
        "+4 from Plains Settlements, +1 from a Fertile area, +1 from Seas, +1 Commerce. Supply 31 → 24." in ben.text()
    )
    await ben.choose("add", "tarsus", "carchemish", "zab")
    await ben.choose("add", "carchemish", "zab")
    assert "Will be Contested: **Zab** (Assyria 1)." in ben.text()
    assert "Cities 1 → 3. If you stop here, next growth is 8." in ben.text()


async def test_what_was_retired_before_is_not_told_as_growth() -> None:
    ben = hittites(table())
    await ben.open()
    await ben.press("Before you place")
    await ben.fill(**{"growth.retire": "kaska 2"})
    assert "Plains" not in ben.text()
    assert "Supply 31 → 27." in ben.text()


async def test_a_civilization_is_chosen_with_its_abilities_below_the_menu() -> None:
    fake = opened()
    who = await asked(fake)
    assert "Choose your civilization (choice 1 of 3)" in who.text()
    assert "Choose a civilization to read what it can do." in who.text()
    await who.choose("pick", "assyria")
    kinds = [type(part) for part in who.screen.parts]
    assert kinds.index(Menu) < next(
        i for i, p in enumerate(who.screen.parts) if "Deportation" in getattr(p, "text", "")
    )
    assert "**Assyria** 2500–609 BC · Home Assur or Nineveh · Epochs I, II, III" in who.text()
    assert "**Nineveh** Fertile, 6 Land neighbours" in who.text()
    await who.press("Take Assyria at Nineveh")
    assert fake.table.state.civs["assyria"].home == "nineveh"
    assert fake.answers == 1


async def test_who_chooses_later_reads_what_others_have_taken() -> None:
    """The third of three saw neither their civilizations nor their homes, which no update had told yet."""
    fake = opened()
    first = await asked(fake)
    assert "The others" not in first.text()
    await first.choose("pick", "assyria")
    await first.press("Take Assyria at Nineveh")
    later = await asked(fake)
    assert "**The others:** Assyria (home Nineveh)." in later.text()
    await later.choose("pick", "hittites")
    assert "**The others:** Assyria (home Nineveh)." in later.text()


async def test_a_civilization_with_one_home_is_taken_by_one_button() -> None:
    fake = opened()
    who = await asked(fake)
    await who.choose("pick", "hittites")
    assert [b.label for b in who.buttons() if b.verb in {"go", "both"}] == ["Take Hittites"]


async def test_the_last_civilizations_are_read_before_they_are_taken() -> None:
    fake = FakeService(
        Table.new(
            GAME,
            "standard",
            [SeatPlan("egypt"), SeatPlan("greeks"), SeatPlan("hittites"), SeatPlan()],
            {"map": "abbreviated_western"},
            "few",
        )
    )
    who = await asked(fake)
    assert len(who.menus()[0].choices) == 3
    assert all(b.verb != "take" for b in who.buttons())


async def test_the_first_disks_are_counted_and_what_is_in_place_is_told() -> None:
    who = await asked(await settled())
    assert "### Place " in who.text()
    assert "On the map: " in who.text()
    assert "0 of " in who.text()
    assert "left" not in who.text()


async def test_a_choice_named_by_a_command_is_an_answer_and_counts_as_often_as_it_is_named() -> None:
    fake = await settled()
    who = await asked(fake)
    seat, person = fake.table.waiting()[0], who.person.id
    area = who.menus()[-1].choices[0].value
    total = fake.table.pending.left if fake.table.pending else 0
    before = fake.table.state.disks.get(area, {}).get(seat, 0)
    said = words_of(await act(fake, person, area))
    assert fake.table.state.disks[area][seat] == before + 1
    assert f"Place {total - 1} disk" in said
    others = [c.value for c in (await asked(fake)).menus()[-1].choices if c.value != area]
    await act(fake, person, f"{others[0]}, {others[0]}")
    assert fake.table.state.disks[others[0]][seat] == 2


async def test_a_choice_named_by_a_command_is_added_to_a_plan_that_has_to_be_ended() -> None:
    fake = table()
    await act(fake, 1, "lukka")
    said = words_of(await act(fake, 1, "lukka"))
    assert "**2 of 7** Lukka 0→2" in said
    assert fake.answers == 0
    await act(fake, 1, "return the rest to supply")
    assert fake.table.state.disks["lukka"] == {"hittites": 2}


async def test_a_plan_names_cards_and_never_their_tokens() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    await ben.press("Build a Deity")
    await ben.fill(which="god_of_war", disks="caucasus sea, pala", mina="2", cards=("card:17",))
    assert "God of War · Caucasus Sea · Pala · 2 mina · Soothsayer (17)" in ben.text()
    assert "card:" not in ben.text()
    assert "Deity none→God of War" in ben.text()


async def test_tokens_are_named_by_what_they_mean() -> None:
    fake = table(CARDS)
    there = await fake.seat("1K9", fake.person("hittites"))
    stage = draft_state(there, PRESENTATION)
    named = {t: token_name(stage, t) for t in ("card:42", "disk:kaska", "sky_god", "mina", "egypt", "vp")}
    assert named == {
        "card:42": "Trade Fleet (42)",
        "disk:kaska": "Kaska",
        "sky_god": "Sky God",
        "mina": "1 mina",
        "egypt": "Egypt",
        "vp": "1 VP and 1 mina",
    }


async def test_a_card_for_several_areas_shows_what_it_brings_and_is_played_in_four_interactions() -> None:
    fake = table(CARDS)
    ben = hittites(fake)
    await ben.open()
    await ben.press_button(next(b for b in ben.buttons() if b.option == "42"))
    assert "### Trade Fleet: up to 3 areas" in ben.text()
    assert "0 of up to 3" in ben.text()
    await ben.choose("add", "caucasus_sea", "pontus_euxinus")
    assert "**2 of up to 3** Caucasus Sea, Pontus Euxinus" in ben.text()
    assert "Preview, if nobody stops it" in ben.text()
    assert "Pontus Euxinus 0→1" in ben.text()
    assert "Supply 31→29" in ben.text()
    await ben.press("Play Trade Fleet")
    assert ben.interactions == 4
    assert fake.table.pending is not None
    assert fake.table.pending.key == "card.negate"


async def test_a_preview_tells_holdings_and_who_may_save_what() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    assert "Still to act: you, Egypt, Babylon, Assyria" in ben.text()
    await ben.press_button(next(b for b in ben.buttons() if b.option == "73"))
    await ben.press("Babylon")
    assert "You: cards 4→3" in ben.text()
    assert "These civilizations may save each disk for 1 mina or 1 card: Babylon (5 mina, 3 cards)." in ben.text()
    assert "announced" not in ben.text()
    assert [b.label for b in ben.buttons()][-3:] == ["Hand", "Undo last", "Start over"]


async def test_one_answer_is_taken_back_by_one_button() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    await ben.press_button(next(b for b in ben.buttons() if b.option == "73"))
    assert [b.label for b in ben.buttons()][-2:] == ["Hand", "Back"]
    await ben.press("Back")
    assert "Your action" in ben.text()


async def test_the_picture_takes_the_place_of_its_button() -> None:
    ben = hittites(table())
    await ben.open()
    await ben.choose("add", "tarsus")
    assert "Picture" in [b.label for b in ben.buttons()]
    await ben.press("Picture")
    assert "Picture" not in [b.label for b in ben.buttons()]


async def test_a_window_names_its_end_its_card_and_what_silence_means() -> None:
    fake = table(CARDS)
    fake.table.submit_batch("hittites", [["73"], ["nineveh"]])
    ana = at(fake, "egypt")
    await ana.open()
    assert ana.text().startswith("### Respond by <t:")
    assert "Biblical Plague" in ana.text().splitlines()[0]
    assert (
        "You have nothing to respond with, so you don't need to do anything. If you don't respond, it takes effect."
        in ana.text()
    )
    assert ana.menus()[0].choices[0].hint == "the same as not responding"
    await ana.press("Confirm: Don't respond")
    assert "**Your response** Don't respond" in ana.text()
    assert "**Responding to** Biblical Plague\n**Your response**" in ana.text()
    assert [b.label for b in ana.buttons()] == ["Change my response", "Notes", "Hand", "Map", "Log"]


def test_what_was_announced_is_told_with_its_verb() -> None:
    """In German a window told `Ägypten Wüstenräuber gezogen`: the verb, which is a form of the name, was lost."""
    drawn = Event(Message("event.event.drawn", {"civ": "{civ:egypt}", "card": "{card:102}"}))
    scene = Scene("egypt", "card.negate", "", acme_view(), acme_view(), latest=[drawn])
    with speaking("de"):
        assert latest(scene) == "Ägypten hat Wüstenräuber gezogen."


async def test_losses_say_what_saves_a_disk() -> None:
    fake = table(CARDS)
    fake.table.submit_batch("hittites", [["73"], ["babylon"]])
    while fake.table.pending and fake.table.pending.sealed:
        fake.close()
    dee = at(fake, "babylon")
    await dee.open()
    assert "1 mina or 1 card saves one disk. You have 5 mina, 3 cards." in dee.text()
    assert "Nepotism (81)" in [c.label for menu in dee.menus() for c in menu.choices]
    stage = draft_state(await fake.seat("1K9", fake.person("babylon")), PRESENTATION)
    assert stage.option("mina").label == "Pay 1 mina"  # the button that sends advice said `1 mina`


async def test_a_commitment_says_how_it_stands() -> None:
    fight = CARDS.replace('phase = "card"', 'phase = "competition"').replace(
        'zab = "assyria 1"', 'zab = "hittites 2 assyria 3"'
    )
    fake = table(fight.replace("hand = [73, 42, 28, 17]", "hand = [73, 42, 28, 31]"))
    while fake.table.pending and (fake.table.pending.sealed or fake.table.waiting() != ("hittites",)):
        if fake.table.pending.sealed:
            fake.close()
        else:
            fake.table.submit(fake.table.waiting()[0], "done")
    ben = hittites(fake)
    await ben.open()
    assert "### Competition in Zab: choose what to commit" in ben.text()
    assert "As it stands, Assyria would keep 2 units and the other side none." in ben.text()
    await ben.choose("add", "card:31")
    assert "**1 chosen** Armored Infantry (31)" in ben.text()


def test_long_lists_come_in_the_order_of_the_board() -> None:
    options = [Option(f"a{i}", f"Area {i}", group=("Levant", "Anatolia", "")[i % 3], rank=i) for i in range(30)]
    assert [g.label for g in group_options(options, ("Anatolia", "Levant"))] == [
        "Suggested",
        "Anatolia",
        "Levant",
        "Others",
    ]
    assert PRESENTATION.questions.regions[:2] == ("black_sea", "anatolia")
    moves = [Option(f"b4>{c}{n}", f"b4 to {c}{n}, all") for c in "abc" for n in range(1, 10)]
    assert [g.label for g in group_options(moves)] == ["Others: a1–b5", "Others: b6–c9"]


async def test_nothing_that_is_shown_is_a_token() -> None:
    many = POSITION.replace('cilician_strait = "hittites 1"', 'cilician_strait = "hittites 1"\nmedes = "hittites 1"')
    ben = hittites(table(many.replace('map = "western"', 'map = "full"')))
    await ben.open()
    menus = ben.menus()
    labels = [c.label for menu in menus for c in menu.choices]
    assert len(menus) == 2
    assert all(label[:1].isupper() for label in labels)


async def test_a_screen_has_its_first_control_within_the_lines_of_a_phone() -> None:
    fake = opened()
    who = await asked(fake)
    await who.choose("pick", "assyria")
    first = next(i for i, p in enumerate(who.screen.parts) if not isinstance(p, Text))
    lines = [line for part in who.screen.parts[:first] for line in getattr(part, "text", "").splitlines()]
    assert len(lines) <= PLAIN


async def test_at_rest_nothing_leads_back_to_the_same_screen() -> None:
    ana = at(table(), "egypt")
    await ana.open()
    assert {"Hand", "Map", "Log", "Notes"} <= {b.label for b in ana.buttons()}
    assert all(b.verb != "seat" for b in ana.buttons())


async def test_targets_say_what_each_would_lose() -> None:
    ben = hittites(table(CARDS))
    await ben.open()
    assert "Round 1. Still to act: you, Egypt" in ben.text()
    await ben.press_button(next(b for b in ben.buttons() if b.verb == "take" and b.option == "73"))
    assert "**Nineveh** Assyria 3 there · 3 disks in 2 areas" in ben.text()
    assert "**Memphis** Egypt 3 there · 3 disks in 2 areas" in ben.text()


async def test_buying_says_how_many_cards_come_anyway() -> None:
    fake = table(POSITION.replace('phase = "growth"', 'phase = "reckoning"\nstep = "draw.begin"'))
    ben = at(fake, "egypt")
    await ben.open()
    assert "You draw 3 cards, and 1 more for each mina. Everyone sees how many cards you buy" in ben.text()


def test_long_lists_of_fights_are_shortened() -> None:
    here = AreaView({"egypt": 2, "hittites": 3}, None, None, None, None, contested=True, bonus=None)
    (told,) = PRESENTATION.summary.notes(acme_view(areas=dict.fromkeys(sorted(AREAS)[:40], here)))
    assert len(told) < 400
    assert told.endswith(" more")


async def test_a_preview_does_not_say_that_others_pass() -> None:
    fake = table(CARDS)
    stage = draft_state(await fake.seat("1K9", fake.person("hittites")), PRESENTATION)
    passed = tuple(
        Event(fact(f"{{civ:{civ}}} passed.", "card.passed"), key="card.passed") for civ in ("babylon", "hittites")
    )
    told = others(stage, DryRun(stage.sheet.view, passed, 1, "", None, presumed=True))
    assert told == ["Hittites passed."]


async def test_who_may_answer_a_card_reads_what_it_does() -> None:
    fake = table(CARDS)
    await (ben := hittites(fake)).open()
    await ben.press_button(next(b for b in ben.buttons() if b.option == "73"))
    await ben.press("Babylon")
    await ben.press(next(b.label for b in ben.buttons() if b.label.startswith("Play ")))
    assert fake.table.pending is not None
    assert fake.table.pending.key == "card.negate"
    asked_now = at(fake, fake.table.pending.asks[0].seat)
    await asked_now.open()
    assert f"**{NAMES.name('card', '73')}** (73)" in asked_now.text()


def test_groups_of_a_long_list_are_told_apart_where_one_of_them_is_split() -> None:
    options = [Option(f"{place}:{i}", f"{place} {i}", group=place) for place in "abcdefghijklm" for i in range(3)]
    options += [Option(f"b:{i}", f"b {i}", group="b") for i in range(3, 60)]
    ids = [group.id for group in group_options(options)]
    assert len(ids) == len(set(ids)) > 13


async def test_what_a_card_places_is_headed_by_the_card_after_it_was_announced_by_a_command() -> None:
    """The heading was `Competition in {area:}: up to 2 disks`."""
    story = duel(egypt=holds(65))
    story.answer("egypt", "65")
    ana = at(FakeService(story.table), "egypt")
    await ana.open()
    assert ana.text().startswith("### Golden Age: up to 2 disks · Egypt")


def test_what_the_sky_god_may_strike_is_grouped_by_regions() -> None:
    """There was a group for each area, in English."""
    story = duel({"aleppo": "hittites 1", "emar": "hittites 1"})
    request = Request("deity.power", fact(""), (Ask("egypt", ("aleppo:hittites", "emar:hittites", "none")),))
    shown = GAME.describe(story.state, request, request.asks[0])
    assert [option.group for option in shown] == [AREAS["aleppo"].region, AREAS["emar"].region, "other"]
