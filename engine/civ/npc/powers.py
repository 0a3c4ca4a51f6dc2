"""What the computer does with special abilities (CIV §17)."""

from __future__ import annotations

from engine.civ.abilities.phase import DONE
from engine.civ.board import city_count, is_site, points, tokens
from engine.civ.catalog import AREAS, NEUTRAL
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request

PASSIVE = {"trade_routes", "diaspora"}  # abilities that seldom pay


@decides("ability.use")
def use(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return each that gains something."""
    found = next((card for card in ask.options if card != DONE and card not in PASSIVE), DONE)
    return Decision((found,), because("ability") if found != DONE else because("no_ability"))


@decides("convert.area", "fundamentalism.area")
def choose_strike(s: State, _request: Request, ask: Ask) -> Decision:
    """Choose the area where most units of others are hit."""

    def worth(where: str) -> tuple[int, str]:
        return sum(points(s, where, one) for one in s.nations if one != ask.seat), where

    best = max(ask.options, key=worth)
    return Decision((best,), because("strike", area=text.area(best)))


@decides("politics.area")
def politics(s: State, _request: Request, ask: Ask) -> Decision:
    """Return a city if one can be paid for, else treasury."""
    city = next((a for a in ask.options if a in s.cities and city_count(s, ask.seat) < 9), "")
    return Decision((city or ask.options[0],), because("politics"))


@decides("politics.treasury", "doctrine.number", "diaspora.number")
def number(s: State, request: Request, ask: Ask) -> Decision:
    """Choose the highest number; from treasury only as far as taxes can still be paid from stock."""
    able = s.nations[ask.seat].stock - 2 * city_count(s, ask.seat)
    careful = request.key != "doctrine.number"
    best = next((n for n in ask.options if int(n) <= able or not careful), ask.options[-1])
    return Decision((best,), because("number", n=int(best)))


@decides("doctrine.what")
def doctrine(s: State, _request: Request, ask: Ask) -> Decision:
    """Return a city rather than tokens, on a site rather than in a wilderness."""
    best = next((a for a in ask.options if is_site(s, a)), ask.options[0])
    return Decision((best,), because("doctrine"))


@decides("doctrine.tokens")
def barbarians(s: State, _request: Request, ask: Ask) -> Decision:
    """Choose Barbarians that are alone in their area."""
    alone = [a for a in ask.options if set(s.tokens.get(a, {})) == {NEUTRAL}]
    return Decision(ask.deal_out(lambda room: next((a for a in room if a in alone), room[0])), because("doctrine"))


@decides("diaspora.start")
def choose_start(s: State, _request: Request, ask: Ask) -> Decision:
    """Take tokens from where there are most."""
    return Decision(ask.deal_out(lambda room: max(room, key=lambda a: tokens(s, a, ask.seat))), because("diaspora"))


@decides("diaspora.goal")
def choose_goal(_s: State, _request: Request, ask: Ask) -> Decision:
    """Send tokens to where most are supported."""
    return Decision(ask.deal_out(lambda room: max(room, key=lambda a: AREAS[a].limit)), because("diaspora"))
