"""The form of a screen of several questions that would have more menus than anybody can look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.civ.fleet import TAX
from bot.games.civ.joined import VERB
from bot.ui.parts import DESIGN, Button, Form, Menu, Part, Pick, Row, Text, limits, short
from bot.ui.questions.draft import DraftState

OPEN, SENT, RATE, GROUPS = "join_form", "join_sent", "tax_form", "group"
FIELDS: Final = 5
RATE_FIELD: Final = "rate"
Asked = tuple[Text, Menu]


def few_menus(stage: DraftState, asked: Sequence[Part], moves: Sequence[Part], taxes: Sequence[Part]) -> list[Part]:
    """Return the parts of a screen with three menus at most: the questions as text, and a button opens a form for
    them; then the tax rate too has a form. Long lists, with a menu of their groups, are the last to go there.
    """
    short_told, told, apart = _told(stage, asked, long=False), _told(stage, asked), rate_apart(stage, taxes)
    ways = ((asked, taxes), (short_told, taxes), (short_told, apart), (told, taxes), (told, apart))
    fitting = (way for way in ways if _count(way[0], moves, way[1]) <= limits().menus)
    questions, rate = next(fitting, ways[-1])
    return [*questions, *moves, *rate]


def _count(*several: Sequence[Part]) -> int:
    return sum(isinstance(part, Menu) for parts in several for part in parts)


def rate_apart(stage: DraftState, taxes: Sequence[Part]) -> list[Part]:
    """Return the button to the form of the tax rate in place of its menu."""
    return [
        Row((Button(stage.words("play.joined.tax_button"), RATE),)) if isinstance(one, Menu) else one for one in taxes
    ]


def in_form(parts: Sequence[Part], *, long: bool = True) -> list[Asked]:
    """Return the questions that a form can take: those with one menu below their name. With `long` also those with a
    menu of groups: the form then has the group that is shown.
    """
    there = [part for part in parts if not (long and _is_of_groups(part))]
    found: list[Asked] = []
    for before, part, after in zip(there, there[1:], [*there[2:], None], strict=False):
        if isinstance(before, Text) and isinstance(part, Menu) and part.verb == VERB and not isinstance(after, Menu):
            found.append((before, part))
    return found[:FIELDS]


def _is_of_groups(part: Part) -> bool:
    return isinstance(part, Menu) and part.verb == GROUPS


def _told(stage: DraftState, asked: Sequence[Part], *, long: bool = True) -> list[Part]:
    """Return the questions of the form with what is chosen, the button to it, and the other questions as they were."""
    pairs = in_form(asked, long=long)
    if not pairs:
        return [*asked]
    gone = {part for pair in pairs for part in pair}
    kept = [part for part in asked if part not in gone and not (long and _is_of_groups(part))]
    lines = "\n".join(f"{text.text} {_chosen(menu)}" for text, menu in pairs)
    label = stage.words_or(f"play.joined.form.{stage.key}", "play.joined.form.any")
    return [Text(lines), Row((Button(label, OPEN),)), *kept]


def _chosen(menu: Menu) -> str:
    return ", ".join(one.label for one in menu.choices if one.chosen) or menu.placeholder


def menus_form(stage: DraftState, pairs: Sequence[Asked]) -> Form:
    """Return the form of these questions."""
    fields = tuple(_pick(menu.option, text.text.replace("*", ""), menu) for text, menu in pairs)
    return _form(stage, stage.words_or(f"play.joined.form.{stage.key}", "play.joined.form.any"), fields, SENT)


def rate_form(stage: DraftState, menu: Menu) -> Form:
    """Return the form of the tax rate."""
    return _form(stage, stage.words("play.joined.tax_button"), (_pick(RATE_FIELD, menu.placeholder, menu),), TAX)


def _pick(key: str, label: str, menu: Menu) -> Pick:
    nothing = "" if menu.least else menu.placeholder
    return Pick(key, short(label, DESIGN.title), menu.choices, menu.least, menu.most, hint=nothing)


def _form(stage: DraftState, title: str, fields: tuple[Pick, ...], verb: str) -> Form:
    sheet = stage.sheet
    return Form(title, fields, verb, "", sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)


def shown_before(menu: Menu) -> set[str]:
    """Return the values that a menu shows as chosen."""
    return {one.value for one in menu.choices if one.chosen}
