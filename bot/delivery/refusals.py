"""What Discord's refusals mean for a message: https://discord.com/developers/docs/topics/opcodes-and-status-codes.

Only what Discord says about this very message is a reason not to send it. All else is the state of the world, which
may be another one later: a limit, an outage, a permission, a token that is being renewed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.delivery.wire import Bad, Closed, Failed, Later, MayNot, TargetGone

THIS_MESSAGE: Final[Mapping[int, str]] = {
    30046: "it was edited too often",
    40005: "it is larger than may be uploaded",
    50006: "there is nothing in it",
    50035: "something in it has not the form that Discord asks for",
    50045: "one of its files is larger than may be uploaded",
    50046: "one of its files is damaged",
    50109: "it cannot be read as JSON",
    200000: "a moderation rule of the server does not let its words pass",
    240000: "it holds a link that Discord takes for harmful",
}
TOO_LARGE: Final = 413
CLOSED: Final = 50007
"""The only refusal that is a setting of the person. To share no server (50278) ends with a new one, and whatever else
forbids a DM may be over tomorrow: such a DM waits.
"""
GONE: Final[Mapping[int, str]] = {
    10003: "the channel does not exist",
    10004: "the server does not exist",
    10008: "the message does not exist",
    10013: "the person does not exist",
}
NO_ACCESS: Final = 50001
SHUT: Final[Mapping[int, str]] = {
    50083: "the thread is archived",
    160005: "the thread is locked",
}
LIMITED: Final = 429


def refusal(status: int, said: Any, *, dm: bool) -> Failed:
    """The failure that an answer of Discord is: its status and its body; `dm` if it was about a DM."""
    code = int(said.get("code") or 0) if isinstance(said, dict) else 0
    why = f"{status} (error code {code}): {said.get('message', '') if isinstance(said, dict) else str(said)[:200]}"
    if code == CLOSED:
        return Closed(why)
    if status == LIMITED:
        return Later(why, _wait(said), unknown=False)
    if code in THIS_MESSAGE or status == TOO_LARGE:
        return Bad(why)
    if code in GONE:
        return TargetGone(why)
    if not dm and (code in SHUT or status == 403):
        return MayNot(why, ("view_channel",) if code == NO_ACCESS else ("open_thread",) if code in SHUT else ())
    return Later(why, unknown=status >= 500 or status == 408)


def _wait(said: Any) -> float | None:
    return float(said["retry_after"]) if isinstance(said, dict) and "retry_after" in said else None
