"""How the computer meets calamities: what it loses, whom it names, and how losses are shared (CIV §13-16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.civ.board import city_count, nations_in_play, population, support_rate, tokens
from engine.civ.calamities.rolling import ASIDE, ROLL
from engine.civ.catalog import AREAS, NUMBERS, rank
from engine.civ.ending import score
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.state import State
from engine.civ.track import kind, price_total
from engine.civ.verbs import areas
from engine.core import text
from engine.core.ask import Ask, Picks, Request

NOTHING_TO_LOSE = 2  # tokens on the board up to which a volunteer has nothing to lose


@decides("calamity.stand")
def stand(s: State, _request: Request, ask: Ask) -> Decision:
    """Don't roll, except with nothing to lose."""
    bold = not city_count(s, ask.seat) and population(s, ask.seat) <= NOTHING_TO_LOSE
    return Decision((ROLL if bold else ASIDE,), because("roll" if bold else "aside"))


def fewest_areas(s: State, ask: Ask) -> Callable[[Sequence[str]], str]:
    """Return a function that picks the next area to lose a token: first one with more than it supports."""
    left = {a: tokens(s, a, ask.seat) for a in ask.options}

    def take(room: Sequence[str]) -> str:
        best = min(room, key=lambda a: (left[a] <= AREAS[a].limit, left[a] <= 2, AREAS[a].limit, a))
        left[best] -= 1
        return best

    return take


@decides("calamity.lose", "war.loss", "war.faction")
def lose(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the tokens that growth needs least."""
    return Decision(ask.deal_out(fewest_areas(s, ask)), because("lose"))


@decides("calamity.lose_cities", "war.loss_cities", "war.faction_cities")
def lose_cities(s: State, request: Request, ask: Ask) -> Decision:
    """Lose as many cities as leaves most of them supported in the end, those easiest to rebuild first."""
    due, each = (int(str(request.said.values[key])) for key in ("n", "points"))
    people, count = population(s, ask.seat), city_count(s, ask.seat)

    def kept(k: int) -> tuple[int, int]:
        left = people - max(0, due - each * k)
        return min(count - k, left // support_rate(s, ask.seat)), left

    best = max(range(ask.least, ask.most + 1), key=kept)
    return Decision(ask.options[:best], because("lose_cities", n=best))


@decides("calamity.cities", "support.reduce", "mega.sacrifice", "calamity.quake", "calamity.harbour", "revolt.lost")
def cheapest(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return the cities that are cheapest to build again, as the rules offer them."""
    return Decision(first(ask), because("cheapest", areas=areas(first(ask))))


@decides("revolt.cities", "annex.betrayed", "annex.cities", "horde.city", "war.pick_cities", "mega.pick_cities")
def dearest(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return the cities that are worth most, as the rules offer them."""
    return Decision(first(ask), because("dearest"))


@decides("war.pick_count", "mega.pick_count", "mega.keep_count", "mega.keep_cities", "war.keep", "annex.tokens")
def greatest(_s: State, _request: Request, ask: Ask) -> Decision:
    """Choose the highest number."""
    picks = ask.deal_out(lambda room: room[0]) if ask.caps else first(ask)
    return Decision(picks, because("greatest"))


@decides("war.pick", "mega.pick", "mega.keep")
def most_fertile(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return the tokens of the areas that support most."""
    return Decision(ask.deal_out(lambda room: max(room, key=lambda a: AREAS[a].limit)), because("fertile"))


@decides("calamity.victims")
def victims(s: State, _request: Request, ask: Ask) -> Decision:
    """Let the leader suffer most."""
    order = leaders(s, ask.options)
    picks = ask.deal_out(lambda room: min(room, key=order.index))
    return Decision(picks, because("leader", nation=text.civ(order[0])))


@decides("calamity.named", "empire.players")
def name_leaders(s: State, request: Request, ask: Ask) -> Decision:
    """Name the leaders; for gifts everyone who owes one."""
    order = leaders(s, ask.options)
    most = ask.most if request.key == "empire.players" else ask.least
    return Decision(tuple(order[:most]), because("leader", nation=text.civ(order[0])))


@decides("calamity.quake_next", "calamity.pirates", "conflict.order", "horde.landing", "horde.way", "calamity.site")
def harmful(s: State, _request: Request, ask: Ask) -> Decision:
    """Choose what hurts others, the leader first and oneself last; else the first option."""
    order = leaders(s, [n for n in s.nations if n != ask.seat])

    def hurt(where: str) -> int:
        owners = {s.cities.get(where, ""), *s.tokens.get(where, {})}
        place = min((order.index(n) for n in owners if n in order), default=len(order))
        return place + (len(order) + 1) * (ask.seat in owners)

    ranked = sorted(ask.options, key=hurt)
    ties = [(a,) for a in ranked if hurt(a) == hurt(ranked[0])] if ask.least == 1 else []
    return Decision(tuple(ranked[: ask.least]), because("harm"), tuple(ties))


@decides("famine.water")
def water(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return all Water that saves tokens: a card of it is worth less than what it saves."""
    return Decision(first(ask), because("water"))


@decides("famine.cards")
def water_cards(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return the lowest values."""
    return Decision(first(ask), because("discard"))


@decides("mega.escape")
def escape(_s: State, request: Request, _ask: Ask) -> Decision:
    """Return two cards rather than two cities or more."""
    n = int(str(request.said.values["n"]))
    return Decision(("yes" if n > 1 else "no",), because("escape", n=n))


@decides("mega.ransom")
def ransom(s: State, _request: Request, ask: Ask) -> Decision:
    """Lose a space rather than two cities, unless there are plenty."""
    pays = city_count(s, ask.seat) > 7
    return Decision(("yes" if pays else "no",), because("ransom"))


@decides("conflict.pillage")
def pillage(s: State, _request: Request, ask: Ask) -> Decision:
    """Pillage as much as possible while taxes can still be paid from stock."""
    able = s.nations[ask.seat].stock - 2 * city_count(s, ask.seat)
    best = next((n for n in ask.options if int(n) <= able), ask.options[-1])
    return Decision((best,), because("pillage", n=int(best)))


@decides("conflict.lose")
def spares(_s: State, _request: Request, ask: Ask) -> Decision:
    """Lose nothing instead: ships and neighbours are worth more than tokens in a fight."""
    return Decision(ask.options[: ask.least], because("no_spares"))


def first(ask: Ask) -> Picks:
    """Return the first options, as few as may be."""
    return ask.options[: ask.least]


def prospects(s: State, name: str) -> int:
    """Return a nation's public score, without the values of money cards (CIV §21)."""
    if kind(s) != "classic":
        return score(s, name)
    return (
        price_total(s, name) + NUMBERS.space_points * s.nations[name].space + NUMBERS.city_score * city_count(s, name)
    )


def leaders(s: State, names: Sequence[str]) -> list[str]:
    """Return these nations, the best placed first."""
    return sorted(names, key=lambda n: (-prospects(s, n), rank(n)) if n in nations_in_play(s) else (0, rank(n)))
