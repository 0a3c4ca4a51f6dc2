"""Why something cannot be done: what a player typed and no option says, as the answers of the question are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.civ.board import cities_left, city_count, city_tokens, deck, has_units, is_site, land, tokens
from engine.civ.building import barren, ways
from engine.civ.catalog import AREAS, MAPS, NATIONS, NUMBERS, PILES, SEAS
from engine.civ.credits import on_offer, price
from engine.civ.effects import crosses_seas, may_enter, ship_load, ship_range, tax_rates, walks_twice
from engine.civ.geography import area_of, harbours_in_reach
from engine.civ.money import prices
from engine.civ.movement import second_steps, unmoved_tokens
from engine.civ.moves import move_in
from engine.civ.payment import means
from engine.civ.setup import free_nations, starts
from engine.civ.state import State
from engine.core.text import words


def why_not(s: State, seat: str, token: str) -> str:
    """Return why that cannot be chosen by the seat in this phase; empty if nothing is known against it."""
    reason = REASONS.get(s.phase)
    return reason(s, seat, token) if reason and seat in s.nations else ""


def reason_text(key: str, /, **values: object) -> str:
    """Return the reason of that key, in the language being spoken."""
    return words(f"why_not.civilization.{key}", **values)


def of_place(s: State, token: str) -> str:
    """Return why a place can't be chosen: out of play, or an open sea."""
    where = area_of(token)
    if where in SEAS:
        return reason_text("sea")
    return reason_text("not_in_play", area=AREAS[where].name) if where in AREAS and where not in land(s).areas else ""


def of_start(s: State, seat: str, token: str) -> str:
    """Return why a start can't be chosen: the nation is taken or not of this map, or doesn't begin there (CIV §3)."""
    if token in NATIONS:
        if token not in MAPS[s.options.map].nations:
            return reason_text("other_map", nation=NATIONS[token].name)
        return "" if token in free_nations(s) else reason_text("taken", nation=NATIONS[token].name)
    return of_place(s, token) or (reason_text("no_start") if seat in NATIONS and token not in starts(s, seat) else "")


def of_rate(s: State, seat: str, token: str) -> str:
    """Return why a rate can't be chosen: it needs Coinage or Monarchy (CIV §5.2)."""
    every = tax_rates(s, seat)
    return reason_text("rate", low=every[0], high=every[-1]) if token.isdecimal() and int(token) not in every else ""


def of_ship(s: State, seat: str, token: str) -> str:
    """Return why a ship can't be built: one too many, inland, without units, or unpayable (CIV §7.1)."""
    where = area_of(token.partition(":")[0])
    if where not in AREAS or of_place(s, where):
        return of_place(s, where)
    if not AREAS[where].coastal:
        return reason_text("inland", area=AREAS[where].name)
    if len(s.nations[seat].ships) >= NUMBERS.ships:
        return reason_text("ships", n=NUMBERS.ships)
    if not has_units(s, where, seat):
        return reason_text("nobody", area=AREAS[where].name)
    able = s.nations[seat].treasury + tokens(s, where, seat)
    return reason_text("ship_price", n=NUMBERS.ship_build) if able < NUMBERS.ship_build else ""


def of_move(s: State, seat: str, token: str) -> str:
    """Return why a move over land or by ship is impossible (CIV §8)."""
    move = move_in(token)
    if move is None or move.way == "!":
        return ""
    if move.way == "~":
        return of_voyage(s, seat, move.start, move.goal, move.n)
    return of_walk(s, seat, move.start, move.goal, move.n, far=move.way == ">>")


def of_walk(s: State, seat: str, start: str, goal: str, n: int, *, far: bool) -> str:
    """Return why a walk is impossible: too many tokens, no border, no roads, a closed area (CIV §8.2, §8.3, §8.6)."""
    unknown = next((place for place in (start, goal) if of_place(s, place)), "")
    if unknown or start not in AREAS or goal not in AREAS:
        return of_place(s, unknown)
    left = unmoved_tokens(s, seat, start)
    if n > left:
        return reason_text("too_many" if left else "no_tokens", area=AREAS[start].name, n=left)
    borders = goal in land(s).by_land[start]
    if far and not walks_twice(s, seat):
        return reason_text("no_roads")
    if not borders and (not far or goal not in second_steps(s, seat, start, n)):
        return reason_text("too_far", area=AREAS[start].name, goal=AREAS[goal].name)
    return "" if may_enter(s, seat, goal, n) else reason_text("closed", area=AREAS[goal].name)


