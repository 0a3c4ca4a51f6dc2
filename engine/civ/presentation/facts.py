"""The facts of a question of Advanced Civilization, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from engine.civ.catalog import NUMBERS, PILES
from engine.civ.effects import tax_rates_with
from engine.civ.geography import area_of
from engine.civ.money import price_with
from engine.civ.presentation.board import areas, nation, owner_name, place_name, state, support, support_text
from engine.civ.presentation.choices import chosen_between
from engine.civ.presentation.march import unmoved_tokens
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.rulebook import calamity_text
from engine.civ.presentation.said import said
from engine.civ.view import CivView, NationView
from engine.core.message import list_of
from engine.core.presentation import Scene
from engine.core.text import cut, list_parts

OWN: Final = 600
TAXING: Final = ("coinage", "monarchy")
CHANGES: Final = 1200
TEXT: Final = 600
ALWAYS: Final = frozenset({"calamity.stand", "conflict.lose", "conflict.pillage"})


def explain(scene: Scene[CivView]) -> str:
    """Return the facts for a question; empty if its prompt says all."""
    key = scene.request.key if scene.request else scene.step or scene.key
    make = calamity if scene.before.phase == "calamity" and key not in ALWAYS else MAKERS.get(key)
    return "\n".join(filter(None, [make(scene) if make else "", chosen_between(scene, key)]))


def calamity(scene: Scene[CivView]) -> str:
    """Return what the open calamity does."""
    there = scene.before.calamities.open
    return cut(calamity_text(scene.before.options.deck, there[-1]), TEXT) if there else ""


def choosing_facts(scene: Scene[CivView]) -> str:
    """Return the board, and which civilizations have been chosen."""
    taken = [owner_name(slug) for slug in scene.before.nations if not slug.startswith("seat_")]
    board = said(f"map.{scene.before.map.id}.name")
    return said("choosing", board=board, nations=list_of(taken) or said("none"))


def tax_facts(scene: Scene[CivView]) -> str:
    """Return the number of cities to pay for, and the tokens in stock and treasury."""
    own = nation(scene.before, scene.seat)
    return said("taxing", cities=len(own.cities), stock=own.stock, treasury=own.treasury)


def fleet(scene: Scene[CivView]) -> str:
    """Return what ships cost, where they are, and what can pay for them."""
    own = nation(scene.view, scene.seat)
    ships = list_parts(harbours(own.ships), OWN) or said("none")
    told = said("fleet", ships=ships, treasury=own.treasury)
    before = nation(scene.before, scene.seat)
    spent = {"treasury": before.treasury - own.treasury, "tokens": before.tokens - own.tokens}
    return f"{told} {said('fleet_cost', **spent)}" if any(spent.values()) else told


def harbours(ships: Sequence[str]) -> list[str]:
    """Return where ships are, each place once, with the number from two up: `Chaldaea 2, Sidon`."""
    return [place_name(harbour) + (f" {n}" if n > 1 else "") for harbour, n in Counter(ships).items()]


def tax_row(view: CivView, seat: str, bought: Collection[str] = ()) -> Mapping[int, str]:
    """Return in words the tax rates that a holder of Coinage or Monarchy may choose; nothing without a choice (CIV
    §5.2).

    `bought` are advances that the seat is about to buy.
    """
    own = nation(view, seat)
    rates = tax_rates_with({*own.advances, *bought})
    due = {n: said("tax_row", n=n, due=n * len(own.cities), stock=own.stock) for n in rates}
    return due if rates[1:] else {}


def moving_facts(scene: Scene[CivView]) -> str:
    """Return the order of movement, and where the seat's tokens and ships are as long as no move is planned."""
    order = said("moving.order", nations=list_of([owner_name(one) for one in scene.before.order]))
    if scene.plan:
        return order
    own = [_stack(scene, name, n) for name, n in unmoved_tokens(scene).items() if n]
    lines = [order, said("moving.own", stacks=list_parts(own, OWN, " · "))]
    ships = harbours(nation(scene.before, scene.seat).ships)
    return "\n".join([*lines, *([said("moving.ships", ships=list_parts(ships, OWN))] if ships else [])])


def _stack(scene: Scene[CivView], name: str, n: int) -> str:
    """Return a stack with what the area supports, and a free city site: `Rome 4 of 3, site`."""
    area = areas(scene.before)[name]
    site = f", {said('site_word')}" if area.site and not area.city else ""
    others = [f"{owner_name(owner)} {k}" for owner, k in area.tokens.items() if owner != scene.seat]
    return ", ".join([said("moving.stack", area=NAMES.name("area", name), n=n, limit=area.limit) + site, *others])


