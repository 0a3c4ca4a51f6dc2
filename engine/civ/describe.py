"""How options are shown: label, hint, group and rank, made from what their seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.civ import building, money, movement, purchases, ships
from engine.civ.abilities import phase, trading
from engine.civ.board import city_count, deck, is_site, population, tokens
from engine.civ.catalog import AREAS, CARDS, NATIONS, NEUTRAL, PILES, SEAS
from engine.civ.conflict import SHIP
from engine.civ.credits import price
from engine.civ.geography import area_of
from engine.civ.moves import move_of
from engine.civ.payment import automatic, token_value, tokens_due, worth
from engine.civ.shapes import place_of
from engine.civ.stakes import stake
from engine.civ.state import State
from engine.core.ask import Ask, Option, Request
from engine.core.message import SEMICOLON
from engine.core.text import has_text, joint_text, words

Shown = Callable[[State, str, str], tuple[str, str, str]]
STOPS = {building.DONE, money.DONE, movement.DONE, purchases.DONE, ships.DONE, phase.DONE, trading.DONE}


def describe(s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
    """Return every option of an ask as it is shown to its seat; options of one group belong together on a screen."""
    shown = tuple([_option(s, request, ask.seat, token, i) for i, token in enumerate(ask.options)])
    return tuple(replace(o, hint=payment_hint(s, request, ask.seat)) if o.token == purchases.AUTO else o for o in shown)


def payment_hint(s: State, request: Request, seat: str) -> str:
    """Return a text such as `Ore 3, Water 5, 4 of treasury; 2 are lost`: what pays best."""
    due = int(str(request.said.values.get("due", 0)))
    chosen = automatic(s, seat, due)
    paid = worth(s, seat, chosen)
    treasury = tokens_due(s, seat, due - paid)
    parts = [money_option(s, seat, card)[0] for card in chosen]
    parts += [words("option.cards.buy.price", n=treasury)] if treasury else []
    lost = paid + treasury * token_value(s, seat) - due
    wasted = [words("option.advance.pay.lost", n=lost)] if lost > 0 else []
    return joint_text(SEMICOLON).join([", ".join(parts), *wasted])


def _option(s: State, request: Request, seat: str, token: str, place: int) -> Option:
    """A word of the question, or a thing by its kind, with its costs and with where it is on the board."""
    word = f"option.{request.key}.{token}"
    if has_text(word):
        label, hint, group = words(word), "", "other" if token in STOPS else ""
    else:
        label, hint, group = SHOWN.get(request.key, place_option)(s, seat, token)
        place = 0 if request.key == "movement.tokens" else place
    hint = " · ".join(filter(None, [hint, stake(s, request, seat, token)]))
    on, n = place_of(s, request, seat, token)
    return Option(token, label, hint, group, place, on, n)


def place_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return an area, with what it is like and who is there; anything else as it is written."""
    del seat
    name, _, way = token.partition(":")
    where = area_of(name)
    if where not in AREAS:
        return token, "", ""
    more = words(f"option.city.build.{way}") if way and has_text(f"option.city.build.{way}") else ""
    label = " ".join(part for part in (harbour_name(name), more) if part)
    return label, area_hint(s, where), AREAS[where].region


def harbour_name(name: str) -> str:
    """Return the name of an area, with the coast of a harbour where it has two. KeyError for an unknown area."""
    area, _, coast = name.partition("/")
    return " ".join([AREAS[area].name, *([words(f"option.coast.{coast}")] if coast else [])])


def area_hint(s: State, where: str) -> str:
    """Return a text such as `limit 3 · site · Egypt 2`."""
    parts = [words("option.area.limit", n=AREAS[where].limit)]
    parts += [words("option.area.site")] if is_site(s, where) else []
    parts += [city_of(s.cities[where])] if where in s.cities else []
    parts += [f"{owner_name(owner)} {n}" for owner, n in s.tokens.get(where, {}).items()]
    return " · ".join(parts)


def city_of(owner: str) -> str:
    """Return `city of Egypt`; a neutral one is a Pirate city (CIV §2.4)."""
    return words("option.area.pirates") if owner == NEUTRAL else words("option.area.city", owner=owner_name(owner))


