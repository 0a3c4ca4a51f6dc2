"""What lies between two public views of ACME, in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.acme.presentation.names import NAMES, names_of
from engine.acme.presentation.said import said, several
from engine.core.game import View
from engine.core.text import listing

PILES: Final = ("discard", "set_aside", "removed", "playing")
STAGES: Final = "tracks"
COUNTED: Final = (
    ("vp", "vp", "vp"),
    ("disks", "disk", "disks"),
    ("mina", "mina", "mina"),
    ("hand_count", "card", "cards"),
    (STAGES, "stage", "stages"),
)
CARDS: Final = 300


def between(then: View, now: View) -> Sequence[str]:
    """What each civilization has won or lost, which cards have come out, how many were drawn."""
    civs = [text for civ in now.get("order", ()) if (text := of_civ(then, now, civ))]
    changed = ["; ".join(civs) or said("petition.no_counts")]
    return [f"{changed[0]}.", came_out(then, now), drawn(then, now)]


def of_civ(then: View, now: View, civ: str) -> str:
    """`Egypt +2 VP, −3 disks`; empty if nothing that is counted has changed."""
    told = balance(then, now, civ)
    return f"{names_of(now).name('civ', civ)} {told}" if told else ""


def balance(then: View, now: View, civ: str) -> str:
    """`+2 VP, −3 disks`; empty if nothing that is counted has changed."""
    before, after = then.get("civs", {}).get(civ, {}), now.get("civs", {}).get(civ, {})
    parts = [signed(held(after, key) - held(before, key), one, many) for key, one, many in COUNTED]
    return ", ".join(part for part in parts if part)


def held(civ: View, key: str) -> int:
    """How many of a kind a civilization has: stages on all Culture Tracks together."""
    return sum(civ.get(key, {}).values()) if key == STAGES else int(civ.get(key, 0))


def signed(n: int, one: str, many: str) -> str:
    """`+2 VP`, `−1 card`; empty for none."""
    if not n:
        return ""
    return f"{'+' if n > 0 else '−'}{several(f'petition.{one}', f'petition.{many}', abs(n))}"


def came_out(then: View, now: View) -> str:
    """The cards that lie open now and did not then."""
    old = set(open_cards(then))
    new = [NAMES.name("card", str(card)) for card in open_cards(now) if card not in old]
    return said("petition.came_out", cards=listing(new, CARDS)) if new else said("petition.none_came_out")


def open_cards(view: View) -> list[Any]:
    """All cards that everybody can see: piles, and what lies before the civilizations."""
    piles = [card for pile in PILES for card in view.get(pile, ())]
    civs = view.get("civs", {}).values()
    return [*piles, *(int(card) for civ in civs for kind in ("investments", "standing") for card in civ.get(kind, ()))]


def drawn(then: View, now: View) -> str:
    """How many cards were drawn since."""
    n = int(then.get("deck_count", 0)) - int(now.get("deck_count", 0))
    if n < 0:
        return said("petition.shuffled")
    return several("petition.drawn_one", "petition.drawn", n) if n else said("petition.none_drawn")
