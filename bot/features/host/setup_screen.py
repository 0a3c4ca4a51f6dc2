"""What who manages a server sees of the bot there: what it may do in this channel, and how new tables begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.contract.servers import CHOICES
from bot.ui.parts import Button, Menu, Row, Screen, Text, choice
from bot.ui.words.permissions import USED, held, named
from bot.ui.words.wording import said

USUAL: Final = "usual"


def setup_screen(bot_may: int, defaults: Mapping[str, str], line: str = "") -> Screen:
    """Permissions, one in a line; a menu for each setting of new tables; `line` says what has just come of a press."""
    told = [said("setup.head"), *([line] if line else []), said("setup.permissions")]
    told += [_permission(one, bot_may) for one in USED]
    told += [said("setup.who"), said("setup.privacy"), said("setup.tables")]
    menus = [_menu(name, defaults.get(name, "")) for name in CHOICES]
    trial = Button(said("setup.try"), "setup_try", lasting=True)
    privacy = Button(said("button.privacy"), "privacy", lasting=True)
    data = Button(said("setup.data"), "setup_data", lasting=True)
    return Screen((Text("\n".join(told)), *menus, Row((trial, data, privacy))))


def _permission(permission: str, bot_may: int) -> str:
    name = named(permission)
    return said("setup.has", name=name) if held(bot_may, permission) else said(f"setup.without_{permission}", name=name)


def _menu(name: str, chosen: str) -> Menu:
    usual = choice(USUAL, said(f"setup.{name}_usual"), chosen=not chosen)
    lines = [choice(value, shown(name, value), chosen=value == chosen) for value in CHOICES[name]]
    return Menu(said(f"setup.{name}"), "setup_set", (usual, *lines), name, lasting=True)


def shown(name: str, value: str) -> str:
    """A setting of new tables in words; none is what holds anywhere."""
    if not value:
        return said(f"setup.{name}_usual")
    return said(f"setup.{name}_is", value=said(f"pace.{value}" if name == "pace" else f"settings.{name}_{value}"))
