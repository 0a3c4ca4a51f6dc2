"""Religion: cards 86 to 92, 95 and 96. All but 95 need an Active Deity of their player (ACME §8.4)."""

from __future__ import annotations

from typing import Any

from engine.acme.cards.disasters import foreign_cities, hits_around, plan_city, strike
from engine.acme.cards.gains import earn, lose_vp, score
from engine.acme.cards.sparing import can_be_fair, plan_hits
from engine.acme.cards.targets import civs_in, hits_told, placeable, prey, rivals_with
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.deity_actions import take_deity
from engine.acme.effects.losses import Terms, lose, told_areas
from engine.acme.effects.plans import place_all, plan_area, plan_areas, plan_victim
from engine.acme.questions.board import (
    cap,
    deity_state,
    has_deity,
    is_active,
    is_city,
    land,
    land_near,
    loose,
    occupied_areas,
    opponents,
    room,
    supply,
)
from engine.acme.questions.teams import mates
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.deity_verbs import MONOTHEISM, block_power, lose_deity, silence_deity
from engine.acme.verbs.payments import choose_payment, pay, told_payment
from engine.core import text
from engine.core.ask import choose, number

ZEAL, OMENS, OFFERINGS, HERESY, BLASPHEMY, ZIGGURAT, FORSAKEN = range(86, 93)
MONOTHEISM_CARD, PILGRIMAGE = 95, 96
BLASPHEMY_COST = 2
PAY, SUFFER = "pay", "suffer"


def zealous(s: State, civ: str) -> list[str]:
    """Land areas held with room."""
    return placeable(s, civ, land(occupied_areas(s, civ)))


@card(ZEAL, can=lambda s, civ: bool(zealous(s, civ)))
async def religious_zeal(s: State, civ: str) -> None:
    """Place 1 disk in an occupied Land area; in each Land area next to it 1 opposing disk may be replaced (RUL-011,
    RUL-065).
    """
    start = await plan_area(civ, ZEAL, zealous(s, civ))
    around = [a for a in land_near(s, start) if prey(s, civ, ZEAL, a)]

    def fits(areas: list[str]) -> bool:
        return can_be_fair(s, civ, {}, [prey(s, civ, ZEAL, a) for a in areas])

    areas = await plan_areas(civ, ZEAL, len(around), around, least=0, fits=fits if mates(s, civ) else None)
    hits = await plan_hits(s, civ, ZEAL, areas, lambda a: prey(s, civ, ZEAL, a))
    aim = ", ".join(part for part in (text.area(start), hits_told(hits)) if part)
    against = civs_in(s, [start, *areas])
    hurt = {h.faction for h in hits}
    cause = await announce_card(s, civ, ZEAL, against=against, hurt=hurt, focus=[start, *areas], aim=aim)
    place_all(s, civ, [start])
    await lose(s, cause, hits, Terms(usurper=civ))


def omen_victims(s: State, civ: str) -> list[str]:
    """Return the other civs whose Deity has a power that works: Active, not blocked, not Monotheism (RUL-086)."""

    def has_power(other: str) -> bool:
        return is_active(s, other) and not s.civs[other].blocked and s.civs[other].deity != MONOTHEISM

    return rivals_with(s, civ, has_power)


def bad_omens(s: State, victim: str) -> None:
    """Block the power of the victim's Deity for the rest of the turn; it still scores (card 87)."""
    block_power(s, victim)
    tell(s, "deity.blocked", civ=text.civ(victim), deity=text.thing("deity", s.civs[victim].deity))


@card(OMENS, can=lambda s, civ: bool(omen_victims(s, civ)))
async def play_bad_omens(s: State, civ: str) -> None:
    """Bad Omens as an action of the Card Phase."""
    victim = await plan_victim(civ, OMENS, omen_victims(s, civ))
    await announce_card(s, civ, OMENS, against=[victim], aim=text.civ(victim))
    bad_omens(s, victim)


@card(OFFERINGS)
async def temple_offerings(s: State, civ: str) -> None:
    """Gain 1 mina, 2 with a City in the Home Area; every other civ with an Active Deity gains 1."""
    await announce_card(s, civ, OFFERINGS)
    earn(s, civ, 2 if is_city(s, civ, s.civs[civ].home) else 1)
    for other in s.order:
        if other != civ and is_active(s, other):
            earn(s, other, 1)


@card(HERESY, can=lambda s, civ: any(foreign_cities(s, civ)))
async def heresy(s: State, civ: str) -> None:
    """Take 1 disk of a City, and 1 in each adjacent Land area that its owner occupies (RUL-082)."""
    area, victim = await plan_city(s, civ, HERESY)
    await strike(s, civ, HERESY, hits_around(s, victim, area, 1))


def faithful(s: State, civ: str) -> list[str]:
    """Return the other civs with an Active Deity, Monotheism too (RUL-086)."""
    return rivals_with(s, civ, lambda other: is_active(s, other))


