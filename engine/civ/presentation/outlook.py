"""Says what a plan of moves does to the board: areas, cities to build, support, and who can still come."""

from __future__ import annotations

from typing import Final

from engine.civ.board import support_rate_with
from engine.civ.catalog import rank
from engine.civ.geography import area_of, geography
from engine.civ.presentation.board import areas, areas_of, city_tokens, nation, owner_name, support_text
from engine.civ.presentation.march import MoveLine, unmoved_tokens
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said
from engine.civ.view import CivView
from engine.core.message import SEMICOLON
from engine.core.naming import name_tokens
from engine.core.presentation import Scene
from engine.core.text import joint_text, list_parts, thing

OWN: Final = 400
REACH: Final = 160
CHANGES: Final = 1000


def plan_facts(scene: Scene[CivView]) -> str:
    """Return what a plan of moves does to the areas: `Rome 4→1 · Etruria 0→3 of 2`, who stays, and what follows."""
    if scene.step != "movement.tokens" or not scene.plan:
        return ""
    changed = [line for name in areas(scene.view) if (line := _change(scene, name))]
    going = MoveLine.from_plan(scene).going
    left = [f"{NAMES.name('area', a)} {n - going[a]}" for a, n in unmoved_tokens(scene).items() if n > going[a]]
    staying = [said("moving.stay", stacks=list_parts(left, OWN))] if left else []
    return "\n".join(
        [
            *([list_parts(changed, CHANGES, " · ")] if changed else []),
            *staying,
            *filter(None, (balance(scene), surplus(scene), census(scene))),
            *ships_in_reach(scene),
            *areas_in_danger(scene),
        ]
    )


def _change(scene: Scene[CivView], name: str) -> str:
    """One area before and after the moves; empty if it stays as it is."""
    before, after = areas(scene.before)[name], areas(scene.view)[name]
    was, now = (area.tokens.get(scene.seat, 0) for area in (before, after))
    if was == now:
        return ""
    more = [said("over_limit", limit=after.limit)] if now > after.limit else []
    more += [said("enough")] if now >= city_tokens(after) > was and not after.city else []
    more += [said("in_conflict")] if after.conflict else []
    return ", ".join([f"{NAMES.name('area', name)} {was}→{now}", *more])


def balance(scene: Scene[CivView]) -> str:
    """Return the cities that can be built then, and how they and the others are supported (CIV §10.1, §11.2)."""
    own, there = nation(scene.view, scene.seat), areas(scene.view)
    sites = [a for a in areas_of(scene.view, scene.seat) if _is_city(scene, a)][: own.cities_left]
    cities, rate = len(own.cities) + len(sites), support_rate_with(own.advances)
    tokens = own.tokens - sum(there[a].tokens[scene.seat] for a in sites)
    names = list_parts([NAMES.name("area", a) for a in sites], OWN)
    told = support_text(tokens, cities, rate * cities)
    return said("moving.cities" if sites else "moving.no_city", areas=names, support=told) if cities else ""


def _is_city(scene: Scene[CivView], area: str) -> bool:
    """Return whether the plan leaves enough tokens for a city there, without a conflict."""
    there = areas(scene.view)[area]
    return not there.city and not there.conflict and there.tokens[scene.seat] >= city_tokens(there)


def surplus(scene: Scene[CivView]) -> str:
    """Return how many tokens areas do not support: they are lost unless they build a city (CIV §11.1)."""
    over = {a: _over(scene, a) for a in areas_of(scene.view, scene.seat) if not _is_city(scene, a)}
    lost = [f"{NAMES.name('area', a)} {n}" for a, n in over.items() if n > 0]
    return said("moving.surplus", areas=list_parts(lost, OWN)) if lost else ""


def census(scene: Scene[CivView]) -> str:
    """Return how many tokens each nation has after the moves, with cities built: the order of the next census (CIV
    §6.3).
    """
    there = areas(scene.view)
    built = [a for a in areas_of(scene.view, scene.seat) if _is_city(scene, a)][
        : nation(scene.view, scene.seat).cities_left
    ]
    counts = {one: own.tokens for one, own in scene.view.nations.items()}
    counts[scene.seat] -= sum(there[a].tokens[scene.seat] for a in built)
    order = sorted(counts, key=lambda one: (-counts[one], rank(one)))
    return said("moving.census", nations=list_parts([f"{owner_name(one)} {counts[one]}" for one in order], OWN))


def ships_in_reach(scene: Scene[CivView]) -> list[str]:
    """Return where ships that have sailed can still go, and how many steps are left (CIV §8.4)."""
    march = MoveLine.from_plan(scene)
    lines = list[str]()
    for ship in (ship for ship in march.ships if ship.steps):
        names = [NAMES.name("area", area_of(harbour)) for harbour in march.reach(ship) if harbour != ship.harbour]
        at, left = thing("area", area_of(ship.harbour)), max(0, march.range - ship.steps)
        coasts = list_parts(list(dict.fromkeys(names)), REACH) or said("none")
        lines.append(name_tokens(said("moving.sailing", area=at, left=left, most=march.range, areas=coasts), NAMES))
    return lines


def _over(scene: Scene[CivView], area: str) -> int:
    there = areas(scene.view)[area]
    return there.tokens[scene.seat] - there.limit if not there.conflict else 0


def areas_in_danger(scene: Scene[CivView]) -> list[str]:
    """Return which of the seat's areas are next by land to tokens of nations that move later."""
    order = list(scene.before.order)
    later = order[order.index(scene.seat) + 1 :] if scene.seat in order else []
    borders, there = geography(scene.view.map.id).by_land, areas(scene.view)
    own = [a for a, area in there.items() if scene.seat in area.tokens or area.city == scene.seat]
    found = {one: [a for a in own if any(one in there[b].tokens for b in borders[a])] for one in later}
    told = [
        f"{owner_name(one)} ({list_parts([NAMES.name('area', a) for a in at], OWN)})" for one, at in found.items() if at
    ]
    return [said("moving.reached", nations=list_parts(told, OWN, joint_text(SEMICOLON)))] if told else []
