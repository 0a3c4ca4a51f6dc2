"""Things that go wrong on purpose: refused, failing, slow and lost requests, and closed DMs."""

import re
from dataclasses import dataclass, field
from typing import Literal

from bot.local_table.errors import Json

FaultKind = Literal["429", "500", "slow", "refuse", "lose", "emoji"]


@dataclass(slots=True)
class Fault:
    """One fault that meets the next `times` requests whose "METHOD /path" matches `where`.

    429 answers "too many requests" with `seconds` to wait, 500 answers `status`, slow waits `seconds` first,
    refuse cuts the connection before anything is done, lose does what is asked and cuts it instead of answering. emoji
    refuses an emoji of a component, though there is no need to.
    """

    kind: FaultKind
    where: str = ".*"
    times: int = 1
    seconds: float = 0.1
    status: int = 500
    everywhere: bool = False
    via: bool = True


@dataclass(slots=True)
class Faults:
    """All faults that wait for their moment."""

    waiting: list[Fault] = field(default_factory=list)
    closed_dms: set[str] = field(default_factory=set)
    refuses_gateway: bool = False
    met: list[str] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Let `fault` happen to the next requests that fit it."""
        self.waiting.append(fault)

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault that meets this request, counted down, or None."""
        line = f"{method} {path}"
        for fault in self.waiting:
            if re.search(fault.where, line):
                return self._spend(fault, line)
        return None

    def clear(self) -> None:
        """Let everything work again."""
        self.waiting.clear()
        self.closed_dms.clear()
        self.refuses_gateway = False

    def _spend(self, fault: Fault, line: str) -> Fault:
        fault.times -= 1
        if fault.times <= 0:
            self.waiting.remove(fault)
        self.met.append(f"{fault.kind} {line}")
        return fault


def too_many_requests(fault: Fault) -> tuple[Json, dict[str, str]]:
    """Body and headers of a 429 answer; the client library retries only those that carry `Via`."""
    body: Json = {"message": "You are being rate limited.", "retry_after": fault.seconds, "global": fault.everywhere}
    headers = {"Retry-After": str(fault.seconds), "X-RateLimit-Scope": "user"}
    if fault.via:
        headers["Via"] = "1.1 local"
    if fault.everywhere:
        headers["X-RateLimit-Global"] = "true"
    return body, headers
