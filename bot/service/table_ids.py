"""Ids of tables as people see them: base 36 in capitals."""

from __future__ import annotations

from typing import Final

DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST: Final = 36 * 36


def spelled(number: int) -> str:
    """The id of the table of that row."""
    rest, digits = number + FIRST - 1, ""
    while rest:
        rest, digit = divmod(rest, 36)
        digits = DIGITS[digit] + digits
    return digits


def read(table: str) -> int | None:
    """The row of the table of that id, in any case; None if it can be no id."""
    wanted = table.strip().upper()
    if not wanted or len(wanted) > 8 or any(c not in DIGITS for c in wanted):
        return None
    number = int(wanted, 36) - FIRST + 1
    return number if number > 0 else None
