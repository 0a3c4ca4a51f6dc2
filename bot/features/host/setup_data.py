"""What is stored of a server, for who manages it, and the way to have it removed."""

from __future__ import annotations

from bot.contract.records import ServerStock
from bot.features.host.setup_screen import shown
from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.words.wording import ago, date, said, several
from engine.core.said import listed


def stock_screen(stock: ServerStock, line: str = "") -> Screen:
    """Tables and settings in figures, what the file holds, and when all of it goes; `line` says what has just come."""
    told = [said("setup.data_head"), *([line] if line else []), tables(stock), settings(stock), said("setup.data_file")]
    told.append(said("setup.data_people"))
    if stock.removed_at is not None:
        told.append(said("setup.removing", time=date(stock.removed_at), left=ago(stock.removed_at)))
        last = Button(said("setup.keep"), "setup_stay", style="success", lasting=True)
    else:
        last = Button(said("setup.remove"), "setup_gone", style="danger", lasting=True)
    return Screen((Text("\n".join(told)), Row((Button(said("setup.back"), "setup_look", lasting=True), last))))


def tables(stock: ServerStock) -> str:
    """How many tables there are."""
    counted = ((stock.lobbies, "lobby"), (stock.running, "running"), (stock.over, "over"))
    told = [several(f"setup.one_{state}", f"setup.some_{state}", n) for n, state in counted if n]
    return said("setup.data_tables", tables=listed(told)) if told else said("setup.data_no_tables")


def settings(stock: ServerStock) -> str:
    """How new tables begin."""
    told = [shown(name, value) for name, value in stock.settings.items()]
    return said("setup.data_settings", settings=listed(told)) if told else said("setup.data_no_settings")


def removal_screen(stock: ServerStock) -> Screen:
    """Are you sure? What would go, when, and what stays."""
    yes = Button(said("setup.remove_yes"), "setup_away", style="danger", lasting=True)
    no = Button(said("setup.remove_no"), "setup_data", lasting=True)
    return Screen(
        (Text("\n".join((said("setup.remove_ask"), tables(stock), said("setup.remove_what")))), Row((yes, no)))
    )
