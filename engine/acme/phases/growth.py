"""The Growth Phase: Stronghold, Retirement, Acquisition, Resettlement, Deployment, civ by civ (ACME §6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from engine.acme.culture import benefits
from engine.acme.effects.announce import power_negated
from engine.acme.effects.plans import DONE, tell_placed
from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.relations import choose_primary
from engine.acme.phases.game_end import ended_by_scenario
from engine.acme.questions.board import (
    controlled_areas,
    disks,
    has_power,
    is_active,
    is_camp,
    near,
    occupied_areas,
    on_map,
    reach_of,
    room,
    with_room,
)
from engine.acme.questions.income import counted_sources, filled_up, growth_disks, growth_mina
from engine.acme.setup.handicaps import growth_due
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import (
    begin_phase,
    box_to_supply,
    deploy,
    gain_mina,
    move_to_box,
    new_action,
    place_cube,
    refresh,
    remove,
    spend_investment,
    tell,
    to_box,
)
from engine.core import text
from engine.core.ask import Flow, choose_or_pass, confirm, number
from engine.core.message import Message, count_noun, strung

STOREHOUSES = 60
MOTHER, MOTHER_DISKS = "mother_goddess", 2
FORGE, FORGE_MINA = "god_of_the_forge", 2


async def begin_turn(s: State) -> str:
    """Begin the phase, and with it the turn, unless that began with the Exploration Phase."""
    begin_phase(s, "growth")
    if s.exploration is None:
        open_turn(s)
    return "growth.civ"


def open_turn(s: State) -> None:
    """Refresh powers, and note the Mountains that each civ Controls (RUL-016, RUL-032)."""
    for civ in s.order:
        refresh(s, civ)
        s.civs[civ].mountains = [a for a in controlled_areas(s, civ) if AREAS[a].terrain == "mountain"]


async def growth(s: State) -> str | None:
    """Let one civ take all five steps before the next begins (ACME §5)."""
    new_action(s)
    special(s).judges(s)
    if ended_by_scenario(s, "growth"):
        return None
    if s.active < len(s.order):
        await grow(s, s.order[s.active])
        s.active += 1
    if s.active < len(s.order):
        return "growth.civ"
    special(s).grown(s)
    return "card.begin"


async def grow(s: State, civ: str) -> None:
    """Carry out the Growth Phase of one civ, unless its scenario skips it."""
    if special(s).skips_growth(s, civ):
        tell(s, "growth.skipped", civ=text.civ(civ))
        return
    choose_primary(s, civ)
    benefits.begin_growth(s, civ)
    stronghold_step(s, civ)
    await retirement_step(s, civ)
    await acquisition_step(s, civ)
    await resettlement_step(s, civ)
    await deployment_step(s, civ)


def stronghold_step(s: State, civ: str) -> None:
    """Place a cube in each Mountain the civ Controlled when the turn began, still occupies, and that has none (ACME
    §6.1).
    """
    for area in s.civs[civ].mountains:
        if area not in s.cubes and disks(s, civ, area):
            place_cube(s, civ, area)
            tell(s, "growth.stronghold", focus=(area,), civ=text.civ(civ), area=text.area(area))


async def retirement_step(s: State, civ: str) -> None:
    """Let any number of disks from the map and from Investments return to Supply (ACME §6.2, RUL-042)."""
    retired: list[str] = []
    while options := [*occupied_areas(s, civ), *(f"investment:{n}" for n in sorted(s.civs[civ].investments, key=int))]:
        picked = await choose_or_pass(civ, "growth.retire", options, stop=DONE, about=retired)
        if picked is None:
            break
        if picked.startswith("investment:"):
            spend_investment(s, civ, int(picked[11:]))
        else:
            remove(s, civ, picked)
        retired.append(picked)
    if retired:
        tell(s, "growth.retired", focus=_areas(retired), civ=text.civ(civ), n=len(retired), areas=_told(retired))


async def acquisition_step(s: State, civ: str) -> None:
    """Move disks from Supply to the Growth Box, then give mina, then use the Granary (ACME §6.3, RUL-034)."""
    counted_now = counted_sources(s, civ)
    each = filled_up(s, civ, counted_now)
    acquired = to_box(s, civ, growth_due(s, civ, sum(counted_now.values())))
    tell(s, "growth.acquired", civ=text.civ(civ), n=told_growth(acquired, each))
    if special(s).bare_growth(s, civ):
        return
    await mother_goddess(s, civ)
    mina = growth_mina(s, civ)
    if mina:
        gain_mina(s, civ, mina)
        tell(s, "growth.mina", civ=text.civ(civ), n=mina)
    await god_of_the_forge(s, civ)
    await granary(s, civ)


def told_growth(acquired: int, each: Mapping[str, int]) -> Message:
    """Return a text such as `6 growth disks (4 Plains Settlements, 2 Commerce)`; only the number where Supply or a
    scenario gave another.
    """
    n = count_noun(acquired, "growth_disk")
    parts = [
        Message(f"acme.face.growth.source.{name}{'' if k == 1 else '_more'}", {"n": k}) for name, k in each.items()
    ]
    known = parts and sum(each.values()) == acquired
    return Message("part.grown", {"n": n, "sources": strung(parts)}) if known else n


def to_place(s: State, civ: str) -> int:
    """Return how many disks the civ can expect to place, before its Acquisition (ACME §6.3)."""
    c = s.civs[civ]
    if special(s).skips_growth(s, civ):
        return 0
    none = special(s).fixed_growth or special(s).bare_growth(s, civ)
    given = MOTHER_DISKS if has_power(s, civ, MOTHER) and not none else 0
    given += benefits.growth_due(s, civ)
    return c.box + min(c.supply, growth_due(s, civ, growth_disks(s, civ)) + given)


async def mother_goddess(s: State, civ: str) -> None:
    """Add 2 disks outside the minimum; a Sorcerer may answer before the gain (Deity 7, RUL-034, RUL-073)."""
    if not has_power(s, civ, MOTHER) or not s.civs[civ].supply or special(s).fixed_growth:
        return
    if await power_negated(s, civ):
        return
    given = count_noun(to_box(s, civ, MOTHER_DISKS), "growth_disk")
    tell(s, "growth.by_deity", civ=text.civ(civ), n=given, deity=text.thing("deity", MOTHER))


async def god_of_the_forge(s: State, civ: str) -> None:
    """Give 2 mina at the end of Acquisition; a Sorcerer may answer before the gain (Deity 5, RUL-034, RUL-073)."""
    if not has_power(s, civ, FORGE) or await power_negated(s, civ):
        return
    gain_mina(s, civ, FORGE_MINA)
    tell(s, "growth.by_deity", civ=text.civ(civ), n=count_noun(FORGE_MINA, "mina"), deity=text.thing("deity", FORGE))


async def granary(s: State, civ: str) -> None:
    """With an Active Deity, let two disks of the Growth Box be traded for a mina, once (ACME §6.3, RUL-039)."""
    traded = 0
    while is_active(s, civ) and s.civs[civ].box >= RULES.granary_disks:
        if not await confirm(civ, "growth.granary"):
            break
        box_to_supply(s, civ, RULES.granary_disks)
        gain_mina(s, civ, RULES.granary_mina)
        tell(s, "growth.granary", civ=text.civ(civ), n=RULES.granary_disks, mina=RULES.granary_mina)
        traded += 1
        if traded == RULES.granary_times:
            break


async def resettlement_step(s: State, civ: str) -> None:
    """Let disks above two in the civ's Cities go to the Growth Box (ACME §6.4, RUL-040)."""
    withdraw(s, civ)
    moved: list[str] = []
    keep = RULES.resettle_keep
    while options := [a for a in occupied_areas(s, civ) if AREAS[a].holds_cities and disks(s, civ, a) > keep]:
        area = await choose_or_pass(civ, "growth.resettle", options, stop=DONE, about=moved)
        if area is None:
            break
        move_to_box(s, civ, area)
        moved.append(area)
    if moved:
        tell(s, "growth.resettled", focus=_areas(moved), civ=text.civ(civ), areas=_told(moved))


