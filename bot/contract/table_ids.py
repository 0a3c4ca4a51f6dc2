"""Table ids as people see them: base 36 in capitals, for new tables without O and I.

An id is the number of the table's row, spelled. It is in old buttons, links and files, so it must mean the same table
for ever; the alphabet can't change. A new table skips numbers spelled with O or I. Typed ids are read as they are, and
if there is no such table as Crockford reads them: O as 0, I and L as 1.
"""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST: Final = 36 * 36
ALIKE: Final = str.maketrans("OIL", "011")
LIKE_A_DIGIT: Final = re.compile("[OI]")
LAST: Final = text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'game_table'")
ONWARD: Final = text(
    "SELECT max(given) FROM (SELECT nextval(pg_get_serial_sequence('game_table', 'id')) AS given"
    " FROM generate_series(1, :steps)) AS onward"
)


def spell_id(number: int) -> str:
    """Return the id of the table of that row."""
    rest, digits = number + FIRST - 1, ""
    while rest:
        rest, digit = divmod(rest, 36)
        digits = DIGITS[digit] + digits
    return digits


def read(table: str) -> int | None:
    """Return the row of the table of that id, in any case; None if it can be no id."""
    wanted = table.strip().upper()
    if not wanted or len(wanted) > 8 or any(c not in DIGITS for c in wanted):
        return None
    number = int(wanted, 36) - FIRST + 1
    return number if number > 0 else None


def meanings(table: str) -> list[int]:
    """Return the rows that an id can mean: as typed, and with O, I and L read as digits."""
    both = dict.fromkeys((read(table), read(table.strip().upper().translate(ALIKE))))
    return [number for number in both if number is not None]


def clear(number: int) -> int:
    """Return that row number, or the next one whose id has no letter that looks like a digit."""
    digits = spell_id(number)
    found = LIKE_A_DIGIT.search(digits)
    if found is None:
        return number
    letter = DIGITS[DIGITS.index(found[0]) + 1]
    return int(f"{digits[: found.start()]}{letter}".ljust(len(digits), "0"), 36) - FIRST + 1


async def fresh(session: AsyncSession, *, lite: bool) -> int:
    """Return the row number for a new table. It was never given before, even if others open tables at the same time."""
    if lite:  # nobody else writes meanwhile
        return clear(int((await session.execute(LAST)).scalar_one()) + 1)
    number, steps = 0, 1
    while steps:
        number = int((await session.execute(ONWARD, {"steps": steps})).scalar_one())
        steps = clear(number) - number
    return number
