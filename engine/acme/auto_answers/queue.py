"""What can be queued in ACME: one's own growth, and actions of the Card Phase.

Actions are tried on the present position, as if it were already the seat's turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.acme.facts.catalog import AREAS
from engine.acme.phases.card_phase import ACTION, acts_next
from engine.acme.state import State
from engine.acme.view import AcmeView
from engine.core import text
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.auto_answers import stop
from engine.core.decoding import decoder
from engine.core.game import Event
from engine.core.message import NOTHING, Message
from engine.core.queue import QueuedAction
from engine.core.record import Record, snapshot
from engine.core.table import Table
from engine.core.trial import Trial

PLAY: Final = "card.play"
DEPLOY: Final = "growth.deploy"
GROWTH: Final[Mapping[str, str]] = {
    "growth.retire": "done",
    "growth.granary": "no",
    "growth.resettle": "done",
    "growth.storehouse": "0",
}
NEGATED: Final = "card.negated"
AFTER_GROWTH: Final = frozenset({"card", "competition", "reckoning", "epoch"})
ADVANCING: Final = "culture.pay"
PAID: Final = frozenset({"deity.pay", ADVANCING})


class AcmeQueueing:
    """What can be queued in ACME."""

    kinds: Mapping[str, tuple[str, ...]] = {PLAY: (PLAY,), DEPLOY: (*GROWTH, DEPLOY)}
    parts: Mapping[str, tuple[str, ...]] = {PLAY: ("card.", "deity.", ADVANCING), DEPLOY: ("growth.",)}
    filled = frozenset({DEPLOY})
    stops: tuple[str, ...] = ("entered", "home", "hit", "amount")
    usual: tuple[str, ...] = ("entered", "home", "amount")

    def open_to(self, table: Table[Any], seat: Seat) -> Mapping[str, bool]:
        """Return what can be queued: growth before the civ's own and, for the next turn, from the Card Phase on;
        actions until it has passed.
        """
        s: State = table.state
        if seat not in s.order or table.pending is None:
            return {}
        asked = table.pending.key_to(seat) if table.ask_of(seat) is not None else ""
        found = dict[str, bool]()
        if s.phase in {"exploration", "growth", "card"} and not s.civs[seat].passed and asked != PLAY:
            found[PLAY] = False
        if s.phase == "exploration" or (s.phase == "growth" and s.order.index(seat) > s.active):
            found[DEPLOY] = False
        elif s.phase in AFTER_GROWTH:
            found[DEPLOY] = True
        return found

    def position(self, table: Table[Any], seat: Seat, kind: str) -> Table[Any] | None:
        """Return the last step begun, with the civ being next in the phase concerned."""
        points = table.boundaries()
        raw = points[-1].state if points else table.record.state
        s = decoder(State).json(bytes(raw))
        if seat not in s.order:
            return None
        s.phase, s.active, step = ("card", s.order.index(seat), ACTION)
        if kind == DEPLOY:
            s.phase, step = "growth", "growth.civ"
        there = Table(table.game, Record(table.game.name, table.game.version, step, snapshot(s)), npcs=False)
        asked = there.pending.key_to(seat) if there.pending and there.ask_of(seat) is not None else ""
        return there if asked in self.kinds[kind] else None

    def next_up(self, table: Table[Any]) -> tuple[Seat, str] | None:
        """Return the next civ in Turn Order that has not passed, while another one acts (ACME §8.2)."""
        s: State = table.state
        place = acts_next(s) if table.step == ACTION else None
        seat = "" if place is None else s.order[place % len(s.order)]
        return (seat, PLAY) if seat and seat != s.order[s.active] else None

    def visible_state(self, seat: Seat, view: AcmeView, answers: Iterable[tuple[str, Picks]]) -> Mapping[str, int]:
        """Return the disks at the places that the answers use, whether the Home Area is Contested, and the civ's own
        disks.
        """
        areas = sorted({pick for _, picks in answers for pick in picks if pick in view.areas})
        counts = {"home": _home_contested(view, seat), "board": on_board(view, seat)}
        for area in areas:
            counts[f"own:{area}"] = view.areas[area].disks.get(seat, 0)
            counts[f"others:{area}"] = sum(_others(view, area, seat).values())
        return counts

    def why_stop(self, seat: Seat, action: QueuedAction, view: AcmeView, stops: Sequence[str]) -> Message:
        """Return why the owner is asked: others have come to where it places, a means is lost, the Home Area is
        Contested, disks are gone.
        """
        then, now = action.known, self.visible_state(seat, view, action.answers)
        for name, n in now.items():
            what, _, area = name.partition(":")
            if what == "own" and then.get(name, 0) and not n:
                return stop("lost", area=text.area(area))
            if "entered" in stops and what == "others" and self._enters(action, area, then) and n > then.get(name, 0):
                there = _others(view, area, seat)
                return stop("entered", civ=text.civ(max(there, key=lambda f: (there[f], f))), area=text.area(area))
        if "home" in stops and now["home"] > then.get("home", 0):
            return stop("home")
        if "hit" in stops and now["board"] < then.get("board", 0):
            return stop("hit", n=then["board"] - now["board"])
        return NOTHING

    def _enters(self, action: QueuedAction, area: str, then: Mapping[str, int]) -> bool:
        """Return whether the action places disks in the area where others' disks are allowed."""
        growing = action.answers[0][0] in self.kinds[DEPLOY]
        return growing or not then.get(f"others:{area}", 0)

    def misfit(self, trial: Trial, request: Request, ask: Ask, picks: Picks) -> Message:
        """Return why the queue doesn't fit: the card isn't held or can't be played, or the area takes no disks or is no
        target.
        """
        view: AcmeView = trial.run(()).view
        pick = next((one for one in picks if one not in ask.options), "")
        if request.key == PLAY and pick.isdigit():
            held = int(pick) in (view.civs[ask.seat].hand or ())
            return stop("playable" if held else "hand", card=text.card(pick))
        if request.key == DEPLOY and pick in AREAS:
            own = pick in view.areas and view.areas[pick].disks.get(ask.seat)
            return stop("limit" if own else "reach", area=text.area(pick))
        if pick in AREAS:
            return stop("target", what=text.area(pick))
        if pick in view.civs:
            return stop("target", what=text.civ(pick))
        return stop("cost" if request.key in PAID else "gone")

    def answer_unplanned(self, request: Request, ask: Ask) -> Picks | None:
        """Skip what comes before the disks are placed, unless it is queued."""
        wanted = GROWTH.get(request.key, "")
        return (wanted,) if wanted in ask.options else None

    def failed_card(self, event: Event, seat: Seat) -> str:
        """Return the card of the civ that was Negated (RUL-058)."""
        negated = event.said.key == f"event.{NEGATED}" and event.said.values.get("civ") == text.civ(seat)
        return str(event.said.values["card"]) if negated else ""

    def failure(self, failed: str) -> Message:
        """Return that the owner decides on what is queued after a card that was Negated."""
        return Message("acme.auto.stop.negated", {"card": failed})


def _others(view: AcmeView, area: str, seat: Seat) -> dict[str, int]:
    return {faction: n for faction, n in view.areas[area].disks.items() if faction != seat}


def _home_contested(view: AcmeView, seat: Seat) -> int:
    home = view.areas.get(view.civs[seat].home or "")
    return int(home is not None and home.contested)


def on_board(view: AcmeView, seat: Seat) -> int:
    """Return the seat's disks in all areas."""
    return sum(area.disks.get(seat, 0) for area in view.areas.values())
