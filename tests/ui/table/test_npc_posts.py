"""What NPCs do in posts, and their reasons on demand."""

from __future__ import annotations

import random
from functools import partial

import pytest

from bot.contract import LogLine, Person, Reasons, Refused, Settings
from bot.ui.limits import DESIGN, faults
from bot.ui.parts import Menu
from bot.ui.router import Visit
from bot.ui.table.paragraphs import paragraphs
from bot.ui.table.reasons import alike, why_screen
from bot.ui.vocabulary import herald_of, names_of
from engine.core.game import Event
from tests.ui.table.places import BEGUN, table, view
from tests.ui.table.room import ANA, BEN, HERE, Room, fits, labels, said, words

NAMES, HERALD = names_of("acme"), herald_of("acme")
NPCS = ("hittites", "babylon")


def told(*lines: tuple[str, str, int]) -> tuple[Event, ...]:
    return tuple(Event(text, action=action, key=key) for text, key, action in lines)


TURN = told(
    ("{civ:hittites} placed 6: {area:zab} +6.", "growth.placed", 1),
    ("Priority 5: home.", "why.growth.deploy", 1),
    ("{civ:egypt} placed 4: {area:judah} +4.", "growth.placed", 2),
    ("{civ:hittites} announced {card:50}.", "card.announced", 3),
    ("{civ:babylon} placed 2: {area:ur} +2.", "growth.placed", 4),
    ("{civ:hittites} gained 2 mina.", "card.mina", 5),
)


def test_what_an_npc_does_while_no_person_acts_is_one_paragraph() -> None:
    assert paragraphs(TURN, NAMES, HERALD, NPCS) == [
        "**Hittites** (NPC) placed 6: Zab +6.",
        "**Egypt** placed 4: Judah +4.",
        "**Hittites** (NPC) announced **Trade Embargo**, gained 2 mina.",
        "**Babylon** (NPC) placed 2: Ur +2.",
    ]


def test_in_a_phase_post_each_npc_has_one_paragraph() -> None:
    assert paragraphs(TURN, NAMES, HERALD, NPCS, phase=True) == [
        "**Hittites** (NPC) placed 6: Zab +6. Hittites announced Trade Embargo, gained 2 mina.",
        "**Egypt** placed 4: Judah +4.",
        "**Babylon** (NPC) placed 2: Ur +2.",
    ]


def test_passes_and_what_is_about_all_stand_by_themselves() -> None:
    events = told(
        ("{civ:hittites} placed 6.", "growth.placed", 1),
        ("{civ:hittites} passed.", "card.passed", 2),
        ("{civ:egypt} passed.", "card.passed", 3),
        ("{civ:hittites} returned 1 disk from {area:zab}.", "reckoning.overstack", 4),
        ("{civ:babylon} (NPC) became an enemy of {civ:egypt}.", "npc.enemy", 5),
    )
    assert paragraphs(events, NAMES, HERALD, NPCS, phase=True) == [
        "**Hittites** (NPC) placed 6.",
        "**Hittites** and **Egypt** passed.",
        "**Hittites** (NPC) returned 1 disk from Zab.",
        "**Babylon** (NPC) became an enemy of Egypt.",
    ]


def test_npcs_that_pass_end_no_paragraph_and_pass_on_one_line() -> None:
    events = told(
        ("{civ:hittites} gained 1 mina.", "card.mina", 1),
        ("{civ:babylon} passed.", "card.passed", 2),
        ("{civ:hittites} gained 2 mina.", "card.mina", 3),
        ("{civ:hittites} passed.", "card.passed", 4),
    )
    assert paragraphs(events, NAMES, HERALD, NPCS) == [
        "**Hittites** (NPC) gained 1 mina, gained 2 mina.",
        "**Babylon** and **Hittites** passed.",
    ]


