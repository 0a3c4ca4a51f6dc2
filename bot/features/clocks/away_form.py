"""The form to announce a vacation, and what happens with the person's questions meanwhile."""

from __future__ import annotations

from typing import Final, get_args

from bot.contract.preferences import AwayMode
from bot.contract.tables import Refused
from bot.ui.parts import Form, Line, Pick, choice, number
from bot.ui.visit import Visit
from engine.core.text import words

MODES: Final[tuple[AwayMode, ...]] = get_args(AwayMode)
DAYS, MEANWHILE, TOLD = "days", "meanwhile", "told"
DATED: Final = "dated"


def away_form(left: int) -> Form:
    """Return the form of a vacation: days, what happens meanwhile, what tables are told. `left`: how many days clocks
    may be paused.
    """
    days = Line(DAYS, words("prefs.form.away_days"), example="7", hint=words("prefs.form.away_hint"), least=1)
    told = {mode: words(f"table.away.{mode}") for mode in MODES}
    told["pause"] = words("prefs.form.away_left", n=left, what=told["pause"])
    modes = tuple(choice(mode, told[mode], chosen=mode == MODES[0]) for mode in MODES)
    meanwhile = Pick(MEANWHILE, words("prefs.form.away_meanwhile"), modes, 1, 1, "radio")
    ways = (
        choice(DATED, words("prefs.form.away_dated"), chosen=True),
        choice("undated", words("prefs.form.away_undated")),
    )
    told_of = Pick(TOLD, words("prefs.form.away_told"), ways, 1, 1, "radio")
    return Form(words("prefs.form.away_title"), (days, meanwhile, told_of), "away_sent")


def read_away(visit: Visit) -> tuple[int, AwayMode, bool]:
    """Return the days, what happens meanwhile, and whether tables are told the end. Refused: bad_option (no number)."""
    typed, said = visit.field(DAYS).strip(), visit.field(MEANWHILE)
    days = number(typed)
    if days is None:
        raise Refused("bad_option", option=DAYS, value=typed, values=())
    return days, next((mode for mode in MODES if mode == said), MODES[0]), visit.field(TOLD) in {"", DATED}
