"""Why an NPC did what a line of the log tells: its reasons, whom it is hostile to, and where its rules stand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.contract import Reasons
from bot.ui.parts import Button, Row, Screen, Text, rows
from bot.ui.table.logs import Place
from bot.ui.table.terms import named, said
from bot.ui.vocabulary import face_of, herald_of
from engine.core.fitting import cut
from engine.core.naming import TOKEN, Names, tokens
from engine.core.text import listed

SHOWN: Final = 4
LINE: Final = 400
HEAD: Final = 150


def why_screen(told: Reasons, names: Names, page: int = 1) -> Screen:
    """At most five lines: four reasons, and whom the NPC is hostile to; further reasons on further pages."""
    several = [cut(named(text, names, bold=False), LINE) for text in alike(told.reasons)]
    pages = max(1, -(-len(several) // SHOWN))
    page = min(max(page, 1), pages)
    head = said("why.head", what=cut(named(told.line.text, names, bold=False).rstrip("."), HEAD), no=told.line.no)
    lines = several[(page - 1) * SHOWN : page * SHOWN]
    attitude = herald_of(told.info.game).attitude(told.view, subject(told))
    body = Text("\n".join([*lines, *([attitude] if attitude else [])]))
    return Screen((Text(head), body, *buttons(told, page, pages)), told.info.id.lower())


def subject(told: Reasons) -> str:
    """The NPC whose reasons they are: whom the first of them names, else the line itself."""
    texts = (*told.reasons, told.line.text)
    return next((slug for text in texts for kind, slug in tokens(text) if kind == "civ"), "")


def alike(reasons: Sequence[str]) -> list[str]:
    """Consecutive reasons that differ in the last thing they name only as one, and the same reason once."""
    joined: list[str] = []
    for frame, group in groupby(dict.fromkeys(reasons), key=_frame):
        same = list(group)
        last = [list(TOKEN.finditer(text))[-1][0] for text in same] if "\0" in frame else []
        joined.append(frame.replace("\0", listed(list(dict.fromkeys(last)))) if last else same[0])
    return joined


def _frame(text: str) -> str:
    """A reason with a gap for the last thing it names, unless that is a seat."""
    found = list(TOKEN.finditer(text))
    if not found or found[-1]["kind"] == "civ":
        return text
    return f"{text[: found[-1].start()]}\0{text[found[-1].end() :]}"


def buttons(told: Reasons, page: int, pages: int) -> list[Row]:
    """Further reasons, the open hand, the rules of NPCs, and back to the log."""
    no, civ = told.line.no, subject(told)
    topic = face_of(told.info.game).npc_topic
    made = [Button(said("button.more_reasons"), "why", f"{no}~{page + 1}", lasting=True)] if page < pages else []
    open_hand = herald_of(told.info.game).cards(told.view, civ) is not None
    made += [Button(said("button.npc_hand"), "npc_hand", civ, lasting=True)] if open_hand else []
    made += [Button(said("button.npc_rules"), "rule", topic, lasting=True)] if topic else []
    made += [Button(said("button.back_to_log"), "log", str(Place()), lasting=True)]
    return rows(made)
