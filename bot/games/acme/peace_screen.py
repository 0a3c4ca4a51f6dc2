"""Offers of peace: one press for an offer without a gift, or first the gift."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.parts import Button, Part, Screen, Text, limits, rows, short
from bot.ui.questions.any_question import facts_parts, generic, title
from bot.ui.questions.controls import JOINT
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import foot, screen
from engine.core.ask import Option
from engine.core.text import civ

OFFER, GIFT, NO_GIFT, DONE, MOST = "peace.offer", "peace.gift", "none", "done", 8


def peace_screen(stage: DraftState) -> Screen:
    """Return the screen of whom peace is offered to; what follows, and offers to many, use the plain screen."""
    there = [stage.option(token) for token in stage.ask.options if token != DONE] if stage.ask else []
    if stage.request is None or stage.request.key != OFFER or len(there) > MOST:
        return generic(stage)
    facts: list[Part] = [Text("\n".join(f"**{npc.label}** {npc.hint}" for npc in there))]
    gift = _asks_gift(stage, there)
    buttons = [button for npc in there for button in _offers(stage, npc, gift=gift)]
    last = Button(stage.option(DONE).label, "take", DONE)
    return screen(
        stage.sheet, [title(stage), *facts_parts(stage), *facts, *rows(buttons, 2), *rows([last]), foot(stage)]
    )


def _asks_gift(stage: DraftState, there: Sequence[Option]) -> bool:
    """Whether the seat has anything to give."""
    asked = stage.there.preview(((there[0].token,),)).request if there else None
    return asked is not None and asked.key == GIFT


def _offers(stage: DraftState, npc: Option, *, gift: bool) -> list[Button]:
    told = (stage.name_tokens(stage.words(f"play.peace.{how}", npc=civ(npc.token))) for how in ("bare", "gift"))
    bare, given = (short(text, limits().label) for text in told)
    answers = f"{npc.token}{JOINT}{NO_GIFT}" if gift else npc.token
    return [Button(bare, "both", answers), *([Button(given, "take", npc.token)] if gift else [])]
