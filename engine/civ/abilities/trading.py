"""Mega: the abilities about money cards, Trade Routes and Provincial Empire (CIV §17.2).

What a card is worth to them is the number of its pile (CIV-RUL-038).
"""

from __future__ import annotations

from engine.civ import verbs
from engine.civ.abilities.registry import ability
from engine.civ.board import areas_of, has, land, nations_in_play
from engine.civ.board import has_units as stands
from engine.civ.catalog import CARDS
from engine.civ.payment import spendable
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose, some

DONE = "done"
MOST_PROVINCES, LEAST_PILE = 5, 2


def paid_for(card: str) -> int:
    """Return what Trade Routes pay for a card: twice the number of its pile."""
    return 2 * CARDS[card].pile


def tradable(s: State, name: str) -> list[str]:
    """Return the cards that the stock can pay twice the pile number for, the lowest first; a locked card cannot go."""
    return [card for card in spendable(s, name) if paid_for(card) <= s.nations[name].stock]


@ability("mega", "trade_routes", usable=lambda s, name: bool(tradable(s, name)))
async def trade_routes(s: State, name: str) -> None:
    """Discard cards, one after another, for treasury of twice their pile number each."""
    first: list[str] = []
    while cards := tradable(s, name):
        card = await choose(name, "routes.card", [*first, *cards])
        if card == DONE:
            break
        verbs.spend(s, name, [card])
        verbs.tax(s, name, paid_for(card))
        tell(s, "ability.traded", player=nation(name), card=verbs.money([card]), n=paid_for(card))
        first = [DONE]


def provinces(s: State, name: str) -> list[str]:
    """Return adjacent players who must give: with a card of piles 2 to 9, without the cards that protect.

    Those with the most such cards come first.
    """
    near = {a for own in areas_of(s, name) for a in land(s).near[own]}
    found = [one for one in nations_in_play(s) if one != name and owed(s, one) and any(stands(s, a, one) for a in near)]
    return sorted(found, key=lambda one: -len(owed(s, one)))


def owed(s: State, one: str) -> list[str]:
    """Return the cards of which a player would give one, the lowest pile first; none of one who is protected."""
    if has(s, one, "provincial_empire") or has(s, one, "public_works"):
        return []
    cards = [card for card in s.nations[one].hand if CARDS[card].pile >= LEAST_PILE]
    return sorted(cards, key=lambda card: (CARDS[card].pile, CARDS[card].value, card))


@ability("mega", "provincial_empire", usable=lambda s, name: bool(provinces(s, name)))
async def provincial_empire(s: State, name: str) -> None:
    """Make up to five such players each give a card of their choice, all at once; only the two know its value."""
    named = await some(name, "empire.players", provinces(s, name), 1, MOST_PROVINCES)

    async def give(trial: State, one: str) -> str:
        return await choose(one, "empire.card", owed(trial, one), player=nation(name))

    given = await together(s, "empire.cards", [one for one in nations_in_play(s) if one in named], give)
    for one, card in given.items():
        verbs.give_card(s, one, name, card)
        tell(s, "ability.given", player=nation(name), victim=nation(one), pile=verbs.pile(CARDS[card].pile))
        for to in (one, name):
            tell(s, "ability.given_value", to=to, victim=nation(one), card=verbs.money([card]))