def test_a_list_ends_its_sentence() -> None:
    events = told(
        ("{civ:egypt} announced {card:4}: 1 mina.", "card.announced_at", 1),
        ("{civ:egypt} gained 1 mina and 1 VP.", "card.mina_and_vp", 1),
        ("{civ:egypt} paid 1 mina.", "card.paid", 1),
    )
    assert paragraphs(events, NAMES, HERALD) == [
        "**Egypt** announced **Philosopher King**: 1 mina. Egypt gained 1 mina and 1 VP, paid 1 mina."
    ]


def test_of_war_and_peace_only_what_was_drawn_for_is_posted_and_no_card_turned_up() -> None:
    events = told(
        ("No reason for a war of {civ:hittites} (NPC) against {civ:egypt}.", "hostility.war.none", 1),
        ("{civ:babylon} (NPC) made peace with {civ:egypt}.", "hostility.peace.yes", 1),
        ("{civ:hittites} acquired 6 growth disks.", "growth.acquired", 2),
        ("{civ:hittites} (NPC) turned up {card:50} to decide.", "npc.revealed", 3),
        ("{civ:hittites} placed 6: {area:zab} +6.", "growth.placed", 3),
    )
    assert paragraphs(events, NAMES, HERALD, NPCS) == [
        "**Babylon** (NPC) made peace with Egypt.",
        "**Hittites** (NPC) acquired 6 growth disks, placed 6: Zab +6.",
    ]


def test_of_a_card_in_a_fight_what_it_did_is_posted_and_payments_alike_are_counted() -> None:
    events = told(
        ("{civ:egypt} revealed {card:15}.", "competition.revealed", 1),
        ("{card:15} of {civ:egypt} took effect.", "competition.played", 1),
        ("{civ:egypt} added 2 white disks ({card:15}).", "competition.white", 1),
        ("{civ:babylon} paid with 1 mina.", "competition.paid", 1),
        ("{civ:babylon} paid with 1 mina.", "competition.paid", 1),
        ("{card:15} of {civ:egypt} took effect.", "competition.played", 1),
    )
    assert " ".join(paragraphs(events, NAMES, HERALD)) == (
        "**Egypt** revealed **Mercenary General**, added 2 white disks (Mercenary General). "
        "**Babylon** paid with 1 mina (×2). **Mercenary General** of Egypt took effect."
    )


def test_reasons_alike_are_one() -> None:
    reasons = ["{civ:hittites} keeps {area:zab}.", "{civ:hittites} keeps {area:ur}.", "No reason.", "No reason."]
    assert alike(reasons) == ["{civ:hittites} keeps {area:zab} and {area:ur}.", "No reason."]


async def played(desk: Room, *people: Person, turns: int = 1, seed: int = 4) -> str:
    """A game with two NPCs, played at random to its end."""
    options = {"map": "western", "turns": turns}
    info = await desk.service.open_table(
        people[0], HERE, "acme", options=options, npcs=2, npc_civs=("hittites",), settings=Settings(pace="live")
    )
    for person in people[1:]:
        await desk.service.join(info.id, person)
    await desk.service.start(info.id, people[0])
    dice = random.Random(seed)
    while (await desk.service.info(info.id)).state == "running":
        await step(desk, info.id, people, dice)
    return info.id


async def step(desk: Room, number: str, people: tuple[Person, ...], dice: random.Random) -> None:
    for person in people:
        sheet = await desk.service.sheet(number, person)
        if sheet.ask is not None and sheet.sealed is None:
            most = min(sheet.ask.most, len(sheet.ask.options))
            picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
            await desk.service.answer(number, person, sheet.ask_no, [picks])
            return
    desk.now += 60
    await desk.service.close_window(number, (await desk.service.info(number)).ask_no)


@pytest.mark.parametrize("people", [(ANA,), (ANA, BEN)], ids=["alone", "two"])
async def test_reasons_never_reach_the_channel_and_posts_keep_their_limits(
    desk: Room, people: tuple[Person, ...]
) -> None:
    await played(desk, *people)
    posts = [post for post in await desk.posts() if post.user is None]
    for post in posts:
        fits(post)
    whole = "\n".join(words(post) for post in posts)
    assert "riority" not in whole
    assert "**Hittites** (NPC) " in whole