def withdraw(s: State, civ: str) -> None:
    """Move disks that the scenario doesn't let the civ leave in place to the Growth Box."""
    left = [a for a in special(s).withdraws(s, civ) for _ in range(remove(s, civ, a, disks(s, civ, a), to_box=True))]
    if left:
        tell(s, "growth.withdrawn", focus=_areas(left), civ=text.civ(civ), areas=_told(left))


async def deployment_step(s: State, civ: str) -> None:
    """Place disks of the Growth Box one at a time in or next to occupied areas; the rest returns to Supply (ACME §6.5,
    RUL-041).
    """
    await storehouses(s, civ)
    placed = await come_back(s, civ)
    reach = sorted(reach_of(s, civ))
    while s.civs[civ].box and (options := with_room(s, civ, reach)):
        area = await choose_or_pass(civ, "growth.deploy", options, stop=DONE, about=placed, left=s.civs[civ].box)
        if area is None:
            break
        deploy(s, civ, area)
        placed.append(area)
        if is_camp(s, civ, area):
            reach = sorted({*reach, *near(s, area)})
    tell_deployed(s, civ, placed)


async def deploy_at_once(s: State, civ: str, n: int) -> None:
    """Place that many disks from Supply one by one as in Growth; the rest stays in Supply."""
    n = to_box(s, civ, n)
    placed = (await come_back(s, civ))[:n]
    while len(placed) < n and (options := sorted(with_room(s, civ, reach_of(s, civ)))):
        left = n - len(placed)
        area = await choose_or_pass(civ, "growth.deploy", options, stop=DONE, about=placed, left=left)
        if area is None:
            break
        deploy(s, civ, area)
        placed.append(area)
    box_to_supply(s, civ, n - len(placed))
    if placed:
        tell_placed(s, civ, placed)


