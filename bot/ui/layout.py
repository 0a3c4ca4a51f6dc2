"""Screens and forms as components of Discord."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import discord
import msgspec
import structlog
from discord import ui

from bot.ui.message_faults import TooMuch, faults_of, form_faults
from bot.ui.parts import (
    DISCORD,
    Button,
    Divider,
    Field,
    Form,
    Gallery,
    Line,
    Link,
    Menu,
    MenuChoice,
    Note,
    Part,
    Pick,
    Row,
    Screen,
    ScreenPicture,
    Section,
    Style,
    Text,
    custom_id,
)
from render.film import Film
from render.paint.picture import Picture

log = structlog.get_logger(__name__)
T = TypeVar("T")
REFUSED: Final = "BUTTON_COMPONENT_INVALID_EMOJI"
"""Names the fault also where the emoji is that of an option."""
_STYLES: Final[Mapping[Style, discord.ButtonStyle]] = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def layout(*screens: Screen) -> ui.LayoutView:
    """Return the screens as components of Discord, each in its container; must be called with an event loop running.

    The view is stopped: presses come in by their addresses alone. Raises TooMuch for what Discord would refuse.
    """
    found = faults_of(screens, DISCORD)
    if found:
        raise TooMuch("; ".join(found))
    view = ui.LayoutView(timeout=None)
    for screen in screens:
        view.add_item(_container(screen))
    view.stop()
    return view


def _container(screen: Screen) -> ui.Container[ui.LayoutView]:
    box = ui.Container[ui.LayoutView](accent_colour=screen.accent)
    for part in screen.parts:
        box.add_item(_item(screen, part))
    return box


def _item(screen: Screen, part: Part) -> ui.Item[Any]:
    if isinstance(part, Text):
        return ui.TextDisplay(part.text)
    if isinstance(part, Divider):
        return ui.Separator()
    if isinstance(part, Row):
        return ui.ActionRow(*(_button(screen, button) for button in part.buttons), *map(_link, part.links))
    if isinstance(part, Menu):
        return ui.ActionRow(_menu(screen, part))
    if isinstance(part, Section):
        return ui.Section(part.text, accessory=_button(screen, part.button))
    files = [discord.MediaGalleryItem(f"attachment://{p.name}", description=p.alt) for p in part.pictures]
    return ui.MediaGallery(*files)


def _button(screen: Screen, button: Button) -> ui.Button[Any]:
    style, where = _STYLES[button.style], custom_id(screen, button)
    sign = button.emoji or None
    return ui.Button(style=style, label=button.label, custom_id=where, disabled=button.disabled, emoji=sign)


def _link(link: Link) -> ui.Button[Any]:
    return ui.Button(style=discord.ButtonStyle.link, label=link.label, url=link.url)


def _menu(screen: Screen, menu: Menu) -> ui.Select[Any]:
    return ui.Select(
        custom_id=custom_id(screen, menu),
        placeholder=menu.placeholder,
        min_values=menu.least,
        max_values=menu.most,
        options=_select_options(menu.choices),
    )


def _select_options(choices: tuple[MenuChoice, ...]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=c.label, value=c.value, description=c.hint or None, default=c.chosen, emoji=c.emoji or None
        )
        for c in choices
    ]


def drop_emojis(view: ui.LayoutView) -> bool:
    """Take the emojis out of all buttons and menus. Return whether there were any."""
    found = False
    for item in view.walk_children():
        marked = [item] if isinstance(item, ui.Button) else item.options if isinstance(item, ui.Select) else []
        for one in marked:
            found, one.emoji = found or one.emoji is not None, None
    return found


async def even_without_emojis(
    view: ui.LayoutView, files: Sequence[discord.File], send: Callable[[], Awaitable[T]]
) -> T:
    """Return what `send` returns. Where Discord refuses an emoji, which happens even to living ones, send once more
    without those of buttons and menus.
    """
    try:
        return await send()
    except Exception as error:
        if REFUSED not in f"{error} {getattr(error, '_errors', '')}" or not drop_emojis(view):
            raise
        log.warning("emojis.refused", reason=str(error))
        for file in files:
            file.reset()
        return await send()


class _Sheet(ui.Modal):
    """A form on its way out; what comes back is read by its address, so that it survives a restart."""


def modal(form: Form) -> ui.Modal:
    """Return the form as a modal of Discord. Raises TooMuch for what Discord would refuse."""
    found = form_faults(form, DISCORD)
    if found:
        raise TooMuch("; ".join(found))
    sheet = _Sheet(title=form.title, custom_id=form.address)
    for field in form.fields:
        sheet.add_item(_field(field))
    sheet.stop()
    return sheet


def _field(field: Field) -> ui.Item[Any]:
    if isinstance(field, Note):
        return ui.TextDisplay(field.text)
    inner = _line(field) if isinstance(field, Line) else _pick(field)
    return ui.Label(text=field.label, description=field.hint or None, component=inner)


def _line(field: Line) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=field.key,
        style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
        default=field.value or None,
        placeholder=field.example or None,
        required=field.least > 0,
        min_length=field.least or None,
        max_length=field.most,
    )


def _pick(field: Pick) -> ui.Item[Any]:
    if field.shape == "radio":
        marks = [
            discord.RadioGroupOption(label=c.label, value=c.value, description=c.hint or None, default=c.chosen)
            for c in field.choices
        ]
        return ui.RadioGroup(custom_id=field.key, options=marks, required=field.least > 0)
    if field.shape == "checks":
        boxes = [
            discord.CheckboxGroupOption(label=c.label, value=c.value, description=c.hint or None, default=c.chosen)
            for c in field.choices
        ]
        return ui.CheckboxGroup(
            custom_id=field.key, options=boxes, required=field.least > 0, min_values=field.least, max_values=field.most
        )
    return ui.Select(
        custom_id=field.key,
        min_values=field.least,
        max_values=field.most,
        required=field.least > 0,
        options=_select_options(field.choices),
    )


Painter: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[Picture | Film]]


async def paint_screen(screen: Screen, paint: Painter | None) -> tuple[Screen, list[discord.File]]:
    """Return the screen with its pictures; one that cannot be drawn is left out, for the text says everything."""
    parts: list[Part] = []
    files: list[discord.File] = []
    for part in screen.parts:
        if not isinstance(part, Gallery):
            parts.append(part)
            continue
        drawn = [(p, await _drawn(p.recipe, paint)) for p in part.pictures]
        there = [(_described(p, made), made.data) for p, made in drawn if made is not None]
        files += [discord.File(io.BytesIO(png), p.name, description=p.alt) for p, png in there]
        parts += [Gallery(tuple(p for p, _ in there))] if there else []
    return msgspec.structs.replace(screen, parts=tuple(parts)), files


def _described(picture: ScreenPicture, drawn: Picture | Film) -> ScreenPicture:
    if not picture.described or not drawn.alt:
        return picture
    return msgspec.structs.replace(picture, alt=drawn.alt)


async def _drawn(recipe: Mapping[str, Any], paint: Painter | None) -> Picture | Film | None:
    if paint is None:
        return None
    try:
        return await paint(recipe)
    except Exception as error:
        log.exception("picture.failed", recipe=str(recipe.get("draw")), exc_info=error)
        return None