def owner_name(owner: str) -> str:
    """Return a nation's name, or that of the neutral owner."""
    return NATIONS[owner].name if owner in NATIONS else words("option.area.neutral")


def launch_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a new ship: where, and what its area gives."""
    harbour, _, n = token.rpartition(":")
    label, hint, group = place_option(s, seat, harbour)
    return words(f"option.ships.build.way_{n}", area=label), hint, group


def move_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a move, by where it starts."""
    del seat
    move = move_of(token)
    start, goal = AREAS[move.start_area].name, AREAS[move.goal_area].name
    key = {"!": "land", "~": "aboard" if move.stays_aboard else "sail", ">": "walk", ">>": "march"}[move.way]
    label = words(f"option.movement.tokens.{key}", start=start, goal=goal, n=move.n)
    return label, "" if move.way == "!" else area_hint(s, move.goal_area), start


def nation_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a nation with its start areas."""
    del s, seat
    return NATIONS[token].name, ", ".join(AREAS[a].name for a in NATIONS[token].start), ""


def victim_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return another nation, with what it has on the board."""
    del seat
    hint = words("option.calamity.named.hint", cities=city_count(s, token), tokens=population(s, token))
    return NATIONS[token].name, hint, ""


def sea_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return an open sea; plains and volcanoes are words of their question."""
    del s, seat
    return SEAS[token].name, "", ""


def spare_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return what may be lost instead of a token of the area: a ship there, or a token in an adjacent area."""
    where, _, n = token.rpartition(":")
    if where == SHIP:
        return words("option.conflict.lose.a_ship", n=n), "", ""
    said = {"area": AREAS[where].name, "n": n, "all": tokens(s, where, seat)}
    return words("option.conflict.lose.a_token", **said), area_hint(s, where), AREAS[where].region


def pile_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a pile, and what a card of it costs."""
    pile = PILES[int(token) - 1]
    return pile.name, words("option.cards.buy.price", n=money.price_of(s, seat, int(token))), ""


def advance_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return an advance with its price now."""
    card = deck(s)[token]
    now = price(s, seat, card)
    key = "option.advance.buy.printed" if now == card.price else "option.advance.buy.price"
    return card.name, words(key, n=now, printed=card.price), card.groups[0]


def money_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return the option for one's own money card, with its value."""
    del s, seat
    return words("option.money", name=PILES[CARDS[token].pile - 1].name, value=CARDS[token].value), "", ""


def piled_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a money card, where it is the number of its pile that counts (CIV-RUL-038)."""
    label, _, group = money_option(s, seat, token)
    return label, words("option.pile", n=CARDS[token].pile), group


def traded_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a money card, and what Trade Routes pay for it."""
    label, _, group = money_option(s, seat, token)
    return label, words("option.routes.pays", n=trading.paid_for(token)), group


def ability_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return an advance with a special ability, and what it does: the text of the card says more than a menu has room
    for.
    """
    del seat
    return deck(s)[token].name, words(f"option.ability.hint.{s.options.deck}.{token}"), ""


def player_option(s: State, seat: str, token: str) -> tuple[str, str, str]:
    """Return a nation, with how many money cards it holds."""
    del seat
    return NATIONS[token].name, words("option.empire.players.cards", n=len(s.nations[token].hand)), ""


SHOWN: Mapping[str, Shown] = {
    "setup.nation": nation_option,
    "ships.build": launch_option,
    "movement.tokens": move_option,
    "conflict.lose": spare_option,
    "cards.buy": pile_option,
    "advance.buy": advance_option,
    "advance.free": advance_option,
    "advance.pay": money_option,
    "hand.discard": money_option,
    "ability.use": ability_option,
    "routes.card": traded_option,
    "empire.players": player_option,
    "empire.card": piled_option,
    "calamity.named": victim_option,
    "calamity.victims": victim_option,
    "calamity.site": sea_option,
    "famine.cards": money_option,
    "mega.discard": piled_option,
}
