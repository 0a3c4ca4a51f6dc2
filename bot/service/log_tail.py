"""The newest public lines of a table's log, kept with its rows: what posts and screens tell again."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.store.models import LineRow
from engine.core.game import CALLED

KEPT = 60
MOST = 400


@dataclass(slots=True)
class LogTail:
    """Public lines that stand, in order: all whose number is at least `since`."""

    since: int = 0
    lines: list[LineRow] = field(default_factory=list)

    @classmethod
    def of(cls, newest_first: list[LineRow]) -> LogTail:
        """The newest lines, `KEPT` of them if there are so many."""
        return cls(newest_first[-1].no if len(newest_first) >= KEPT else 0, newest_first[::-1])

    def reaches(self, first: int) -> bool:
        """Whether all lines from that number on are here."""
        return first >= self.since

    def add(self, line: LineRow) -> None:
        """A line has been told. Of very many the oldest are let go."""
        if not line.to:
            self.lines.append(line)
        if len(self.lines) > MOST:
            self.lines = self.lines[-KEPT:]
            self.since = self.lines[0].no

    def take_back(self, answers: int, calls: bool) -> None:
        """What was told after so many answers does not stand any more; what calls told only if they are gone too."""
        self.lines = [line for line in self.lines if line.seq <= answers or (not calls and line.key.startswith(CALLED))]
