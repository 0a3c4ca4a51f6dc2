"""What growth turns on: where the disks come from, and what a placement makes of the civilization."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.play.acme_board import own
from bot.ui.play.ground import total
from bot.ui.play.stage import Stage
from engine.core.game import View
from engine.core.text import words

FIRST: Final = ("setup.deploy", "gilgamesh.deploy")
PLACING: Final = ("growth.deploy", *FIRST)


def key_of(stage: Stage) -> str:
    """The plan that the stage is in, or has just completed."""
    return stage.request.key if stage.request else stage.work.plan_key


def placing(stage: Stage) -> str:
    """Where the disks come from: `4 Plains Settlements, 1 Fertile. Supply 31 → 24.`, or what is in place already."""
    if key_of(stage) in FIRST:
        return in_place(stage)
    return " ".join(part for part in (composed(stage), supply(stage)) if part)


def in_place(stage: Stage) -> str:
    """`In place: Thrace 2, Ilium 2`: what the rules have placed for a new civilization (ACME §4.3)."""
    areas = stage.sheet.view.get("areas", {})
    there = [(area, n) for area, facts in areas.items() if (n := facts["disks"].get(stage.seat, 0))]
    named = ", ".join(f"{stage.face.names.name('area', area)} {n}" for area, n in there)
    return words("play.growth.in_place", stacks=named) if named else ""


def composed(stage: Stage) -> str:
    """Where the disks come from; empty if some were traded, or came from elsewhere, so that the sum differs."""
    each: Mapping[str, int] = stage.sheet.view.get("growth", {})
    if not each or total(stage) != sum(each.values()):
        return ""
    return words("play.growth.sources", sources=", ".join(source(name, n) for name, n in each.items()))


def source(name: str, n: int) -> str:
    """`4 Plains Settlements`."""
    return words(f"play.growth.source.{name}{'' if n == 1 else '_more'}", n=n)


def supply(stage: Stage) -> str:
    """`Supply 31 → 24.`"""
    before, after = (int(own(view, stage.seat).get("supply", 0)) for view in (stage.sheet.view, stage.view))
    return words("play.growth.supply", before=before, after=after) if before != after else ""


def placed(stage: Stage) -> str:
    """`Cities 1 → 3. Next growth as things stand: 9.`; nothing as long as nothing is placed."""
    if key_of(stage) not in PLACING or not stage.work.plan:
        return ""
    before, after = (cities(view, stage.seat) for view in (stage.sheet.view, stage.view))
    lines = [words("play.growth.cities", before=before, after=after)] if before != after else []
    following = sum(stage.view.get("growth", {}).values())
    lines += [words("play.growth.next", n=following)] if following else []
    return " ".join(lines)


def cities(view: View, seat: str) -> int:
    """How many Cities the seat has."""
    return int(own(view, seat).get("cities", 0))
