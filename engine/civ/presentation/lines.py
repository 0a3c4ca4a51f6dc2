"""Lines of Advanced Civilization: `rome>campania 3`, `pha~thera 5`, `3 rome>etruria`, `gather rome 6`, `hold`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.civ.geography import area_of, geography
from engine.civ.movement import DONE
from engine.civ.presentation.board import areas, held, nation
from engine.civ.presentation.names import NAMES
from engine.core.lines import WrongLine
from engine.core.naming import Named, fold
from engine.core.presentation import Scene

SEPARATORS: Final = re.compile(r"[,;\n]")
MOVE: Final = re.compile(
    r"(?:(?P<first>\d{1,3})\s+)?(?P<start>[^>~→]+?)\s*(?P<sign>>>|>|→|~)\s*(?P<goal>.+?)"
    r"(?:\s+(?P<n>\d{1,3}))?(?:\s+via\s+(?P<via>.+?))?(?:\s+(?P<aboard>aboard))?",
    re.IGNORECASE,
)
LAND: Final = re.compile(r"land\s+(?P<area>.+?)(?:\s+(?P<n>\d{1,3}))?", re.IGNORECASE)
GATHER: Final = re.compile(r"gather\s+(?P<area>.+?)(?:\s+(?P<n>\d{1,3}))?", re.IGNORECASE)
TOKEN: Final = re.compile(r"(?P<start>[a-z_/]+)(?P<way>>>|>|~)(?P<goal>[a-z_/]+)(?P<end>[:+])(?P<n>\d+)")
LANDING: Final = re.compile(r"(?P<start>[a-z_/]+)!(?P<n>\d+)")
STOPS: Final = frozenset({"done", "hold", "stay", "keep"})
ITEMS: Final = 60


@dataclass(slots=True)
class MoveLine:
    """What a line has read so far: its moves, and the tokens left to move in each area."""

    scene: Scene
    left: Counter[str]
    moves: list[str] = field(default_factory=list)

    def add(self, token: str, start: str, n: int) -> None:
        """One move more."""
        self.moves.append(token)
        self.left[start] -= n


def moves(line: str, scene: Scene) -> tuple[str, ...]:
    """The moves that a line asks for, in order, with `done` at the end if it says so. Raises WrongLine."""
    march = MoveLine(scene, Counter(unmoved(scene)))
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
    going, landing, gathering = MOVE.fullmatch(item), LAND.fullmatch(item), GATHER.fullmatch(item)
    if going:
        _go(march, going, item)
    elif landing:
        _land(march, area_named(march.scene, landing["area"]), landing["n"])
    elif gathering:
        _gather(march, area_named(march.scene, gathering["area"]), int(gathering["n"] or 6), item)
    else:
        raise WrongLine("bad_line", item)


def _go(march: MoveLine, going: re.Match[str], item: str) -> None:
    """Tokens walk or sail. Raises WrongLine."""
    start, goal = area_named(march.scene, going["start"]), area_named(march.scene, going["goal"])
    wanted = int(going["n"] or going["first"] or 0)
    ship, aboard = going["sign"] == "~", bool(going["aboard"])
    there = march.left[start]
    if not ship and not there:
        raise WrongLine("no_tokens", item, start=NAMES.name("area", start))
    if not ship and wanted > there:
        raise WrongLine("too_few_tokens", item, start=NAMES.name("area", start), n=wanted, there=there)
    found = _offered(march, start, goal, ship, aboard, wanted)
    token = found or _later(start, goal, ship, aboard, wanted or there)
    if not found and not ship:
        raise WrongLine("no_way", item, start=NAMES.name("area", start), goal=NAMES.name("area", goal))
    march.add(token, start, _number(token))


def _offered(march: MoveLine, start: str, goal: str, ship: bool, aboard: bool, wanted: int) -> str:
    """The move that was offered from the start with that number, or with most that are left; empty for none."""
    for token in march.scene.offered:
        move = TOKEN.fullmatch(token)
        if move is None or (move["way"] == "~") is not ship or (move["end"] == "+") is not aboard:
            continue
        n, ends = int(move["n"]), (area_of(move["start"]), area_of(move["goal"]))
        if ends == (start, goal) and (n == wanted or (not wanted and n <= march.left[start])):
            return token
    return ""


def _later(start: str, goal: str, ship: bool, aboard: bool, n: int) -> str:
    """A move that may be offered once others are made: a ship goes on from where it came to."""
    return f"{start}{'~' if ship else '>'}{goal}{'+' if aboard else ':'}{n}"


def _land(march: MoveLine, area: str, n: str | None) -> None:
    """Tokens aboard land where their ship lies."""
    aboard = nation(march.scene.before, march.scene.seat).get("aboard", 0)
    march.moves.append(f"{area}!{n or aboard}")


def _gather(march: MoveLine, goal: str, n: int, item: str) -> None:
    """Neighbours by land send what makes so many there, the largest first, and keep one each. Raises WrongLine."""
    wanted = n - areas(march.scene.before)[goal]["tokens"].get(march.scene.seat, 0)
    near = geography(march.scene.before["map"]["id"]).by_land[goal]
    before = len(march.moves)
    for start in sorted(near, key=lambda a: -march.left[a]):
        k = min(wanted, march.left[start] - 1)
        token = _offered(march, start, goal, False, False, k) if k > 0 else ""
        if token:
            march.add(token, start, k)
            wanted -= k
    if len(march.moves) == before:
        raise WrongLine("nobody", item)


def unmoved(scene: Scene) -> dict[str, int]:
    """The tokens that can still move, by area, as things really stand."""
    there = areas(scene.before)
    return {a: there[a]["tokens"][scene.seat] - there[a]["moved"] for a in held(scene.before, scene.seat)}


def area_named(scene: Scene, typed: str) -> str:
    """The area in play of that name, short name or beginning. Raises WrongLine: unknown, ambiguous, or out of play."""
    wanted = fold(typed)
    found = list(_called(wanted, areas(scene.before)))
    if len(found) == 1:
        return found[0].value
    if found:
        raise WrongLine("ambiguous_area", typed, tuple(found), typed=typed)
    beyond = list(_called(wanted, None))
    if len(beyond) == 1:
        raise WrongLine("area_out_of_play", typed, area=beyond[0].name)
    raise WrongLine("unknown_area", typed, typed=typed, nearest="")


def _called(wanted: str, among: object) -> Iterator[Named]:
    """The areas called so; those that begin so if none is."""
    inside = NAMES.things("area") if among is None else NAMES.things("area", list(among))  # type: ignore[call-overload]
    exact = [area for area in inside if wanted in {fold(n) for n in (area.value, area.name, area.code, *area.aliases)}]
    begun = [area for area in inside if len(wanted) > 1 and fold(area.name).startswith(wanted)]
    yield from (exact or begun) if wanted else ()


def spelled(token: str) -> str:
    """A move as one writes it: `Rome>Campania 3`; empty for what is no move."""
    move, landing = TOKEN.fullmatch(token), LANDING.fullmatch(token)
    if landing:
        return f"land {NAMES.name('area', landing['start'])} {landing['n']}"
    if move is None:
        return ""
    start, goal = NAMES.name("area", move["start"]), NAMES.name("area", move["goal"])
    return f"{start}{move['way']}{goal} {move['n']}{' aboard' if move['end'] == '+' else ''}"


def _number(token: str) -> int:
    """How many tokens a move is about."""
    move = TOKEN.fullmatch(token)
    return int(move["n"]) if move else 0


def departures(plan: Sequence[str]) -> Counter[str]:
    """How many tokens a plan moves away from each area."""
    going: Counter[str] = Counter()
    for move in filter(None, map(TOKEN.fullmatch, plan)):
        going[area_of(move["start"])] += int(move["n"])
    return going


def figures(scene: Scene) -> dict[str, object]:
    """Numbers for the words of a plan: tokens and areas of the seat, those that move, those that stay."""
    there = unmoved(scene) if scene.before.get("phase") == "movement" else {}
    going = departures(scene.plan).total()
    total = sum(there.values())
    return {"tokens": total, "areas": len(there), "going": going, "staying": max(0, total - going)}
