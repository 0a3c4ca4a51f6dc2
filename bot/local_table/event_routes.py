"""Requests of the bot about the events of the server: making, reading, changing and deleting them."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.local_table.component_limits import check_kind
from bot.local_table.errors import ApiError, Json, invalid, missing_permissions, unknown_error
from bot.local_table.people import APP_ID, GUILD_ID
from bot.local_table.table import Call
from bot.local_table.world import ACTIVE, SCHEDULED

MOST = 100
EXTERNAL = 3
_WANTED = ("name", "privacy_level", "entity_type", "scheduled_start_time", "scheduled_end_time", "entity_metadata")

Place: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]


class Metadata(Struct, forbid_unknown_fields=True):
    """Where an event takes place that is in no channel."""

    location: Place


class EventChange(Struct, forbid_unknown_fields=True):
    """What may be said of an event, all of it or in part."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    description: Annotated[str, Meta(min_length=1, max_length=1000)] | UnsetType | None = UNSET
    channel_id: UnsetType | None = UNSET
    privacy_level: Literal[2] | UnsetType = UNSET
    entity_type: Literal[3] | UnsetType = UNSET
    scheduled_start_time: Annotated[datetime, Meta(tz=True)] | UnsetType = UNSET
    scheduled_end_time: Annotated[datetime, Meta(tz=True)] | UnsetType = UNSET
    entity_metadata: Metadata | UnsetType = UNSET
    status: Literal[2, 3, 4] | UnsetType = UNSET
    image: str | UnsetType | None = UNSET


async def make(call: Call) -> Json:
    """Return a new event, which needs Create Events in the server and all that one outside of channels has."""
    _require(call)
    check_kind(EventChange, call.body)
    for key in _WANTED:
        if key not in call.body:
            raise invalid((key,), "BASE_TYPE_REQUIRED", "This field is required")
    _check_times(call, call.body, future=True)
    if sum(event["status"] in (SCHEDULED, ACTIVE) for event in call.world.scheduled()) >= MOST:
        raise ApiError(400, 30038, f"Maximum number of server scheduled events reached ({MOST})")
    event_id = call.world.mint()
    fixed = {"id": event_id, "guild_id": GUILD_ID, "creator_id": APP_ID, "status": SCHEDULED, "entity_id": None}
    event = {"description": None, "channel_id": None, **call.body, **fixed}
    call.world.keep_event(event, "CREATE")
    return event


async def change(call: Call) -> Json:
    """Change what is said of an event that has not ended; its status leads one way only."""
    _require(call)
    event, body = _event(call), call.body
    check_kind(EventChange, body)
    if event["status"] not in (SCHEDULED, ACTIVE):
        raise ApiError(400, 180000, "Cannot update a finished event")
    if body.get("status", event["status"]) != event["status"]:
        allowed = {SCHEDULED: (ACTIVE, 4), ACTIVE: (3,)}[event["status"]]
        if body["status"] not in allowed:
            raise invalid(("status",), "GUILD_SCHEDULED_EVENT_STATUS_INVALID", "Invalid status")
    _check_times(call, {**event, **body}, future="scheduled_start_time" in body)
    changed = {**event, **body}
    call.world.keep_event(changed, "UPDATE")
    return changed


async def delete(call: Call) -> None:
    """Delete an event."""
    _require(call)
    call.world.drop_event(_event(call))


async def listed(call: Call) -> list[Json]:
    """Return the events that have not ended."""
    _require_guild(call)
    return [event for event in call.world.scheduled() if event["status"] in (SCHEDULED, ACTIVE)]


async def read(call: Call) -> Json:
    """Return one event."""
    _require_guild(call)
    return _event(call)


def _require(call: Call) -> None:
    """Roles alone count: what channels allow and deny does not."""
    _require_guild(call)
    if not call.world.can_in_server(call.world.bot, "create_events"):
        raise missing_permissions()


def _require_guild(call: Call) -> None:
    if call.parts["guild"] != GUILD_ID:
        raise unknown_error("Guild")


def _event(call: Call) -> Json:
    found = next((event for event in call.world.scheduled() if event["id"] == call.parts["event"]), None)
    if found is None:
        raise unknown_error("Guild Scheduled Event")
    return found


def _check_times(call: Call, said: Json, *, future: bool) -> None:
    starts, ends = (datetime.fromisoformat(said[f"scheduled_{which}_time"]) for which in ("start", "end"))
    if future and starts <= datetime.fromtimestamp(call.world.clock.now(), UTC):
        raise invalid(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot be in the past")
    if ends <= starts:
        why = "End time must be after start time"
        raise invalid(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_TIME_BEFORE_START_TIME", why)


ROUTES: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/guilds/{guild}/scheduled-events", listed),
    ("POST", "/guilds/{guild}/scheduled-events", make),
    ("GET", "/guilds/{guild}/scheduled-events/{event}", read),
    ("PATCH", "/guilds/{guild}/scheduled-events/{event}", change),
    ("DELETE", "/guilds/{guild}/scheduled-events/{event}", delete),
)
