"""Answers that have been set, in words."""

from __future__ import annotations

from bot.ui.play.draft import DraftState
from engine.core.text import catalogue, words


def answer_label(stage: DraftState, token: str) -> str:
    """An answer by the label it had, as far as that is known; a stop and a step left at its default say nothing."""
    if token in stage.presentation.plans.values():
        return ""
    if stage.key in stage.questions.defaults and any(token in picks for picks in stage.questions.defaults.values()):
        return ""
    known = next((o for o in (*stage.sheet.options, *stage.options) if o.token == token), None)
    return stage.told(known.label) if known else token_name(stage, token)


def token_name(stage: DraftState, token: str) -> str:
    """What a token is called: a thing of the game, a means such as `card:42`, or a word."""
    kind, _, about = token.partition(":")
    names = stage.presentation.names
    if stage.lines.spell(token):
        return stage.lines.spell(token)
    if stage.questions.about.get(kind) == "card" and about.isdigit():
        return f"{names.name('card', about)} ({about})"
    thing = about if stage.questions.about.get(kind) == "area" else token
    named = next((names.name(k, thing) for k in names.kinds if _is_thing(stage, k, thing)), "")
    known = next((o.label for o in (*stage.options, *stage.sheet.options) if o.token == token), "")
    if named or known:
        return named or stage.told(known)
    asked = (stage.key, *stage.presentation.composites.get(stage.key, ()))
    texts = (*(f"option.{key}.{token}" for key in asked), f"option.{token}")
    return next((words(text) for text in texts if text in catalogue()), token)


def _is_thing(stage: DraftState, kind: str, slug: str) -> bool:
    return any(thing.value == slug for thing in stage.presentation.names.things(kind))