def of_voyage(s: State, seat: str, start: str, goal: str, n: int) -> str:
    """Return why a voyage is impossible: no ship, too many aboard, too far, an end at sea, a closed area (CIV §8.4)."""
    ships = [i for i, harbour in enumerate(s.nations[seat].ships) if harbour == start]
    if of_place(s, goal) or area_of(goal) not in AREAS or area_of(start) not in AREAS:
        return of_place(s, goal)
    if not ships:
        return reason_text("no_ship", area=AREAS[area_of(start)].name)
    if n > ship_load(s, seat):
        return reason_text("load", n=ship_load(s, seat))
    gone = min((s.sailing[i].steps for i in ships if i < len(s.sailing)), default=0)
    if goal not in harbours_in_reach(s.options.map, start, ship_range(s, seat) - gone, crosses_seas(s, seat)):
        return reason_text("too_far", area=AREAS[area_of(start)].name, goal=AREAS[area_of(goal)].name)
    closed = n and not may_enter(s, seat, area_of(goal), n)
    return reason_text("closed", area=AREAS[area_of(goal)].name) if closed else ""


def of_city(s: State, seat: str, token: str) -> str:
    """Return why a city can't be built: there is one, too few tokens, no city in stock (CIV §10.1)."""
    where = token.partition(":")[0]
    if where not in AREAS or of_place(s, where):
        return of_place(s, where)
    if where in s.cities:
        return reason_text("city", area=AREAS[where].name)
    if not cities_left(s, seat):
        return reason_text("no_city", n=NUMBERS.cities)
    if not is_site(s, where) and barren(s, where):
        return reason_text("barren", area=AREAS[where].name)
    own, needed = tokens(s, where, seat), city_tokens(s, where)
    short = own < needed and not (own and ways(s, seat, where, []))
    return reason_text("settlers", area=AREAS[where].name, n=own, needed=needed) if short else ""


def of_card(s: State, seat: str, token: str) -> str:
    """Return why a card can't be bought: not the nation's pile, empty, too expensive (CIV §12.2, §12.3)."""
    if not token.isdecimal() or not 1 <= int(token) <= len(PILES):
        return ""
    costs, number = prices(s, seat), int(token)
    if number not in costs:
        return reason_text("pile", pile=PILES[int(token) - 1].name, n=city_count(s, seat))
    if not s.piles[number - 1]:
        return reason_text("empty", pile=PILES[int(token) - 1].name)
    return reason_text("card_price", n=costs[number]) if s.nations[seat].treasury < costs[number] else ""


def of_advance(s: State, seat: str, token: str) -> str:
    """Return why an advance can't be bought: held, prerequisites missing, too expensive (CIV §18.1, §18.2)."""
    if token not in deck(s):
        return ""
    named, card = deck(s)[token].name, deck(s)[token]
    if token in s.nations[seat].advances:
        return reason_text("held", advance=named)
    if card not in on_offer(s, seat):
        needs = next(need for need in card.needs if need not in s.nations[seat].advances)
        return reason_text("needs", advance=named, needed=deck(s)[needs].name)
    cost, able = price(s, seat, card), means(s, seat)
    return reason_text("too_dear", advance=named, n=cost, able=able) if cost > able else ""


REASONS: Mapping[str, Callable[[State, str, str], str]] = {
    "setup.nation": of_start,
    "tax": of_rate,
    "ships": of_ship,
    "movement": of_move,
    "cities": lambda s, seat, token: of_card(s, seat, token) or of_city(s, seat, token),
    "cards.order": of_card,
    "cards": of_card,
    "advances": of_advance,
}
