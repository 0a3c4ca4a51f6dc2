"""What the computer does with ships and special abilities (CIV §7, §17)."""

from __future__ import annotations

from engine.civ.abilities.phase import DONE
from engine.civ.board import city_count, is_site, points, tokens
from engine.civ.catalog import AREAS, NEUTRAL
from engine.civ.geography import area_of, harbours_in_reach
from engine.civ.npc.campaign import useful_ship
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.npc.prospect import FAR, prospect
from engine.civ.options import GENTLE
from engine.civ.ships import DROP, TREASURY
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request

FLEET = 2  # ships of a nation
PASSIVE = {"trade_routes", "diaspora"}  # abilities that seldom pay


@decides("ships.keep")
def keep(s: State, request: Request, ask: Ask) -> Decision:
    """Keep a ship from treasury while it has somewhere to go."""
    useful = TREASURY in ask.options and has_goal(s, str(request.about[0]))
    return Decision((TREASURY if useful else DROP,), because("keep_ship" if useful else "drop_ship"))


@decides("ships.build")
def build_ship(s: State, request: Request, ask: Ask) -> Decision:
    """Build a ship that brings what a city lacks, from treasury; else one for tokens without room."""
    free = [harbour for harbour, _, levied in (option.rpartition(":") for option in ask.options[1:]) if levied == "0"]
    harbour = useful_ship(prospect(s, ask.seat), free)
    if not harbour:
        return launch(s, request, ask)
    return Decision((f"{harbour}:0",), because("ship_for_city", area=text.area(area_of(harbour))))


@decides("ships.build", level=GENTLE)
def launch(s: State, request: Request, ask: Ask) -> Decision:
    """Build a ship where tokens find no room by land; the way paid mostly from treasury is offered first."""
    number, p, best = int(str(request.said.values["ships"])), prospect(s, ask.seat), ""
    for option in ask.options[1:] if number < FLEET else ():
        harbour, _, levied = option.rpartition(":")
        where = area_of(harbour)
        crowded = p.spare(where) - int(levied) >= 2 and p.far.get(where, FAR) > 1
        if crowded and has_goal(s, harbour):
            best = option
            break
    if not best:
        return Decision(("done",), because("no_ship"))
    return Decision((best,), because("ship", area=text.area(area_of(best.rpartition(":")[0]))))


def has_goal(s: State, harbour: str) -> bool:
    """Return whether a ship from there reaches empty land."""
    reached = (area_of(goal) for goal in harbours_in_reach(s.options.map, harbour, 4, open_sea=False))
    return any(AREAS[a].limit > 1 and a not in s.tokens and a not in s.cities for a in reached)


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
