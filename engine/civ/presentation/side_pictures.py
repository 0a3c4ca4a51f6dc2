"""What the pictures beside the board show, in words: the A.S.T., everybody's money cards, the advances of a nation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.civ.presentation.board import nation
from engine.civ.presentation.facts import following
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said
from engine.core.atlas import SidePicture
from engine.core.fitting import listing
from engine.core.game import View

OWN: Final = 1200


def side_picture(view: View, name: str, seat: str) -> SidePicture:
    """One of `SIDE_PICTURES`; the advances are those of that seat. KeyError for another name."""
    return SIDE_PICTURES[name](view, seat)


def track(view: View, _seat: str) -> SidePicture:
    """Everybody's space, and what the next one asks (CIV §19), the leader first."""
    return SidePicture([_placed(slug, own) for slug, own in in_order(view)])


def _placed(slug: str, own: Mapping[str, Any]) -> str:
    here = said("space", n=own["space"], epoch=said(f"epoch.{own['epoch']}"))
    return f"**{NAMES.name('civ', slug)}** {here}. {following(own)}".rstrip()


def hands(view: View, _seat: str) -> SidePicture:
    """How many cards of which pile everybody holds (CIV §13)."""
    return SidePicture([f"**{NAMES.name('civ', slug)}** {_piles(own['hand'])}" for slug, own in in_order(view)])


def _piles(held: Mapping[str, int]) -> str:
    return ", ".join(f"{NAMES.name('pile', pile)} {n}" for pile, n in held.items()) or said("none")


def advances(view: View, seat: str) -> SidePicture:
    """What a nation has, and what the others that it may buy cost it today (CIV §17)."""
    own = nation(view, seat)
    bought = _named(own["advances"]) or said("none")
    prices = [f"{NAMES.name('advance', card)} {own['prices'][card]}" for card in own["on_offer"]]
    lines = [said("side.bought", cards=bought), said("side.on_offer", cards=listing(prices, OWN) or said("none"))]
    return SidePicture(lines, {"seat": seat})


def _named(cards: Sequence[str]) -> str:
    return listing([NAMES.name("advance", card) for card in cards], OWN)


def in_order(view: View) -> list[tuple[str, Mapping[str, Any]]]:
    """The nations, the most advanced first."""
    there: Mapping[str, Mapping[str, Any]] = view.get("nations", {})
    return sorted(there.items(), key=lambda one: -int(one[1]["space"]))


SIDE_PICTURES: Final[Mapping[str, Callable[[View, str], SidePicture]]] = {
    "track": track,
    "hands": hands,
    "advances": advances,
}