async def storehouses(s: State, civ: str) -> None:
    """Let disks of Grain Storehouses go to the Growth Box (card 60)."""
    stored = s.civs[civ].investments.get(str(STOREHOUSES), 0)
    if not stored:
        return
    n = await number(civ, "growth.storehouse", 0, stored, about=(str(STOREHOUSES),))
    if n:
        spend_investment(s, civ, STOREHOUSES, n)
        to_box(s, civ, n)
        tell(s, "growth.storehouse", civ=text.civ(civ), card=text.card(STOREHOUSES), n=count_noun(n, "disk"))


async def come_back(s: State, civ: str) -> list[str]:
    """Place the first disk of a civ without disks on the map in its Home Area, whoever is there (RUL-041)."""
    home = s.civs[civ].home
    if on_map(s, civ) or not s.civs[civ].box or not room(s, civ, home):
        return []
    deploy(s, civ, home)
    return [home]


def tell_deployed(s: State, civ: str, placed: list[str]) -> None:
    """Tell what was placed, what the areas became, and what returns to Supply."""
    left = s.civs[civ].box if RULES.undeployed == "supply" else 0
    box_to_supply(s, civ, left)
    areas = strung(_placed(s, civ, a, n) for a, n in Counter(placed).items())
    key = "growth.placed" if placed else "growth.placed_none"
    tell(s, key, focus=_areas(placed), civ=text.civ(civ), n=len(placed), areas=areas)
    if left:
        tell(s, "growth.unplaced", civ=text.civ(civ), n=count_noun(left, "disk"))


def _placed(s: State, civ: str, area: str, n: int) -> str | Message:
    """`Judah +2 (4, Contested)`."""
    here, before = disks(s, civ, area), disks(s, civ, area) - n
    became = ""
    if len(s.disks[area]) > 1 and max(s.disks[area].values()) > 1:
        became = "contested"
    elif here >= RULES.city_disks > before and AREAS[area].holds_cities:
        became = "city"
    added = f"{text.area(area)} +{n}"
    return Message(f"part.became_{became}", {"area": added}) if became else added


def _areas(picked: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(a for a in picked if a in AREAS))


def _told(picked: list[str]) -> str:
    """`Kaska 2, Arzawa`, Investments by their card."""
    names = {p: text.area(p) if p in AREAS else text.card(p[11:]) for p in picked}
    return ", ".join(f"{names[p]} {n}" if n > 1 else names[p] for p, n in Counter(picked).items())


GROWTH_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {"turn.begin": begin_turn, "growth.civ": growth}
