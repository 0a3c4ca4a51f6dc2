"""What can be taken back in ACME: nothing whose window has closed, whatever it brought (N-165 to N-167)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import NothingToUndo, NotTogether
from engine.core.trial import Trial
from tests.acme.cards.tables import SPARE, holds, table
from tests.acme.competition.arena import HOLDERS as ARENA_HOLDERS
from tests.acme.competition.arena import fight, phase
from tests.acme.story import Story

FOUR = {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2"}
ORDER = "egypt hittites mittani"


def workshops(**others: Any) -> Story:
    """Egypt plays Bronze Workshops, which brings two mina and no chance."""
    return table(FOUR, order=ORDER, egypt=holds(58), **others).play("egypt", "58")


def hand(*cards: int, **facts: object) -> dict[str, object]:
    return {"hand": list(cards), **facts}


def bars(t: Story) -> set[str]:
    return {t.table.why_barred(civ) for civ in t.state.order}


def test_a_card_whose_window_has_closed_in_silence_is_played() -> None:
    """N-165: that nobody answered is known now."""
    t = workshops(hittites=hand(17), mittani=hand(27))
    assert t.table.why_barred("egypt") == ""
    t.windows()
    assert (t.civ("egypt").mina, bars(t)) == (2, {"closed"})


HOLDERS = {"negate_window": "holders"}
HELD = [hand(27), hand(17)]


@pytest.mark.parametrize("mittani", HELD)
def test_where_only_holders_are_asked_an_announcement_binds_at_once(mittani: dict[str, Any]) -> None:
    """N-168: whether a window opens tells whether anybody can answer."""
    t = workshops(hittites=hand(16 + 2), mittani=mittani, options=HOLDERS)
    assert t.is_window() == (mittani == HELD[0])
    assert t.table.why_barred("egypt") == "chance"
    t.windows()
    assert t.civ("egypt").mina == 2
    assert "" not in bars(t)


def test_where_only_holders_are_asked_neither_preview_nor_batch_tells_whether_there_is_one() -> None:
    """N-168."""
    tables = [
        table(FOUR, order=ORDER, egypt={"hand": [58, 3]}, hittites=hand(18), mittani=mittani, options=HOLDERS).table
        for mittani in HELD
    ]
    runs = [Trial(t, "egypt").run([["58"]]) for t in tables]
    assert [(run.stopped, run.presumed, run.view) for run in runs] == [("seat", True, runs[0].view)] * 2
    for t in tables:
        with pytest.raises(NotTogether):
            t.submit_batch("egypt", [["58"], ["pass"]])
        assert not t.record.entries


def test_where_only_holders_are_asked_before_competitions_that_binds_too() -> None:
    """N-168, RUL-097."""
    areas = {"aleppo": "egypt 2 hittites 2"}
    for hittites in ("hand=[22]", "hand=[42]"):
        t = phase(areas, top=ARENA_HOLDERS, egypt="hand=[43]", hittites=hittites)
        t.windows()
        assert t.key == "competition.commit"
        assert "" not in bars(t)


def test_who_answers_last_has_seen_the_others_and_is_bound() -> None:
    """N-165: the Hittites would let Mittani answer alone."""
    t = workshops(hittites=hand(27), mittani=hand(28))
    t.answer("mittani", "28")
    assert t.table.undo("mittani").picks == ("28",)
    t.answer("mittani", "28").answer("hittites", "27")
    assert "card:27" in t.told()
    for civ in ORDER.split():
        with pytest.raises(NothingToUndo):
            t.table.undo(civ)


def test_bad_omens_is_not_taken_back_once_traitor_has_been_seen() -> None:
    """N-165, RUL-180."""
    areas = {"aleppo": "egypt 2 hittites 2", "thebes": "egypt 1", "hattusha": "hittites 1"}
    hands = {"egypt": 'hand=[22,42]\ndeity="god_of_war"', "hittites": 'hand=[87]\ndeity="sky_god"'}
    t = phase(areas, **hands)
    t.answer("egypt", "22:aleppo:hittites").answer("hittites", "87:egypt")
    assert "card:22" in t.told()
    assert "" not in bars(t)
    with pytest.raises(NothingToUndo):
        t.table.undo("hittites")


def test_a_commitment_is_taken_back_until_the_next_civ_commits_and_none_after_the_reveal() -> None:
    """N-167: they are made one after another, so nobody has seen more than the number of those before."""
    t = fight("egypt 4 hittites 3", egypt="hand=[21,42]", hittites="hand=[35]", order="hittites egypt")
    t.answer("hittites", "card:35").answer("hittites", "done")
    assert t.table.why_barred("hittites") == ""
    t.answer("egypt", "card:21")
    assert (t.table.why_barred("hittites"), t.table.why_barred("egypt")) == ("answered", "")
    t.answer("egypt", "done")
    assert "revealed {card:21}" in t.told()
    assert "" not in bars(t)


def test_a_dry_run_of_a_commitment_shows_nothing_of_the_cards_of_others() -> None:
    t = fight("egypt 4 hittites 3", egypt="hand=[21,42]", hittites="hand=[35]", order="hittites egypt")
    t.answer("hittites", "card:35").answer("hittites", "done")
    run = Trial(t.table, "egypt").run([["card:21"], ["done"]])
    assert run.stopped == "chance"
    assert run.request is None
    assert "35" not in str(run.view.competition)
    assert not [e for e in run.events if "{card:35}" in e.text]


def test_a_window_that_is_left_out_is_no_barrier() -> None:
    """N-166: nobody else has a card, so nobody is asked."""
    t = workshops()
    assert (t.civ("egypt").mina, t.is_window()) == (2, False)
    assert t.table.why_barred("egypt") == ""
    t.table.undo("egypt")
    assert (t.civ("egypt").mina, t.hand("egypt")) == (0, [SPARE, 58])


NPCS = {"by": "npc", "npc": True}


def test_a_person_alone_goes_back_over_windows_put_to_npcs_whose_hands_lie_open() -> None:
    """N-166."""
    t = workshops(hittites=hand(21, deity="sky_god", **NPCS), mittani=hand(35, deity="god_of_war", **NPCS))
    assert [e.seat for e in t.table.record.entries if e.key == "card.negate"] == ["hittites", "mittani"]
    assert t.table.why_barred("egypt") == ""


def test_a_civ_that_the_npc_plays_for_a_person_keeps_its_hand_secret_and_its_silence_binds() -> None:
    """N-166, RUL-133."""
    t = workshops(hittites=hand(21, deity="sky_god", by="npc", npc=False), mittani=hand(35, deity="god_of_war", **NPCS))
    assert t.table.why_barred("egypt") == "closed"


def test_among_two_persons_a_window_put_to_open_hands_alone_is_no_barrier() -> None:
    """N-166: the other person has no card and is not asked."""
    t = workshops(hittites={}, mittani=hand(21, deity="sky_god", **NPCS))
    assert [e.seat for e in t.table.record.entries if e.key == "card.negate"] == ["mittani"]
    assert t.table.why_barred("egypt") == ""
