"""Why an NPC did what a line of the log tells: its reasons, whom it is hostile to, and where its rules stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.lookup.logs import LogPlace
from bot.ui.parts import Button, Row, Screen, Text, rows
from bot.ui.posts.alike import together
from bot.ui.presentations import presentation_of, summary_of
from bot.ui.wording import named, said
from bot.values import Reasons
from engine.core.fitting import cut
from engine.core.naming import Names, named_by
from engine.core.said import Said
from engine.core.text import sentence

SHOWN: Final = 4
LINE: Final = 400
HEAD: Final = 150


def why_screen(told: Reasons, names: Names, page: int = 1) -> Screen:
    """At most five lines: four reasons, and whom the NPC is hostile to; further reasons on further pages."""
    several = [cut(named(sentence(why), names, bold=False), LINE) for why in alike(told.reasons)]
    pages = max(1, -(-len(several) // SHOWN))
    page = min(max(page, 1), pages)
    head = said("why.head", what=cut(named(told.line.text, names, bold=False).rstrip("."), HEAD), no=told.line.no)
    lines = several[(page - 1) * SHOWN : page * SHOWN]
    attitude = summary_of(told.info.game).attitude(told.view, subject(told))
    body = Text("\n".join([*lines, *([attitude] if attitude else [])]))
    return Screen((Text(head), body, *buttons(told, page, pages)), told.info.id.lower())


def subject(told: Reasons) -> str:
    """The NPC whose reasons they are: whom the first of them names, else the line itself."""
    saids = (*told.reasons, told.line.said)
    return next((slug for said in saids for kind, slug in named_by(said) if kind == "civ"), "")


def alike(reasons: Sequence[Said]) -> list[Said]:
    """Consecutive reasons that differ in the last thing they name only as one, and the same reason once."""
    once: list[Said] = []
    for why in reasons:
        once += [] if why in once else [why]
    return together(once, lambda why: why, lambda _, told: told, 1)


def buttons(told: Reasons, page: int, pages: int) -> list[Row]:
    """Further reasons, the open hand, the rules of NPCs, and back to the log."""
    no, civ = told.line.no, subject(told)
    topic = presentation_of(told.info.game).npc_topic
    made = [Button(said("button.more_reasons"), "why", f"{no}~{page + 1}", lasting=True)] if page < pages else []
    open_hand = summary_of(told.info.game).cards(told.view, civ) is not None
    made += [Button(said("button.npc_hand"), "npc_hand", civ, lasting=True)] if open_hand else []
    made += [Button(said("button.npc_rules"), "rule", topic, lasting=True)] if topic else []
    made += [Button(said("button.back_to_log"), "log", str(LogPlace()), lasting=True)]
    return rows(made)
