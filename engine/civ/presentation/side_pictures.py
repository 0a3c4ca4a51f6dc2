"""Says in words what the pictures beside the board show: the A.S.T., the money cards, the advances of a nation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.civ.catalog import ADVANCES, CATALOG, NUMBERS, PILES
from engine.civ.definitions import EPOCHS
from engine.civ.presentation.board import nation, support
from engine.civ.presentation.facts import next_space_text
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said
from engine.civ.view import CivView, NationView
from engine.core.atlas import SidePicture
from engine.core.text import decimal, list_parts

OWN: Final = 1200


def side_picture(view: CivView, name: str, seat: str) -> SidePicture:
    """Return one of `SIDE_PICTURES`; the advances are those of the seat. Raises KeyError for another name."""
    return SIDE_PICTURES[name](view, seat)


def track(view: CivView, _seat: str) -> SidePicture:
    """Return each nation's space, and what the next one requires (CIV §19), the leader first."""
    return SidePicture([_placed(slug, own) for slug, own in in_order(view)])


def _placed(slug: str, own: NationView) -> str:
    here = said("space", n=own.space, epoch=said(f"epoch.{own.epoch}"))
    return f"**{NAMES.name('civ', slug)}** {here}. {next_space_text(own)}".rstrip()


def hands(view: CivView, _seat: str) -> SidePicture:
    """Return how many cards of each pile each nation has (CIV §13)."""
    return SidePicture([f"**{NAMES.name('civ', slug)}** {_piles(own.hand)}" for slug, own in in_order(view)])


def _piles(held: Mapping[str, int]) -> str:
    return ", ".join(f"{NAMES.name('pile', pile)} {n}" for pile, n in held.items()) or said("none")


def advances(view: CivView, seat: str) -> SidePicture:
    """Return the advances of a nation, and what the others that it may buy cost it today (CIV §17)."""
    own = nation(view, seat)
    bought = _named(own.advances) or said("none")
    prices = [f"{NAMES.name('advance', card)} {own.prices[card]}" for card in own.on_offer]
    lines = [said("side.bought", cards=bought), said("side.on_offer", cards=list_parts(prices, OWN) or said("none"))]
    return SidePicture(lines, {"seat": seat})


def _named(cards: Sequence[str]) -> str:
    return list_parts([NAMES.name("advance", card) for card in cards], OWN)


def in_order(view: CivView) -> list[tuple[str, NationView]]:
    """Return the nations, the most advanced first."""
    return sorted(view.nations.items(), key=lambda one: -one[1].space)


def score(view: CivView, _seat: str) -> SidePicture:
    """Return each nation's points by public facts: a range, since money cards have unknown values (CIV §21.2,
    §21.3).
    """
    deck, track = view.options.deck, view.options.track
    ranges = {slug: points(own, deck, track) for slug, own in view.nations.items()}
    found = sorted(ranges.items(), key=lambda one: -one[1][1])
    lines = [_scored(slug, least, most) for slug, (least, most) in found]
    return SidePicture([*lines, said(f"side.score_{track}")], drawn=False)


def _scored(slug: str, least: int, most: int) -> str:
    n = said("side.range", least=least, most=most) if most > least else str(least)
    return f"**{NAMES.name('civ', slug)}** {n}"


def points(own: NationView, deck: str, track: str) -> tuple[int, int]:
    """Return the fewest and the most points that a nation can have by public facts."""
    known = sum(sources(own, deck, track).values())
    if track != "classic":
        return known, known
    values = [(n, [int(value) for value in PILES[int(pile) - 1].cards]) for pile, n in own.hand.items()]
    least, most = (known + sum(n * end(cards) for n, cards in values) for end in (min, max))
    return least, most


def sources(own: NationView, deck: str, track: str) -> dict[str, int]:
    """Return the public points of a nation by what they are for (CIV §21.2, §21.3)."""
    held = [ADVANCES[deck][card] for card in own.advances]  # type: ignore[index]
    if track != "classic":
        spaces = NUMBERS.mega_space_points * own.space
        return {"advances": sum(card.vp for card in held), "spaces": spaces, "cities": len(own.cities)}
    return {
        "advances": sum(card.price for card in held),
        "treasury": own.treasury,
        "spaces": NUMBERS.space_points * own.space,
        "cities": NUMBERS.city_score * len(own.cities),
    }


def odds(view: CivView, _seat: str) -> SidePicture:
    """Return how many calamities come, who has to roll as things stand, and the chance of each to be hit (CIV §13)."""
    nations = view.nations
    epoch = max((own.epoch for own in nations.values()), key=EPOCHS.index, default=EPOCHS[0])
    dice, due = CATALOG.dice.get(epoch), view.calamities.due
    rolling = [slug for slug, own in nations.items() if not own.exempt or view.calamities.volunteers.get(slug)]
    named = list_parts([NAMES.name("civ", slug) for slug in rolling], OWN) or said("none")
    lines = [said("side.due", n=due)] if due else []
    if dice is None:
        return SidePicture([*lines, said("side.no_calamities", epoch=said(f"epoch.{epoch}"))], drawn=False)
    mean = sum(max(0, n + dice.add) for n in range(1, dice.sides + 1)) / dice.sides
    add = f"{dice.add:+d}".replace("-", "−")
    lines.append(said("side.number", epoch=said(f"epoch.{epoch}"), sides=dice.sides, add=add, n=decimal(mean)))
    chance = [said("side.chance", n=round(100 / len(rolling)), mean=decimal(mean / len(rolling)))] if rolling else []
    return SidePicture([*lines, said("side.rolling", nations=named), *chance], drawn=False)


def chart(view: CivView, _seat: str) -> SidePicture:
    """Return all advances of the deck with their printed prices, and who has them (CIV §17)."""
    held = [card for own in view.nations.values() for card in own.advances]
    return SidePicture([said("side.printed", cards=_priced(view)), said("side.held", n=len(held))])


def _priced(view: CivView) -> str:
    deck = ADVANCES[view.options.deck]  # type: ignore[index]
    return list_parts([f"{NAMES.name('advance', card)} {one.price}" for card, one in deck.items()], OWN)


def census(view: CivView, _seat: str) -> SidePicture:
    """Return the tokens on the board as last counted, the largest first (CIV §7.1), and what the cities need."""
    there = sorted(view.nations.items(), key=lambda one: -(one[1].census or one[1].tokens))
    return SidePicture([f"**{NAMES.name('civ', slug)}** {support(own)}" for slug, own in there])


def differ(view: CivView, since: CivView, fact: Callable[[NationView], object]) -> bool:
    """Return whether a fact of any nation has changed since the earlier view."""
    before = since.nations
    return any(slug in before and fact(own) != fact(before[slug]) for slug, own in view.nations.items())


SIDE_PICTURES: Final[Mapping[str, Callable[[CivView, str], SidePicture]]] = {
    "track": track,
    "hands": hands,
    "advances": advances,
    "chart": chart,
    "census": census,
    "score": score,
    "odds": odds,
}