async def test_a_game_alone_has_one_post_a_phase_and_rings_nobody(desk: Room) -> None:
    await played(desk, ANA, turns=2)
    posts = [post for post in await desk.posts() if post.user is None and post.kind != "lobby"]
    assert {post.kind for post in posts} == {"start", "phase", "end"}
    assert all(post.mentions == () for post in posts)
    heads = [words(post).split("\n", 1)[0] for post in posts if post.kind == "phase"]
    assert len(heads) == len(set(heads))


async def test_the_log_marks_lines_with_reasons_and_shows_them(desk: Room) -> None:
    number = await played(desk, ANA)
    page, option = "", ""
    for n in range(1, 40):
        screen = await desk.press(ANA, "log", f"{n}~~")
        page = said(screen)
        assert "riority" not in page
        menu = next((m for m in screen.parts if getattr(m, "verb", "") == "why"), None)  # type: ignore[union-attr]
        if menu is not None and "(NPC) placed" not in page and " placed " in page:
            option = menu.choices[-1].value  # type: ignore[union-attr]
            break
    assert f"`{option}`" in page
    assert "*why*" in page
    screen = await desk.press(BEN, "why", "", option)
    lines = said(screen).splitlines()
    assert lines[0].startswith("### Why: ")
    assert lines[0].endswith(f"({option})")
    assert 2 <= len(lines) <= 6
    assert lines[-1].startswith(("Enemies now: ", "Now it is enemy to nobody"))
    assert {"Rules of NPCs", "Back to the log"} <= set(labels(screen))
    assert "### NPC: Overview" in await desk.say(BEN, "rule", "npc:overview")
    told = await desk.service.reasons(number, int(option))
    assert len(told.reasons) >= 1


def test_many_reasons_have_pages_of_five_lines() -> None:
    reasons = tuple(f"Priority {n}: {{civ:hittites}} keeps {{area:zab}}." for n in range(9))
    line = LogLine(41, "{civ:hittites} placed 9.", "", 1, BEGUN)
    there = view(civs={"hittites": {"enemies": ["egypt", "barbarians"], "primary": "egypt", "hand": [50]}})
    told = Reasons(table(), line, reasons, there)
    pages = [why_screen(told, NAMES, n) for n in (1, 2, 3)]
    assert all(faults(page, DESIGN) == [] for page in pages)
    assert [len(said(page).splitlines()) for page in pages] == [6, 6, 3]
    assert said(pages[0]).splitlines()[0] == "### Why: Hittites placed 9 (41)"
    assert said(pages[0]).splitlines()[-1] == "Enemies now: Egypt (primary), Barbarians."
    assert labels(pages[0]) == ["Further reasons", "Its open hand", "Rules of NPCs", "Back to the log"]
    assert labels(pages[2])[0] == "Its open hand"


async def test_a_line_without_reasons_says_so(desk: Room) -> None:
    number = await played(desk, ANA)
    with pytest.raises(Refused, match="no_reason"):
        await desk.service.reasons(number, 1)
    assert "The log tells no reason for line 1." in await desk.say(ANA, "why", "1")


async def test_what_npcs_do_can_be_looked_up_by_decision(desk: Room) -> None:
    """ACME-SOL-GEN-05: lists for hostile NPCs and for others."""
    visit = Visit(ANA.id, HERE.channel, name=ANA.name)
    first = await desk.ask(visit, partial(desk.desks.look.rule_of, typed="NPC"))
    assert "### NPC: Overview" in said(first)
    links = next(part for part in first.parts if isinstance(part, Menu))  # type: ignore[union-attr]
    entries = [await desk.say(ANA, "rule", choice.value) for choice in links.choices]
    assert len(entries) == 11
    hostile = next(text for text in entries if text.startswith("### NPC: Placing disks as an enemy"))
    peaceful = next(text for text in entries if text.startswith("### NPC: Placing disks at peace"))
    assert all(f"\n{n} " in hostile for n in range(11, 22))
    assert all(f"\n{n} " in peaceful for n in range(22, 29))
    assert labels(await desk.press(ANA, "rule_list", "npc"))[-1] == "Look something up"
