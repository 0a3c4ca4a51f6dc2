"""Auto-answer *losses*: which disks are saved and with what; all others are lost (ACME §7.2)."""

from __future__ import annotations

from typing import Final

from engine.acme.auto_answers.responses import BUY_OFF
from engine.acme.effects.losses import LOSE
from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.cards.worth import given_up_first
from engine.acme.view import AcmeView
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.auto_answers import AutoAnswer, AutoAnswerKind, stop
from engine.core.message import Message
from engine.core.trial import Trial

HOME, DEITY, CITIES, LAST, STRONGHOLDS = "home", "deity", "cities", "last", "strongholds"
SAVED: Final = (HOME, CITIES, DEITY, STRONGHOLDS, LAST)
ALL: Final = "all"
MINA, CARDS = "mina", "cards"
KIND: Final = AutoAnswerKind((BUY_OFF,), (LOSE, *SAVED, ALL, MINA, CARDS), several=True)
CARD: Final = "card:"


def saving_answer(one: AutoAnswer, trial: Trial, request: Request, ask: Ask) -> Picks | Message:
    """Return what saves the next disk, or that it is lost; or why the owner is asked, if nothing is left to pay with.

    If nothing is named to be saved, all is; if no means is named, mina pays.
    """
    wanted, means = {*one.values} & {*SAVED, ALL}, {*one.values} & {MINA, CARDS}
    if ask.options == (LOSE,) or not (wanted or means):
        return (LOSE,)
    area = next((about for about in request.about if about in AREAS), "")
    if wanted and ALL not in wanted and not wanted & worths(trial.run(()).view, ask.seat, area):
        return (LOSE,)
    paid = _first_means(means or {MINA}, ask)
    return (paid,) if paid else stop("cost")


def worths(view: AcmeView, seat: Seat, area: str) -> set[str]:
    """Return what the next loss there would affect: Home Area, a City that would stop being one, Deity, Stronghold, or
    the last disk.
    """
    here, civ = view.areas.get(area), view.civs[seat]
    if here is None:
        return set()
    disks = here.disks.get(seat, 0)
    true = {
        HOME: area == civ.home,
        DEITY: bool(civ.deity) and area == (civ.temple or civ.home),
        CITIES: disks == RULES.city_disks and AREAS[area].holds_cities,
        LAST: disks == 1,
        STRONGHOLDS: here.stronghold == seat,
    }
    return {name for name, holds in true.items() if holds}


def _first_means(means: set[str], ask: Ask) -> str:
    """Mina before cards; of cards the one that a computer would give up first (RUL-144)."""
    if MINA in means and MINA in ask.options:
        return MINA
    cards = [int(option.removeprefix(CARD)) for option in ask.options if option.startswith(CARD)]
    return f"{CARD}{given_up_first(cards)[0]}" if CARDS in means and cards else ""


def earlier(value: str) -> str:
    """Return the values of a list that an earlier version has stored, such as `save home, pay cards, rest lose`."""
    found = list[str]()
    for part in value.split(", "):
        verb, _, what = part.partition(" ")
        if verb in {"save", "pay"}:
            found.append(what)
        elif not found or verb == "keep":
            return ""
        elif verb == "rest":
            return _with_rest(found, what)
        else:
            found.append(part)
    return ""


def _with_rest(found: list[str], rest: str) -> str:
    """Return what is saved: with the rest lost, only what is named; with the rest saved, everything."""
    if rest not in {LOSE, MINA} or not {*found} <= {*SAVED, ALL, MINA, CARDS}:
        return ""
    means = [one for one in found if one in {MINA, CARDS}]
    wanted = [one for one in found if one not in means]
    if means == [CARDS, MINA]:
        return ""
    if not wanted and rest == LOSE:
        return LOSE
    return ",".join(dict.fromkeys((*([ALL] if rest == MINA else wanted), *(means or [MINA]))))