def building_facts(scene: Scene[CivView]) -> str:
    """Return what a city needs, and how the cities are supported with those planned."""
    own = nation(scene.before, scene.seat)
    planned, there = planned_cities(scene), areas(scene.before)
    gone = sum(there[area].tokens.get(scene.seat, 0) for area in planned)
    cities, tokens = len(own.cities) + len(planned), own.support.tokens - gone
    rate = own.support.needed // len(own.cities) if own.cities else NUMBERS.support
    balance = support_text(tokens, cities, rate * cities)
    return "\n".join([f"{said('building')} {balance}.", cards(scene)])


def planned_cities(scene: Scene[CivView]) -> list[str]:
    """Return the areas in which the draft builds; neighbours that send settlers have a number."""
    picks = [pick.partition(":") for answer in scene.answers for pick in answer]
    return [area for area, _, way in picks if area in areas(scene.before) and not way.isdigit()]


def support_facts(scene: Scene[CivView]) -> str:
    """Return how many tokens are missing to support the cities."""
    return f"{support(nation(scene.before, scene.seat))}."


def cards(scene: Scene[CivView]) -> str:
    """Return the cities that draw cards, and the money."""
    own = nation(scene.before, scene.seat)
    top = min(len(own.cities) + len(planned_cities(scene)), len(PILES))
    if not top:
        return said("drawing.none", treasury=own.treasury)
    price = card_price(scene.before, scene.seat, top)
    return said("drawing", cities=top, pile=PILES[top - 1].name, price=price, treasury=own.treasury)


def card_price(view: CivView, seat: str, pile: int) -> int:
    """Return what a card of that pile costs the seat after its draw."""
    return price_with(nation(view, seat).advances, view.options.deck, pile)


def purchase(scene: Scene[CivView]) -> str:
    """Return what the chosen advances cost together; empty if none is chosen."""
    own, picked = nation(scene.before, scene.seat), [pick for answer in scene.answers for pick in answer]
    prices = {card: own.prices[card] for card in picked if card in own.prices}
    if scene.key != "advance.buy" or not prices:
        return ""
    named = [f"{NAMES.name('advance', card)} {price}" for card, price in prices.items()]
    return said("purchase", advances=list_parts(named, OWN), n=sum(prices.values()))


def buying_facts(scene: Scene[CivView]) -> str:
    """Return the hand with its values, the treasury, and what the next space of the track requires."""
    own = nation(scene.before, scene.seat)
    lines = [said("buying", hand=hand(scene.before), treasury=own.treasury)]
    return "\n".join([*lines, *([asked] if (asked := next_space_text(own)) else [])])


def hand(view: CivView) -> str:
    """Return money cards with their value, the cheapest first: `Ore 3, Water 5 (8 in all)`."""
    there = sorted(view.cards or (), key=lambda card: card.value)
    named = list_parts([NAMES.name("money", card.card) for card in there], OWN) or said("none")
    return said("hand_worth", cards=named, n=sum(card.value for card in there)) if there else named


def next_space_text(own: NationView) -> str:
    """Return what the next space of the A.S.T. requires, and what is missing; empty at the end of the track."""
    demand = own.next
    if not demand:
        return ""
    asks = [said(f"asks.{key}", n=n) for key, n in demand.asks.items()]
    asks += [said("asks.points", n=demand.points)] if demand.points else []
    missing = [said(f"missing.{key}") for key in demand.missing]
    epoch = said(f"epoch.{demand.epoch}")
    lacks = said("following.missing", list=", ".join(missing)) if missing else said("following.met")
    return said("next_space", n=demand.space, epoch=epoch, asks=", ".join(asks) or said("asks.nothing"), lacks=lacks)


def hand_facts(scene: Scene[CivView]) -> str:
    """Return the hand."""
    return said("discarding", hand=hand(scene.before))


def attack_facts(scene: Scene[CivView]) -> str:
    """Return what is in the areas that the question is about."""
    about = scene.asked.about if scene.asked else ()
    names = [area_of(one) for one in about if area_of(one) in areas(scene.before)]
    told = (f"**{NAMES.name('area', n)}** {state(scene.before, n)}." for n in names if state(scene.before, n))
    return " ".join(told)


def standing_by(scene: Scene[CivView]) -> str:
    """Return how many calamities come, and why it can be unnecessary to roll."""
    due = scene.before.calamities.due
    return said("standing_by", n=due)


MAKERS: Final[Mapping[str, Callable[[Scene[CivView]], str]]] = {
    "setup.nation": choosing_facts,
    "tax.rate": tax_facts,
    "ships.keep": fleet,
    "ships.build": fleet,
    "movement.tokens": moving_facts,
    "city.build": building_facts,
    "city.settlers": building_facts,
    "support.reduce": support_facts,
    "cards.buy": cards,
    "advance.buy": buying_facts,
    "advance.pay": buying_facts,
    "advance.credits": buying_facts,
    "hand.discard": hand_facts,
    "mega.discard": hand_facts,
    "conflict.spares": attack_facts,
    "conflict.lose": attack_facts,
    "conflict.pillage": attack_facts,
    "calamity.stand": standing_by,
}
