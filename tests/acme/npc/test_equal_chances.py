"""Equal chances: an NPC's own good, or the cards (Playbook, Equal Chances; RUL-134)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.npc import hooks
from engine.acme.npc.decision import Decision
from engine.acme.npc.hooks import answer, ponder
from engine.acme.npc.ranks import method_a
from engine.acme.phases.card_phase import play_card
from engine.acme.state import State
from engine.core.ask import Ask, Picks, Request
from tests.acme.npc.positions import HUMAN, state
from tests.facts import fact

AREAS = {"thebes": "egypt 2", "hattusha": "hittites 2"}
WHERE = ("kaska", "zab", "pala")


def torn(monkeypatch: pytest.MonkeyPatch, *ties: str) -> None:
    """Whatever an NPC is asked, these answers are equally good."""
    found = tuple((token,) for token in ties)
    monkeypatch.setattr(hooks, "decide", lambda *_: Decision(found[0], "legal", found))


def chosen(s: State, *options: str) -> Picks:
    """What the Hittites answer to a question with these options, nobody else being asked anything on the way."""
    ask = Ask("hittites", options)
    asked = Request("growth.deploy", fact("?"), (ask,))
    flow = ponder(s, asked)
    assert flow is not None
    with pytest.raises(StopIteration):
        flow.send(None)
    return answer(s, asked, ask)


def by_cards(*deck: int, **more: Any) -> State:
    """A position in which the cards decide, with this deck."""
    facts: dict[str, Any] = {"options": {"npc_method": "b"}, "deck": list(deck), **more}
    return state(AREAS, **facts)


def test_sol_eq_02_the_highest_card_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """ACME-SOL-EQ-02: 12, 7 and 88 for three areas: the third. The cards are discarded."""
    torn(monkeypatch, *WHERE)
    s = by_cards(12, 7, 88)
    assert chosen(s, *WHERE) == ("pala",)
    assert s.discard == [12, 7, 88]
    assert [e.key for e in s.told] == ["npc.revealed"] * 3


@pytest.mark.parametrize(("card", "area"), [(14, "kaska"), (15, "zab")])
def test_sol_eq_03_of_two_one_card_decides_even_or_odd(card: int, area: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ACME-SOL-EQ-03."""
    torn(monkeypatch, "kaska", "zab")
    s = by_cards(card)
    assert chosen(s, "kaska", "zab") == (area,)
    assert s.discard == [card]


def test_sol_eq_04_without_the_option_no_card_is_turned_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """ACME-SOL-EQ-04: Method A takes the first of them."""
    torn(monkeypatch, *WHERE)
    s = by_cards(12, 7, 88, options={})
    assert chosen(s, *WHERE) == ("kaska",)
    assert s.discard == []


def test_sol_eq_05_an_event_is_played_at_once_and_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """ACME-SOL-EQ-05: 97 makes this turn the last of its Epoch, and has the highest number."""
    torn(monkeypatch, *WHERE)
    s = by_cards(12, 97, 88)
    assert chosen(s, *WHERE) == ("zab",)
    assert s.ending
    assert s.discard == [12, 97, 88]


def test_rul_134_draws_do_not_nest(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an Event met like that is resolved, Method A decides."""
    torn(monkeypatch, *WHERE)
    s = by_cards(12, 7, 88, pondering=True)
    assert chosen(s, *WHERE) == ("kaska",)
    assert s.discard == []


def test_a_single_best_answer_needs_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only equal chances are left to the cards."""
    torn(monkeypatch, "zab")
    s = by_cards(12)
    assert chosen(s, *WHERE) == ("zab",)
    assert s.discard == []


def test_a_card_that_an_event_takes_while_it_is_chosen_for_is_not_played() -> None:
    """Breath of God, turned up by Method B, may take the very card that the NPC is about to play."""
    s = by_cards(12)
    with pytest.raises(StopIteration):
        play_card(s, "hittites", 58).send(None)
    assert [e.key for e in s.told] == ["card.gone"]
    assert GAME.problems(s) == []


def test_sol_eq_01_method_a_hurts_the_person_who_leads() -> None:
    """ACME-SOL-EQ-01: of three persons with a disk each the one with most VP; with equal VP more Cities."""
    areas = {"thebes": "egypt 3", "hattusha": "hittites 2", "thrace": "greeks 2", "judah": "israelites 2"}
    shared = {"kaska": "greeks 1", "zab": "egypt 1", "karahuyuk": "israelites 1"}
    order = "hittites israelites greeks egypt"
    facts: dict[str, Any] = {"greeks": {**HUMAN, "vp": 4}, "israelites": {**HUMAN, "vp": 6}, "egypt": {"vp": 5}}
    s = state({**areas, **shared}, order=order, **facts)
    assert min(shared, key=lambda a: method_a(s, "hittites", a)) == "karahuyuk"
    s.civs["egypt"].vp = 6
    assert min(shared, key=lambda a: method_a(s, "hittites", a)) == "zab"
