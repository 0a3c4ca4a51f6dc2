"""Ships at the head of a line of moves: `keep all`, `drop tyre`, `build carthage 2 from both`, then the moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.civ.geography import area_of
from engine.civ.presentation.lines import SEPARATORS, area_named
from engine.civ.presentation.names import NAMES
from engine.civ.ships import DROP, LEVY, TREASURY
from engine.civ.view import CivView
from engine.core.naming import WrongLine, fold
from engine.core.presentation import Scene

ITEM: Final = re.compile(r"(?P<verb>keep|drop|build)(?:\s+(?P<rest>.+))?", re.IGNORECASE)
ABOUT: Final = re.compile(r"(?P<where>.+?)(?:\s+(?P<n>[1-4]))?(?:\s+from\s+(?P<source>.+))?", re.IGNORECASE)
SIGNS: Final = re.compile(r"[>~→]|\b(?:gather|spread|settle|land|hold|stay|done)\b", re.IGNORECASE)
LEVIED: Final = {"": (0, 1, 2), "treasury": (0,), "both": (1,), "tokens": (2,)}


@dataclass(frozen=True, slots=True)
class Launch:
    """A ship to be built as the line asks: the area, and how many of its tokens pay; without a number, any."""

    area: str
    levied: tuple[int, ...]
    item: str

    def among(self, offered: Sequence[str]) -> str:
        """Return the option that builds this ship. Raises WrongLine."""
        for n in self.levied:
            for token in offered:
                harbour, _, levy = token.rpartition(":")
                if levy == str(n) and self.area in {harbour, area_of(harbour)}:
                    return token
        raise WrongLine("no_launch", self.item, area=NAMES.name("area", area_of(self.area)))


@dataclass(frozen=True, slots=True)
class FleetLine:
    """What a line says of ships."""

    ways: tuple[tuple[str, str, str], ...] = ()
    """how each ship is paid for: area (`""` for all), way, and the item as written"""
    launches: tuple[Launch, ...] = ()
    """the ships built"""
    moves: str = ""
    """the moves of ships"""

    @property
    def is_said(self) -> bool:
        """Return whether the line says anything about ships."""
        return bool(self.ways or self.launches)

    def upkeep(self, harbours: Sequence[str]) -> list[str]:
        """Return how each old ship is paid for; empty where the line does not say. Raises WrongLine: no ship there."""
        found = [""] * len(harbours)
        for area, way, item in self.ways:
            there = [i for i, one in enumerate(harbours) if not found[i] and area in {"", area_of(one)}]
            if not there:
                raise WrongLine("no_ship", item, start=NAMES.name("area", area) if area else item)
            for i in there if not area else there[:1]:
                found[i] = way
        return found


def fleet_line(line: str, scene: Scene[CivView]) -> FleetLine:
    """Return a line split into ships and moves. Raises WrongLine."""
    ways, launches, moves, verb = list[tuple[str, str, str]](), list[Launch](), list[str](), ""
    for item in (" ".join(part.split()) for part in SEPARATORS.split(line) if part.strip()):
        found = ITEM.fullmatch(item)
        verb = found["verb"].lower() if found else verb if not SIGNS.search(item) else ""
        if not verb:
            moves.append(item)
        elif verb == "build":
            launches += _launches(scene, (found["rest"] or "") if found else item, item)
        else:
            ways.append(_way(scene, verb, (found["rest"] or "") if found else item, item))
    return FleetLine(tuple(ways), tuple(launches), ", ".join(moves))


def _way(scene: Scene[CivView], verb: str, text: str, item: str) -> tuple[str, str, str]:
    """Return how the ships of an area are paid for, or all: `all`, `tyre`, `tyre from treasury`, `sidon from
    tokens`.
    """
    said = ABOUT.fullmatch(text)
    source = fold(said["source"] or "") if said else ""
    way = DROP if verb == "drop" else TREASURY if source in {"", TREASURY} else LEVY
    area = "" if said is None or fold(said["where"]) == "all" else area_named(scene, said["where"])
    return area, way, item


def _launches(scene: Scene[CivView], text: str, item: str) -> list[Launch]:
    said = ABOUT.fullmatch(text)
    source = fold(said["source"] or "") if said else ""
    if said is None or source not in LEVIED:
        raise WrongLine("bad_line", item)
    name, _, coast = said["where"].partition("/")
    area = area_named(scene, name) + (f"/{coast.strip().lower()}" if coast else "")
    return [Launch(area, LEVIED[source], item)] * int(said["n"] or 1)