@card(BLASPHEMY, can=lambda s, civ: bool(faithful(s, civ)))
async def blasphemy(s: State, civ: str) -> None:
    """Take 1 VP of another civ; unless it pays 2, its Deity is silent until the next turn's Card Phase ends
    (RUL-086).
    """
    victim = await plan_victim(civ, BLASPHEMY, faithful(s, civ))
    await announce_card(s, civ, BLASPHEMY, against=[victim], aim=text.civ(victim))
    lose_vp(s, victim, 1, BLASPHEMY)
    if not await atones(s, victim) and is_active(s, victim):
        silence_deity(s, victim)
        tell(s, "deity.silenced", civ=text.civ(victim), deity=text.thing("deity", s.civs[victim].deity))


async def atones(s: State, victim: str) -> bool:
    """Return whether the victim pays 2, in mina or cards, to keep its Deity's voice."""
    name = text.card(BLASPHEMY)
    if s.civs[victim].mina + len(loose(s, victim)) < BLASPHEMY_COST:
        return False
    if await choose(victim, "loss.penalty", [PAY, SUFFER], what=name) == SUFFER:
        return False
    picks = await choose_payment(s, victim, "loss.pay", BLASPHEMY_COST, with_disks=False, card=name)
    pay(s, victim, picks)
    tell(s, "card.atoned", civ=text.civ(victim), paid=told_payment(picks))
    return True


def ziggurat_room(s: State, civ: str) -> int:
    """Return how many disks could be placed in the Home Area now."""
    return min(2, supply(s, civ), room(s, civ, s.civs[civ].home))


def ziggurat_helps(s: State, civ: str) -> bool:
    """Return whether a disk can be placed there, or it already has a City."""
    return ziggurat_room(s, civ) > 0 or is_city(s, civ, s.civs[civ].home)


@card(ZIGGURAT, can=ziggurat_helps)
async def great_ziggurat(s: State, civ: str) -> None:
    """Place up to 2 disks in the Home Area; then gain 1 VP if the civ has a City there."""
    home = s.civs[civ].home
    least = 0 if is_city(s, civ, home) else 1
    most = ziggurat_room(s, civ)
    said: dict[str, Any] = {"area": text.area(home), "least": least, "most": most, "cap": cap(home)}
    n = await number(
        civ, "card.amount", least, most, about=[home], prompt="card.home", card=text.card(ZIGGURAT), **said
    )
    await announce_card(
        s, civ, ZIGGURAT, against=civs_in(s, [home] if n else []), focus=[home], aim=told_areas([home] * n)
    )
    place_all(s, civ, [home] * n)
    if is_city(s, civ, home):
        score(s, civ, 1, "home_city", card=text.card(ZIGGURAT), area=text.area(home))


def civs_with_temple_deity(s: State, civ: str) -> list[str]:
    """Return the other civs with a Deity on their temple: Active, Dormant or silenced (RUL-086)."""
    return rivals_with(s, civ, lambda other: has_deity(s.civs[other]))


@card(FORSAKEN, can=lambda s, civ: bool(civs_with_temple_deity(s, civ)))
async def forsaken_by_god(s: State, civ: str) -> None:
    """Make the Deity of another civ Lost; nothing saves it (RUL-062, RUL-086)."""
    victim = await plan_victim(civ, FORSAKEN, civs_with_temple_deity(s, civ))
    await announce_card(s, civ, FORSAKEN, against=[victim], aim=text.civ(victim))
    if has_deity(s.civs[victim]):
        lose_deity(s, victim)
        tell(
            s,
            "deity.forsaken",
            focus=[s.civs[victim].home],
            civ=text.civ(victim),
            deity=text.thing("deity", s.civs[victim].deity),
        )


def can_convert(s: State, civ: str) -> bool:
    """Return whether the civ has a Deity, or had one that is Lost or captured; it needn't be Active (RUL-066,
    RUL-117).
    """
    return deity_state(s, civ) is not None


@card(MONOTHEISM_CARD, can=can_convert)
async def monotheism(s: State, civ: str) -> None:
    """Replace the civ's Deity by Monotheism; the old one becomes Available unless a captor holds it (RUL-117)."""
    await announce_card(s, civ, MONOTHEISM_CARD, as_deity=True)
    take_deity(s, civ, MONOTHEISM)
    tell(s, "deity.taken", focus=[s.civs[civ].home], civ=text.civ(civ), deity=text.thing("deity", MONOTHEISM))


def shrines(s: State, civ: str) -> list[str]:
    """Return the Home Area and the Land next to it, where there is room and no opposing City (RUL-004)."""
    home = s.civs[civ].home
    return placeable(s, civ, [a for a in (home, *land_near(s, home)) if not has_foreign_city(s, civ, a)])


def has_foreign_city(s: State, civ: str, area: str) -> bool:
    """Return whether another Faction has a City there, the Barbarians included (RUL-004)."""
    return any(is_city(s, f, area) for f in opponents(s, civ, area))


@card(PILGRIMAGE)
async def pilgrimage(s: State, civ: str) -> None:
    """Place 1 disk in each of up to two of those areas; gain 1 mina."""
    areas = await plan_areas(civ, PILGRIMAGE, min(2, supply(s, civ)), shrines(s, civ), least=0)
    await announce_card(s, civ, PILGRIMAGE, against=civs_in(s, areas), focus=areas, aim=told_areas(areas))
    place_all(s, civ, areas)
    earn(s, civ, 1)
