"""What NPCs do in posts, and their reasons on demand."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from bot.contract.tables import LogLine, Person, Reasons, Refused
from bot.ui.lookup.log import alike, why_screen
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Menu
from bot.ui.visit import Visit
from bot.ui.words.paragraphs import paragraphs
from bot.ui.words.presentations import names_of, summary_of
from engine.acme.view import NOBODY
from engine.core.game import Event
from engine.core.message import Message
from engine.core.text import civ, sentence
from tests.facts import fact
from tests.ui.table.places import BEGUN, table, view
from tests.ui.table.played import played
from tests.ui.table.room import ANA, BEN, HERE, Room, fits, labels, said, words

NAMES, SUMMARY = names_of("acme"), summary_of("acme")
NPCS = ("hittites", "babylon")
PEACE = ("hostility.peace.yes", 1)
REASONS = (
    ("place.2", "{area:zab}"),
    ("place.2", "{area:ur}"),
    ("place.9", "{civ:egypt}"),
    ("place.9", "{civ:egypt}"),
)


def told(*lines: tuple[str, str, int]) -> tuple[Event, ...]:
    return tuple(Event(fact(text, key), action=action, key=key) for text, key, action in lines)


TURN = told(
    ("{civ:hittites} placed 6: {area:zab} +6.", "growth.placed", 1),
    ("Priority 5: home.", "why.growth.deploy", 1),
    ("{civ:egypt} placed 4: {area:judah} +4.", "growth.placed", 2),
    ("{civ:hittites} played {card:50}.", "card.announced", 3),
    ("{civ:babylon} placed 2: {area:ur} +2.", "growth.placed", 4),
    ("{civ:hittites} gained 2 mina.", "card.mina", 5),
)


def test_what_an_npc_does_until_somebody_else_acts_is_one_paragraph() -> None:
    assert paragraphs(TURN, NAMES, SUMMARY, NPCS) == [
        "**Hittites** (computer) placed 6: Zab +6.",
        "**Egypt** placed 4: Judah +4.",
        "**Hittites** (computer) played **Trade Embargo**.",
        "**Babylon** (computer) placed 2: Ur +2.",
        "**Hittites** (computer) gained 2 mina.",
    ]


def test_passes_and_what_is_about_all_stand_by_themselves() -> None:
    events = told(
        ("{civ:hittites} placed 6.", "growth.placed", 1),
        ("{civ:hittites} passed.", "card.passed", 2),
        ("{civ:egypt} passed.", "card.passed", 3),
        ("{civ:hittites} returned 1 disk from {area:zab}.", "reckoning.overstack", 4),
        ("{civ:babylon} (computer) became an enemy of {civ:egypt}.", "npc.enemy", 5),
    )
    assert paragraphs(events, NAMES, SUMMARY, NPCS) == [
        "**Hittites** (computer) placed 6.",
        "**Hittites** and **Egypt** passed.",
        "**Hittites** (computer) returned 1 disk from Zab.",
        "**Babylon** (computer) became an enemy of Egypt.",
    ]


def test_npcs_that_pass_end_no_paragraph_and_pass_on_one_line() -> None:
    events = told(
        ("{civ:hittites} gained 1 mina.", "card.mina", 1),
        ("{civ:babylon} passed.", "card.passed", 2),
        ("{civ:hittites} gained 2 mina.", "card.mina", 3),
        ("{civ:hittites} passed.", "card.passed", 4),
    )
    assert paragraphs(events, NAMES, SUMMARY, NPCS) == [
        "**Hittites** (computer) gained 1 mina, gained 2 mina.",
        "**Babylon** and **Hittites** passed.",
    ]


def test_a_list_ends_its_sentence() -> None:
    events = told(
        ("{civ:egypt} played {card:4}: 1 mina.", "card.announced_at", 1),
        ("{civ:egypt} gained 1 mina and 1 VP.", "card.mina_and_vp", 1),
        ("{civ:egypt} paid 1 mina.", "card.paid", 1),
    )
    assert paragraphs(events, NAMES, SUMMARY) == [
        "**Egypt** played **Philosopher King**: 1 mina. Egypt gained 1 mina and 1 VP, paid 1 mina."
    ]


def test_of_war_and_peace_only_what_was_drawn_for_is_posted_and_no_card_turned_up() -> None:
    events = told(
        ("{civ:hittites} (computer) had no reason for war on {civ:egypt}.", "hostility.war.none", 1),
        ("{civ:babylon} (NPC) made peace with {civ:egypt}. Drawn from the Civilization Pool: 1 white.", *PEACE),
        ("{civ:hittites} acquired 6 growth disks.", "growth.acquired", 2),
        ("{civ:hittites} (computer) turned up {card:50} to decide.", "npc.revealed", 3),
        ("{civ:hittites} placed 6: {area:zab} +6.", "growth.placed", 3),
    )
    assert paragraphs(events, NAMES, SUMMARY, NPCS) == [
        "**Babylon** (NPC) made peace with Egypt. Drawn from the Civilization Pool: 1 white.",
        "**Hittites** (computer) acquired 6 growth disks, placed 6: Zab +6.",
    ]


def test_of_a_card_in_a_fight_what_it_did_is_posted_and_payments_alike_are_counted() -> None:
    events = told(
        ("{civ:egypt} revealed {card:15}.", "competition.revealed", 1),
        ("{civ:egypt} used {card:15}.", "competition.played", 1),
        ("{civ:egypt} added 2 white disks ({card:15}).", "competition.white", 1),
        ("{civ:babylon} paid with 1 mina.", "competition.paid", 1),
        ("{civ:babylon} paid with 1 mina.", "competition.paid", 1),
        ("{civ:egypt} used {card:15}.", "competition.played", 1),
    )
    assert " ".join(paragraphs(events, NAMES, SUMMARY)) == (
        "**Egypt** revealed **Mercenary General**, added 2 white disks (Mercenary General). "
        "**Babylon** paid with 1 mina (×2). **Egypt** used **Mercenary General**."
    )


def test_reasons_alike_are_one() -> None:
    told = [Message(f"why.{key}", {"civ": civ("hittites"), "what": what}) for key, what in REASONS]
    assert [sentence(why) for why in alike(told)] == [
        "It placed disks in {area:zab} and {area:ur}, where it has Gold and there is an enemy (priority 2).",
        "The Sea Peoples spread to {civ:egypt|the} (priority 9).",
    ]


@pytest.mark.soak
@pytest.mark.parametrize("people", [(ANA,), (ANA, BEN)], ids=["alone", "two"])
async def test_reasons_never_reach_the_channel_and_posts_keep_their_limits(
    room: Room, people: tuple[Person, ...]
) -> None:
    await played(room, *people)
    posts = [post for post in await room.posts() if post.user is None]
    for post in posts:
        fits(post)
    whole = "\n".join(words(post) for post in posts)
    assert "riority" not in whole
    assert "**Hittites** (computer) " in whole


@pytest.mark.soak
async def test_a_game_alone_has_one_post_a_phase_and_rings_nobody(room: Room) -> None:
    await played(room, ANA, turns=2)
    posts = [post for post in await room.posts() if post.user is None and post.kind != "lobby"]
    assert {post.kind for post in posts} == {"start", "phase", "end"}
    assert all(post.mentions == () for post in posts)
    heads = [line for post in posts if post.kind == "phase" for line in words(post).split("\n") if line[:2] == "##"]
    assert len(heads) == len(set(heads))


@pytest.mark.soak
async def test_the_log_marks_lines_with_reasons_and_shows_them(room: Room) -> None:
    number = await played(room, ANA)
    page, option = "", ""
    for n in range(1, 40):
        screen = await room.press(ANA, "log", f"{n}~~")
        page = said(screen)
        assert "riority" not in page
        menu = next((m for m in screen.parts if getattr(m, "verb", "") == "why"), None)  # type: ignore[union-attr]
        if menu is not None and "(computer) placed" not in page and " placed " in page:
            option = menu.choices[-1].value  # type: ignore[union-attr]
            break
    assert f"`{option}`" in page
    assert "*why*" in page
    screen = await room.press(BEN, "why", "", option)
    lines = said(screen).splitlines()
    assert lines[0].startswith("### Why: ")
    assert lines[0].endswith(f"({option})")
    assert 2 <= len(lines) <= 6
    assert lines[-1].startswith(("Enemies now: ", "Only the Barbarians"))
    assert {"How computers play", "Back to the log"} <= set(labels(screen))
    assert "### NPC: Overview" in await room.say(BEN, "rule", "npc:overview")
    told = await room.service.reasons(number, int(option))
    assert len(told.reasons) >= 1


def test_many_reasons_have_pages_of_five_lines() -> None:
    reasons = tuple(f"Priority {n}: {{civ:hittites}} keeps {{area:zab}}." for n in range(9))
    line = LogLine(41, fact("{civ:hittites} placed 9."), "", 1, BEGUN)
    there = view(civs={"hittites": replace(NOBODY, enemies=("egypt", "barbarians"), primary="egypt", hand=(50,))})
    told = Reasons(table(), line, tuple(fact(why) for why in reasons), there)
    pages = [why_screen(told, NAMES, n) for n in (1, 2, 3)]
    assert all(faults(page, DESIGN) == [] for page in pages)
    assert [len(said(page).splitlines()) for page in pages] == [6, 6, 3]
    assert said(pages[0]).splitlines()[0] == "### Why: Hittites placed 9 (41)"
    assert said(pages[0]).splitlines()[-1] == "Enemies now: Egypt (primary), Barbarians."
    assert labels(pages[0]) == ["More reasons", "Its open hand", "How computers play", "Back to the log"]
    assert labels(pages[2])[0] == "Its open hand"


async def test_a_line_without_reasons_says_so(room: Room) -> None:
    number = await played(room, ANA)
    with pytest.raises(Refused, match="no_reason"):
        await room.service.reasons(number, 1)
    assert "The log has no reason for line 1." in await room.say(ANA, "why", "1")


async def test_what_npcs_do_can_be_looked_up_by_decision(room: Room) -> None:
    """ACME-SOL-GEN-05: lists for hostile NPCs and for others."""
    visit = Visit(ANA.id, HERE.channel, name=ANA.name, guild=HERE.guild)
    first = await room.ask(visit, partial(room.all_handlers.look.rule_of, typed="NPC"))
    assert "### NPC: Overview" in said(first)
    links = next(part for part in first.parts if isinstance(part, Menu))  # type: ignore[union-attr]
    entries = [await room.say(ANA, "rule", choice.value) for choice in links.choices]
    assert len(entries) == 11
    hostile = next(text for text in entries if text.startswith("### NPC: Placing disks as an enemy"))
    peaceful = next(text for text in entries if text.startswith("### NPC: Placing disks at peace"))
    assert all(f"\n{n} " in hostile for n in range(11, 22))
    assert all(f"\n{n} " in peaceful for n in range(22, 29))
    assert labels(await room.press(ANA, "rule_list", "npc"))[-1] == "Look something up"
