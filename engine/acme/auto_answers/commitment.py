"""Auto-answer *commit nothing*: no card into Competitions where the seat has no disks (ACME §9.1, RUL-068, RUL-181).

Outside it is asked only before Competitions, to pledge a card, and when a card that it could Negate is revealed.
"""

from __future__ import annotations

from typing import Final

from engine.acme.auto_answers.responses import REVEALED, fights, silence
from engine.acme.fight import opening
from engine.core.ask import Ask, Picks, Request
from engine.core.auto_answers import AutoAnswerKind
from engine.core.trial import Trial

ABSENT: Final = "absent"
KIND: Final = AutoAnswerKind((opening.KEY, REVEALED), (ABSENT,))


def committed(trial: Trial, request: Request, ask: Ask) -> Picks | None:
    """No response where the seat has no disks; nothing to say where it has some."""
    return None if fights(trial.run(()).view, request, ask.seat) else silence(request)
