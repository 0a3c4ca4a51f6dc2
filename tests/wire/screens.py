"""What can be pressed on a message of the bot, as a person sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.local_table.errors import Json
from bot.ui.parts import address
from tests.wire.seen import SeenMessage

QUEUE = frozenset({"q_next", "q_pick", "q_line", "q_off", "q_stops"})
BESIDE = frozenset({"undo", "undo_now", "reseal", "unseal", "seat", "hand"}) | QUEUE


@dataclass(frozen=True, slots=True)
class Control:
    """A button or menu that can be used; `choices` are the values and labels of a menu."""

    id: str
    ask: str
    verb: str
    option: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


def controls(message: SeenMessage) -> list[Control]:
    """Everything on a message that can be used."""
    parts = [*message.buttons, *message.selects]
    return [made for part in parts if not part.get("disabled") and (made := _control(part))]


def _control(part: Json) -> Control | None:
    found = address(str(part.get("custom_id", "")))
    if found is None:
        return None
    ask = "" if found.ask is None else f"{found.ask}.{found.seat}"
    label = str(part.get("label") or part.get("placeholder") or "")
    choices = tuple((str(o["value"]), str(o["label"])) for o in part.get("options") or ())
    least, most = int(part.get("min_values", 1)), int(part.get("max_values", 1))
    return Control(part["custom_id"], ask, found.verb, found.option, label, choices, least, most)


def asked(message: SeenMessage | None) -> str:
    """The mark of the question that a screen asks; empty if it asks nothing."""
    if message is None:
        return ""
    return next((c.ask for c in controls(message) if c.ask and c.verb not in BESIDE), "")


def pressable(message: SeenMessage | None) -> dict[str, list[Control]]:
    """The controls of a screen by their verb."""
    found: dict[str, list[Control]] = {}
    for control in controls(message) if message is not None else ():
        found.setdefault(control.verb, []).append(control)
    return found


def labels(several: Sequence[Control]) -> list[str]:
    """The names of everything in some menus, without what is said beside them."""
    return [label.partition(" (")[0] for control in several for _, label in control.choices]
