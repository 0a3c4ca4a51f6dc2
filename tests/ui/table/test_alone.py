"""What posts and screens leave out where NPCs play: who needs no call, what is told twice, what says nothing."""

from __future__ import annotations

from dataclasses import replace

from bot.contract.snapshot import Done
from bot.store.models import LineRow
from bot.tables.posts.computer_reasons import telling_reasons
from bot.ui.questions.controls import hints
from bot.ui.questions.frame import TOP, news
from bot.ui.words import prompt
from bot.ui.words.paragraphs import paragraphs
from bot.ui.words.presentations import names_of, presentation_of, summary_of
from engine.core.ask import Option
from engine.core.game import Event
from engine.core.message import to_json
from tests.acme.views import with_area
from tests.facts import fact
from tests.ui.table.places import ask, table, view, window

CIVS = ("egypt", "babylon", "hittites")
NAMES, PRESENTATION = names_of("acme"), presentation_of("acme")


def test_a_person_alone_is_asked_without_a_call() -> None:
    info = table(alone=True)
    assert prompt.line(info, ask(info, "growth.deploy", 1), NAMES) == "**Babylon**: place growth disks."


def test_a_person_alone_is_not_told_of_a_window_that_may_pass_by_itself() -> None:
    info = table(alone=True)
    assert (
        prompt.line(info, ask(info, "competition.negate", 0, 1, sealed=True), NAMES) == "Press **My turn** to continue."
    )


def test_a_post_before_computers_that_think_stays_true_when_the_one_person_is_asked() -> None:
    """Alone there is one post a phase: it went on saying that no player needs to act."""
    for alone, told in ((True, "Then press **My turn**"), (False, "No player needs to act yet")):
        info = table(alone=alone)
        asked = replace(ask(info, "card.play", 0), asked=(replace(info.seats[0], by="npc", person=None),))
        assert told in prompt.line(info, asked, NAMES)


def test_all_who_do_not_grow_are_one_line() -> None:
    idle = [
        Event(fact(f"No growth this turn: {{civ:{c}}}.", "growth.skipped"), action=n, key="growth.skipped")
        for n, c in enumerate(CIVS)
    ]
    told = paragraphs(idle, NAMES, summary_of("acme"))
    assert told == ["**No growth this turn**: Egypt, Babylon, Hittites."]


def test_a_window_waits_for_persons_only() -> None:
    info = table(3, window=window())
    seats = (info.seats[0], replace(info.seats[1], by="npc", person=None))
    line = prompt.line(info, replace(ask(info, "card.negate", sealed=True), asked=seats), NAMES)
    assert ">: Egypt. " in line


def test_of_long_news_the_newest_lines_stay() -> None:
    info = table(2)
    lines = [Event(fact(f"{{civ:egypt}} placed disk {n} of a long row of disks."), action=n) for n in range(60)]
    told = news(Done(info, tuple(lines)), PRESENTATION)
    assert len(told) <= TOP
    assert "placed disk 0 of" in told
    assert "more in the Log." in told
    assert "placed disk 59 of" in told


def test_a_hint_that_counts_what_its_button_says_is_left_out() -> None:
    assert hints([Option("1", "1", "1 disk"), Option("2", "2", "2 disks")]) == []
    assert len(hints([Option("1", "1", "1 disk of the largest stack")])) == 1


def test_barbarians_have_no_cities() -> None:
    there = with_area(view(), "judah", disks={"barbarians": 3, "egypt": 3})
    assert PRESENTATION.board is not None
    assert PRESENTATION.board.worth(there, "egypt", "judah") == "City"
    assert PRESENTATION.board.worth(there, "barbarians", "judah") == ""


def test_reasons_that_always_hold_give_way_to_others() -> None:
    usual = LineRow(
        table_id=1, no=1, seq=1, key="why.growth.retire", said=to_json(fact("An NPC never takes its own disks off."))
    )
    special = LineRow(table_id=1, no=2, seq=1, key="why.growth.deploy", said=to_json(fact("Priority 5.")))
    assert telling_reasons([usual, special], "acme") == [special]
    assert telling_reasons([usual], "acme") == [usual]
    assert telling_reasons([usual, special], "culture_wars") == [usual, special]
