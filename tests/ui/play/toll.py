"""Twelve losses in a row, as an effect of a game would ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine.acme.effects.loss_plan import LossPlans
from engine.acme.facts.catalog import AREAS
from engine.acme.presentation.summary import AcmeSummary
from engine.acme.view import NOBODY, AcmeView, AreaView
from engine.core.ask import Ask, Flow, Option, Request, Seat
from engine.core.game import Event, Outcome, View
from engine.core.message import Message
from engine.core.naming import Plain
from engine.core.presentation import Presentation
from tests.acme.views import acme_view

from .toy import Toy

TWELVE = tuple(sorted(AREAS))[:12]


@dataclass(slots=True)
class TollState:
    """What is left of twelve disks."""

    areas: list[str] = field(default_factory=lambda: list(TWELVE))
    kept: list[str] = field(default_factory=list)
    mina: int = 3
    turn: int = 1


async def toll(s: TollState) -> str | None:
    """Disk by disk: lose it, or pay a mina."""
    while s.areas:
        ask = Ask("ana", ("lose", *(["mina"] if s.mina else [])))
        if len(ask.options) == 1:
            return None
        said = Message("ask.loss.buy_off", {"what": "Storm", "area": s.areas[0], "left": len(s.areas)})
        given = (await Request("loss.buy_off", said, (ask,), about=tuple(s.areas), asked=("ana",)))["ana"][0]
        area = s.areas.pop(0)
        if given == "mina":
            s.kept.append(area)
            s.mina -= 1
    return None


class Purse:
    """A board on which only mina are counted."""

    def means(self, view: View, seat: str, token: str) -> int:
        """Three mina."""
        return int(view.civs[seat].mina)

    def precious(self, view: View, seat: str) -> frozenset[str]:
        """Nothing."""
        return frozenset()

    def stacks(self, view: View) -> Mapping[str, Mapping[str, int]]:
        """A disk everywhere."""
        return {a: {"ana": 1} for a in view.areas}

    def hand(self, view: View, seat: str) -> tuple[str, ...]:
        """No cards."""
        return ()

    def purse(self, view: View, seat: str) -> str:
        """Mina."""
        return f"{view.civs[seat].mina} mina"


class Toll:
    """The game."""

    PRESENTATION = Presentation(Plain(), summary=AcmeSummary(), board=Purse())  # type: ignore[arg-type]

    name, title, version = "toll", "Toll", 1
    state_type = TollState
    view_type = AcmeView
    steps: Mapping[str, Callable[[TollState], Flow[str | None]]] = MappingProxyType({"toll": toll})
    scenarios: Mapping[str, Any] = MappingProxyType({})
    upgrades: Mapping[int, Any] = MappingProxyType({})
    continuations: Mapping[str, Any] = MappingProxyType({"loss.buy_off": LossPlans()})
    presumed: Mapping[str, Any] = MappingProxyType({})
    npc = Toy.npc
    why_not = Toy.why_not

    def setup(self, *_: Any) -> tuple[TollState, str]:
        """A new game."""
        return TollState(), "toll"

    def seats(self, s: TollState) -> Sequence[Seat]:
        """One."""
        return ["ana"]

    def controller(self, s: TollState, seat: Seat) -> Any:
        """A person."""
        return "human"

    def secretive(self, s: TollState, seat: Seat) -> bool:
        """Everything is public."""
        return False

    def control(self, s: TollState, seat: Seat, by: Any) -> None:
        """Nothing changes."""

    def drain(self, s: TollState) -> list[Event]:
        """Nothing is told."""
        return []

    def barrier(self, s: TollState) -> int:
        """No chance."""
        return 0

    chance = reveal_count = barrier

    def scores(self, s: TollState) -> dict[Seat, int]:
        """There are no points."""
        return {}

    def chapter(self, s: TollState) -> str:
        """There are no chapters."""
        return ""

    def view(self, s: TollState, seat: Seat | None, waiting: Sequence[Seat]) -> View:
        """Everything."""
        here = AreaView({"ana": 1}, None, None, None, None, contested=False, bonus=None)
        return acme_view(civs={"ana": replace(NOBODY, mina=s.mina)}, areas=dict.fromkeys(s.areas, here))

    def describe(self, s: TollState, request: Request, ask: Ask) -> tuple[Option, ...]:
        """By their tokens."""
        return tuple(Option(t, t) for t in ask.options)

    def outcome(self, s: TollState) -> Outcome | None:
        """Over."""
        return Outcome({}, ("ana",), "over")

    def problems(self, s: TollState) -> list[str]:
        """None."""
        return []

    def dump(self, s: TollState, step: str | None) -> str:
        """No notation."""
        return ""

    def load(self, text: str) -> tuple[TollState, str | None]:
        """No notation."""
        return TollState(), None
