"""Says what has changed between two public views of ACME: gains and losses, open cards, cards drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.acme.presentation.names import NAMES, names_of
from engine.acme.presentation.said import said, several
from engine.acme.view import AcmeView, CivilizationView
from engine.core.message import SEMICOLON, strung
from engine.core.text import list_parts

COUNTED: Final[Mapping[tuple[str, str], Callable[[CivilizationView], int]]] = {
    ("vp", "vp"): lambda civ: civ.vp,
    ("disk", "disks"): lambda civ: civ.disks,
    ("mina", "mina"): lambda civ: civ.mina,
    ("card", "cards"): lambda civ: civ.hand_count,
    ("stage", "stages"): lambda civ: sum((civ.tracks or {}).values()),
}
CAME_OUT_TEXT: Final = 300


def between(then: AcmeView, now: AcmeView) -> Sequence[str]:
    """Return what each civilization has won or lost, which cards have come out, and how many were drawn."""
    civs = [text for civ in now.order if (text := of_civ(then, now, civ))]
    changed = strung(civs, SEMICOLON) or said("petition.no_counts")
    return [f"{changed}.", came_out(then, now), drawn_cards(then, now)]


def of_civ(then: AcmeView, now: AcmeView, civ: str) -> str:
    """Return what a civ has won and lost, with its name: `Egypt +2 VP, −3 disks`; empty if nothing has changed."""
    told = balance(then, now, civ)
    return f"{names_of(now).name('civ', civ)} {told}" if told else ""


def balance(then: AcmeView, now: AcmeView, civ: str) -> str:
    """Return what a civ has won and lost: `+2 VP, −3 disks`; empty if nothing has changed."""
    before, after = then.civ(civ), now.civ(civ)
    parts = [signed_number(count(after) - count(before), one, many) for (one, many), count in COUNTED.items()]
    return ", ".join(part for part in parts if part)


def signed_number(n: int, one: str, many: str) -> str:
    """Return a difference: `+2 VP`, `−1 card`; empty for none."""
    if not n:
        return ""
    return f"{'+' if n > 0 else '−'}{several(f'petition.{one}', f'petition.{many}', abs(n))}"


def came_out(then: AcmeView, now: AcmeView) -> str:
    """Return the cards that are open now and were not then."""
    old = set(open_cards(then))
    new = [NAMES.name("card", str(card)) for card in open_cards(now) if card not in old]
    return said("petition.came_out", cards=list_parts(new, CAME_OUT_TEXT)) if new else said("petition.none_came_out")


def open_cards(view: AcmeView) -> list[int]:
    """Return all open cards: those in piles and those in front of the civilizations."""
    before_civs = [int(card) for civ in view.civs.values() for card in (*civ.investments, *civ.standing)]
    return [*view.discard, *view.set_aside, *view.removed, *view.playing, *before_civs]


def drawn_cards(then: AcmeView, now: AcmeView) -> str:
    """Return how many cards were drawn between two views, or that the deck was shuffled."""
    n = then.deck_count - now.deck_count
    if n < 0:
        return said("petition.shuffled")
    return several("petition.drawn_one", "petition.drawn", n) if n else said("petition.none_drawn")
