"""A bell: whoever waits for something of one kind is rung once it has been committed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Listener: TypeAlias = Callable[[], None]


@dataclass(slots=True)
class Bell:
    """Those who hear it."""

    listeners: list[Listener] = field(default_factory=list)

    def ring(self, but: Listener | None = None) -> None:
        """Everybody hears it, `but` one."""
        for listener in self.listeners:
            if listener != but:  # the same method is not the same object each time
                listener()
