"""What Discord answers, and what follows: how long to wait, and what becomes of a message."""

from __future__ import annotations

import pytest

from bot.delivery.rate_share import A_SECOND
from bot.delivery.requests import THIS_MESSAGE, RateLimits, refusal
from bot.delivery.wire import Bad, Closed, Failed, Later, MayNot, TargetGone, Unreachable
from tests.service.tables import Hand


def limits() -> tuple[RateLimits, Hand]:
    clock = Hand(100.0)
    return RateLimits(clock), clock


def waits(known: RateLimits, route: str) -> float | None:
    """How long a request of that route has to wait; None if it may be made."""
    try:
        known.take(route)
    except Later as later:
        return None if later.unknown else later.wait
    return None


def test_a_limit_shuts_its_route_and_no_other() -> None:
    known, clock = limits()
    known.heed("POST 1", 429, {}, {"retry_after": 7.5, "global": False})
    assert waits(known, "POST 1") == 7.5
    assert waits(known, "POST 2") is None
    clock.now += 7.5
    assert waits(known, "POST 1") is None


@pytest.mark.parametrize("said", [{"retry_after": 3, "global": True}, "you are banned"])
def test_a_limit_of_the_whole_bot_shuts_everything(said: object) -> None:
    known, _ = limits()
    known.heed("POST 1", 429, {"Retry-After": "3"}, said)
    assert [waits(known, route) for route in ("POST 1", "POST 2", "GET 2")] == [3, 3, 3]


def test_a_bucket_that_is_used_up_is_not_asked_before_its_reset() -> None:
    known, clock = limits()
    known.heed("POST 1", 200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "4.25"}, {})
    known.heed("POST 2", 200, {"X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "4.25"}, {})
    assert (waits(known, "POST 1"), waits(known, "POST 2")) == (4.25, None)
    clock.now += 5
    assert waits(known, "POST 1") is None


def test_no_more_requests_are_made_in_a_second_than_leave_room_for_answers() -> None:
    known, clock = limits()
    assert [waits(known, f"POST {n}") for n in range(A_SECOND)] == [None] * A_SECOND
    assert waits(known, "POST x") == 1.0
    clock.now += 1.0
    assert waits(known, "POST x") is None


def said(code: int) -> dict[str, object]:
    return {"code": code, "message": "why"}


@pytest.mark.parametrize("code", THIS_MESSAGE)
def test_what_discord_says_about_this_message_is_bad(code: int) -> None:
    assert isinstance(refusal(400, said(code), dm=False), Bad)


@pytest.mark.parametrize(
    ("status", "code", "dm", "kind"),
    [
        (413, 0, False, Bad),
        (403, 50007, True, Closed),
        (403, 50278, True, Unreachable),
        (403, 50241, True, Unreachable),
        (403, 50013, True, Unreachable),
        (403, 50013, False, MayNot),
        (403, 50001, False, MayNot),
        (400, 50083, False, MayNot),
        (404, 10003, False, TargetGone),
        (404, 10008, False, TargetGone),
        (404, 0, False, Later),
        (400, 0, False, Later),
        (401, 0, False, Later),
        (408, 0, False, Later),
        (429, 0, False, Later),
        (500, 0, False, Later),
        (503, 0, True, Later),
        (520, 0, False, Later),
    ],
)
def test_all_else_is_the_state_of_the_world(status: int, code: int, dm: bool, kind: type[Failed]) -> None:
    assert type(refusal(status, said(code), dm=dm)) is kind


def test_only_what_may_have_arrived_is_looked_for() -> None:
    fates = {status: refusal(status, "?", dm=False) for status in (400, 401, 408, 429, 502)}
    assert {status for status, fate in fates.items() if isinstance(fate, Later) and fate.unknown} == {408, 502}
