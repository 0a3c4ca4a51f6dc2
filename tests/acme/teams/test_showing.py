"""Showing cards to a team-mate (Playbook, Team Member Cooperation; ACME-TEAM-03)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme import notation
from engine.acme.game import GAME
from engine.acme.verbs.basic import discard
from engine.core import record
from engine.core.errors import IllegalAnswer, UnknownCall, UnknownSeat
from engine.core.table import Table
from tests.acme.story import Story
from tests.acme.teams.positions import teams

HANDS: dict[str, Any] = {"egypt": {"hand": [58, 67, 42]}, "babylon": {"hand": [44]}}


@pytest.fixture
def t() -> Story:
    return teams(**HANDS)


def shown(t: Story, seat: str | None, whose: str) -> tuple[int, ...]:
    return t.view(seat).civs[whose].shown


class TestShowing:
    @pytest.mark.parametrize("cards", [["58"], ["42", "58", "67"], ["67", "58"]])
    def test_team_03_some_or_all(self, t: Story, cards: list[str]) -> None:
        """ACME-TEAM-03: the team-mate alone sees those cards and is told so (PB:235)."""
        t.table.call("show", "egypt", "babylon", *cards)
        assert shown(t, "babylon", "egypt") == tuple(sorted(map(int, cards)))
        assert [shown(t, seat, "egypt") for seat in ("egypt", "hittites", "sumer", None)] == [()] * 4
        assert t.view("egypt").civs["egypt"].shows == {"babylon": tuple(sorted(map(int, cards)))}
        assert [event.to for event in t.table.events if event.key == "call.shown"] == ["babylon"]

    def test_team_03_none(self, t: Story) -> None:
        """ACME-TEAM-03: what is shown can be hidden again; saying the same twice tells nothing."""
        for cards in (["58"], ["58"], [], []):
            t.table.call("show", "egypt", "babylon", *cards)
        assert not shown(t, "babylon", "egypt")
        told = [event.key for event in t.table.events if event.is_call]
        assert told == ["call.shown", "call.hidden"]

    def test_team_03_at_any_time(self, t: Story) -> None:
        """ACME-TEAM-03: also while others are asked."""
        t.table.call("show", "babylon", "egypt", "44")
        assert shown(t, "egypt", "babylon") == (44,)

    def test_team_03_a_card_gone_is_seen_no_more(self, t: Story) -> None:
        """ACME-TEAM-03: what is not in the hand any more is not shown."""
        t.table.call("show", "egypt", "babylon", "58", "67")
        discard(t.state, "egypt", 58)
        assert shown(t, "babylon", "egypt") == (67,)

    @pytest.mark.parametrize(
        "said", [("egypt", "sumer", "58"), ("egypt", "egypt", "58"), ("egypt", "babylon", "99"), ("egypt", "nobody")]
    )
    def test_team_03_only_own_cards_and_only_to_a_mate(self, t: Story, said: tuple[str, ...]) -> None:
        """ACME-TEAM-03: opponents are shown nothing, and nobody shows what it does not hold."""
        before = record.encode(t.table.record)
        with pytest.raises(IllegalAnswer):
            t.table.call("show", *said)
        assert record.encode(t.table.record) == before

    def test_team_03_not_without_a_seat_or_a_name(self, t: Story) -> None:
        with pytest.raises(UnknownSeat):
            t.table.call("show", "nobody", "babylon")
        with pytest.raises(UnknownCall):
            t.table.call("show")


class TestKeeping:
    def test_the_record_carries_it(self, t: Story) -> None:
        """ACME-TEAM-03: a restart shows the same, and so does notation."""
        t.table.call("show", "egypt", "babylon", "58")
        again = Table(GAME, record.decode(record.encode(t.table.record)))
        assert again.view("babylon") == t.view("babylon")
        loaded, _ = notation.load(notation.dump(t.state, "card.action"))
        assert loaded.civs["egypt"].shows == {"babylon": [58]}

    def test_undo_does_not_take_it_back(self, t: Story) -> None:
        """ACME-TEAM-03: what has been seen has been seen; it bars nobody from taking an answer back either."""
        t.answer("egypt", "67")
        t.table.call("show", "egypt", "babylon", "58")
        t.table.undo("egypt")
        assert t.asked()[0] == "card.play"
        assert shown(t, "babylon", "egypt") == (58,)

    def test_it_changes_nothing_for_others(self, t: Story) -> None:
        """ACME-TEAM-03: views and options of everybody else are as if nothing had been shown."""
        plain = teams(**HANDS)
        t.table.call("show", "egypt", "babylon", "58")
        for seat in ("hittites", "sumer", None):
            assert t.view(seat) == plain.view(seat)
        assert t.options("egypt") == plain.options("egypt")
