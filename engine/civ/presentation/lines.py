"""Lines of Advanced Civilization: `rome>campania 3`, `lusitania>>iberus 2 via hispania`, `pha~thera 5`,
`pha~thera 5 then argos 2`, `gather rome 6`, `spread`, `settle crete`, `hold`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.civ.catalog import AREAS, CATALOG
from engine.civ.geography import area_of
from engine.civ.movement import DONE
from engine.civ.moves import move_in
from engine.civ.presentation.board import areas
from engine.civ.presentation.march import Leg, MoveLine, sail, sail_on, unmoved_tokens, walk
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.shorthands import gather, settle, spread
from engine.civ.view import CivView
from engine.core.naming import Named, WrongLine, fold
from engine.core.presentation import Scene

SEPARATORS: Final = re.compile(r"[,;\n]")
MOVE: Final = re.compile(
    r"(?:(?P<first>\d{1,3})\s+)?(?P<start>[^>~→]+?)\s*(?P<sign>>>|>|→|~)\s*(?P<goal>.+?)"
    r"(?:\s+(?P<n>\d{1,3}))?(?:\s+via\s+(?P<via>.+?))?(?:\s+(?P<aboard>aboard))?",
    re.IGNORECASE,
)
LAND: Final = re.compile(r"land\s+(?P<area>.+?)(?:\s+(?P<n>\d{1,3}))?", re.IGNORECASE)
GATHER: Final = re.compile(r"gather\s+(?P<area>.+?)(?:\s+(?P<n>\d{1,3}))?", re.IGNORECASE)
SETTLE: Final = re.compile(r"settle\s+(?P<region>.+)", re.IGNORECASE)
THEN: Final = re.compile(r"(?P<goal>.+?)(?:\s+(?P<n>\d{1,3}))?")
STOPS: Final = frozenset({"done", "hold", "stay", "keep"})
ITEMS: Final = 60


def moves(line: str, scene: Scene[CivView]) -> tuple[str, ...]:
    """Return the moves that a line asks for, in order, with `done` at the end if it says so. Raises WrongLine."""
    march = MoveLine.from_plan(scene)
    items = [" ".join(item.split()) for item in SEPARATORS.split(line) if item.strip()]
    if len(items) > ITEMS:
        raise WrongLine("bad_line", items[ITEMS])
    for i, item in enumerate(items):
        if fold(item) in STOPS and i == len(items) - 1:
            return (*march.moves, DONE)
        _read(march, item)
    return tuple(march.moves)


def _read(march: MoveLine, item: str) -> None:
    """One item of a line. Raises WrongLine."""
    first, _, then = item.partition(" then ")
    going, landing, gathering = MOVE.fullmatch(first), LAND.fullmatch(item), GATHER.fullmatch(item)
    settling = SETTLE.fullmatch(item)
    if fold(item) == "spread":
        spread(march, item)
    elif settling:
        settle(march, region_named(march.scene, settling["region"]), item)
    elif going and (going["sign"] == "~" or not then):
        _go(march, going, then, item)
    elif landing:
        march.add_landing(_harbour(march, area_named(march.scene, landing["area"])), int(landing["n"] or march.aboard))
    elif gathering:
        gather(march, area_named(march.scene, gathering["area"]), int(gathering["n"] or 0), item)
    else:
        raise WrongLine("bad_line", item)


def _go(march: MoveLine, going: re.Match[str], then: str, item: str) -> None:
    """Tokens walk or sail. Raises WrongLine."""
    start, goal = area_named(march.scene, going["start"]), area_named(march.scene, going["goal"])
    via = area_named(march.scene, going["via"]) if going["via"] else ""
    typed = going["n"] or going["first"]
    number = int(typed) if typed else None
    if going["sign"] != "~":
        walk(march, Leg(start, goal, via, number, item), far=going["sign"] == ">>" or bool(via))
    elif then:
        onward = THEN.fullmatch(then)
        if onward is None:
            raise WrongLine("bad_line", item)
        further = Leg(goal, area_named(march.scene, onward["goal"]), "", int(onward["n"] or 1), item)
        sail_on(march, Leg(start, goal, via, number, item), further)
    else:
        sail(march, Leg(start, goal, via, number, item), stays=bool(going["aboard"]))


def _harbour(march: MoveLine, area: str) -> str:
    """Return the harbour of a ship of the line in the area: an area can have two coasts."""
    return next((ship.harbour for ship in march.ships if area_of(ship.harbour) == area), area)


def region_named(scene: Scene[CivView], typed: str) -> str:
    """Return the region in play of that name. Raises WrongLine."""
    inside = {AREAS[name].region for name in areas(scene.before)}
    found = [r.id for r in CATALOG.regions.values() if r.id in inside and fold(r.name).startswith(fold(typed))]
    if len(found) != 1:
        names = ", ".join(CATALOG.regions[region].name for region in sorted(inside))
        raise WrongLine("no_region", typed, typed=typed, regions=names)
    return found[0]


def area_named(scene: Scene[CivView], typed: str) -> str:
    """Return the area in play of that name, short name or beginning. Raises WrongLine: unknown, ambiguous, or out of
    play.
    """
    wanted = fold(typed)
    here = set(areas(scene.before))
    beyond = list(_called(wanted, None))
    found = [area for area in beyond if area.value in here] or list(_called(wanted, here))
    if any(_is_called(area, wanted) for area in beyond):  # a whole name is not the beginning of another
        found = [area for area in found if _is_called(area, wanted)]
    if len(found) == 1:
        return found[0].value
    if found:
        raise WrongLine("ambiguous_area", typed, tuple(found), typed=typed)
    if len(beyond) == 1:
        raise WrongLine("area_out_of_play", typed, area=beyond[0].name)
    raise WrongLine("unknown_area", typed, typed=typed, nearest="")


def _called(wanted: str, among: object) -> Iterator[Named]:
    """The areas called so; those that begin so if none is."""
    inside = NAMES.things("area") if among is None else NAMES.things("area", list(among))  # type: ignore[call-overload]
    exact = [area for area in inside if _is_called(area, wanted)]
    begun = [area for area in inside if len(wanted) > 1 and fold(area.name).startswith(wanted)]
    yield from (exact or begun) if wanted else ()


def _is_called(area: Named, wanted: str) -> bool:
    return wanted in {fold(name) for name in (area.value, area.name, area.code, *area.aliases)}


def move_text(token: str) -> str:
    """Return a move as it is typed: `Rome>Campania 3`; empty for what is no move."""
    move = move_in(token)
    if move is None:
        return ""
    start, goal = NAMES.name("area", move.start), NAMES.name("area", move.goal)
    if move.way == "!":
        return f"land {start} {move.n}"
    return f"{start}{move.way}{goal} {move.n}{' aboard' if move.stays_aboard else ''}"


def figures(scene: Scene[CivView]) -> dict[str, object]:
    """Return the numbers for the words of a plan: the seat's tokens and areas, those that move, those that stay."""
    there = unmoved_tokens(scene) if scene.before.phase == "movement" else {}
    going = MoveLine.from_plan(scene).going.total()
    total = sum(there.values())
    return {"tokens": total, "areas": len(there), "going": going, "staying": max(0, total - going)}
