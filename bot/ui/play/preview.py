"""What a draft would bring about, in words: the dry run of a batch on the seat's own view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.ui.parts import short
from bot.ui.play.face import Stacks
from bot.ui.play.stage import Stage
from engine.core.text import words

MOST_CHANGES = 18
MOST_EVENTS = 6
LONG = 1100


@dataclass(frozen=True, slots=True)
class Change:
    """A stack before and after."""

    area: str
    faction: str
    before: int
    after: int


def changes(before: Stacks, after: Stacks) -> list[Change]:
    """Every stack that differs, in the order of the areas."""
    found: list[Change] = []
    for area in after:
        old, new = before.get(area, {}), after[area]
        each = [Change(area, f, old.get(f, 0), new.get(f, 0)) for f in dict.fromkeys((*old, *new))]
        found += [change for change in each if change.before != change.after]
    return found


def own_changes(stage: Stage) -> list[Change]:
    """What the draft changes of the seat's own stacks."""
    return [c for c in all_changes(stage) if c.faction == stage.seat]


def all_changes(stage: Stage) -> list[Change]:
    """What the draft changes on the board."""
    board = stage.face.board
    if board is None or stage.run is None:
        return []
    return changes(board.stacks(stage.sheet.view), board.stacks(stage.run.view))


def stack_words(stage: Stage, found: Iterable[Change]) -> str:
    """`Tarsus 2→3 City · Lukka 0→2`; stacks of others with their name."""
    board, parts = stage.face.board, []
    several = list(found)
    for c in several[:MOST_CHANGES]:
        worth = board.worth(stage.view, c.faction, c.area) if board else ""
        whose = "" if c.faction == stage.seat else f"{stage.face.names.name('civ', c.faction)} "
        area = stage.face.names.name("area", c.area)
        parts.append(f"{area} {whose}{c.before}→{c.after} {worth}".rstrip())
    if len(several) > MOST_CHANGES:
        parts.append(words("play.text.more", n=len(several) - MOST_CHANGES))
    return " · ".join(parts)


def contested(stage: Stage) -> str:
    """Areas that the draft makes Contested, with the stacks of others there."""
    board = stage.face.board
    if board is None or stage.run is None:
        return ""
    before, after = board.stacks(stage.sheet.view), board.stacks(stage.run.view)
    new = [a for a in after if is_contested(after[a]) and not is_contested(before.get(a, {}))]
    named = [f"**{stage.face.names.name('area', a)}** ({_rivals(stage, after[a])})" for a in new]
    return words("play.text.contested", areas=", ".join(named)) if named else ""


def is_contested(stacks: Mapping[str, int]) -> bool:
    """Two Factions or more with more than a disk each."""
    there = [n for n in stacks.values() if n]
    return len(there) > 1 and max(there) > 1


def _rivals(stage: Stage, stacks: Mapping[str, int]) -> str:
    others = [(f, n) for f, n in stacks.items() if f != stage.seat and n]
    return ", ".join(f"{stage.face.names.name('civ', f)} {n}" for f, n in others)


def effect(stage: Stage) -> str:
    """What the batch would do if nobody stops it, and where the knowledge ends."""
    if stage.run is None:
        return ""
    told = [stage.told(event.text) for event in stage.run.events[:MOST_EVENTS]]
    if len(stage.run.events) > MOST_EVENTS:
        told.append(words("play.text.more", n=len(stage.run.events) - MOST_EVENTS))
    lines = [*told, stack_words(stage, all_changes(stage)), contested(stage), _end(stage)]
    return short("\n".join(line for line in lines if line), LONG)


def _end(stage: Stage) -> str:
    """Why a dry run stops where it does, if that matters."""
    if stage.run is None:
        return ""
    if stage.run.stopped == "chance":
        return words("play.text.until_chance")
    if stage.run.presumed:
        return words("play.text.if_unopposed")
    return ""
