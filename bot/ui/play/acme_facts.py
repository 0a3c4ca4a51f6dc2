"""What a question of ACME turns on, in a few lines: the card being played, the fight, what was announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.names import told
from bot.ui.play.acme_board import own
from bot.ui.play.stage import Stage
from engine.acme.catalog import CARDS, CIVS
from engine.core.text import words

WINDOWS = ("card.negate", "competition.negate")
FIGHTS = ("competition.commit", "competition.removal", "competition.order", "competition.card", "competition.amount")
HIT = ("loss.buy_off", "loss.choose", "loss.penalty")
KEPT = ("card.look", "card.give", "draw.dead", "draw.extra", "draw.discard", "draw.buy")


def explain(stage: Stage) -> str:
    """The facts for that question; empty if its prompt says all."""
    key = stage.request.key if stage.request else stage.key
    if stage.key == "card.play" and stage.work.whole:
        return card_text(stage, stage.work.whole[0][0])
    if key in WINDOWS or key in HIT:
        return latest(stage)
    if key in FIGHTS:
        return fight(stage)
    if key == "setup.civ":
        return civ_text(stage)
    if key in KEPT and stage.face.board is not None:
        return stage.face.board.facts(stage.sheet.view, stage.seat)
    return ""


def card_text(stage: Stage, card: str) -> str:
    """What the card does, in our words."""
    board = stage.face.board
    if board is None or not card.isdigit() or int(card) not in CARDS:
        return ""
    return f"**{stage.face.names.name('card', card)}** ({card}) {board.card_text(card)}"


def latest(stage: Stage, n: int = 2) -> str:
    """The last lines told to everybody: what was announced, and against whom."""
    return "\n".join(told(line.text, stage.face.names) for line in stage.sheet.public.latest[-n:])


def fight(stage: Stage) -> str:
    """The stacks of the Competition, the cards committed, and what counts."""
    there: Mapping[str, Any] | None = stage.view.get("competition")
    if not there:
        return ""
    names = stage.face.names
    sides = [_side(stage, faction, units, there) for faction, units in there["units"].items()]
    lines = [f"**{names.name('area', there['area'])}** {' · '.join(sides)}"]
    if stage.request is not None and stage.request.key == "competition.removal" and len(sides) == 2:
        lines.append(words("play.acme.formula"))
    means = own(stage.view, stage.seat)
    lines.append(words("play.acme.means", mina=means.get("mina", 0), cards=means.get("hand_count", 0)))
    return "\n".join(lines)


def _side(stage: Stage, faction: str, units: Mapping[str, Any], there: Mapping[str, Any]) -> str:
    """`you 3 + 2 white + Stronghold`, with cards committed or revealed."""
    name = words("play.acme.you") if faction == stage.seat else stage.face.names.name("civ", faction)
    white = words("play.acme.white", n=units["white"]) if units["white"] else ""
    cube = words("play.acme.cube") if units["cube"] else ""
    revealed: Sequence[int] = there["revealed"].get(faction, ())
    if revealed:
        cards = ", ".join(stage.face.names.name("card", str(card)) for card in revealed)
    else:
        cards = words("play.acme.committed", n=n) if (n := there["committed"].get(faction, 0)) else ""
    return f"{name} {units['disks']}{white}{cube}{f' ({cards})' if cards else ''}"


def civ_text(stage: Stage) -> str:
    """What the Display of the civilization chosen says; † for our reconstruction."""
    civ = CIVS.get(next(iter(stage.picks), ""))
    if civ is None:
        return ""
    lines = [f"**{civ.name}** {civ.years}"]
    lines += [
        f"{a.name}{'' if a.known in {'fact', 'known'} else ' †'}: {' '.join(a.text.split())}" for a in civ.abilities
    ]
    return "\n".join(lines)
