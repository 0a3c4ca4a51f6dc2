"""All features, in the order in which they hear of a change: importing one of them does not load the others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.contract.tables import Refused
from bot.features.api import program_screens, programs
from bot.features.api import screens as token_screens
from bot.features.api.models import ApiTokenRow, ProgramRow
from bot.features.api.routes import http as api_http
from bot.features.auto_answers import handlers as auto_answer_handlers
from bot.features.auto_answers import rows as auto_answers
from bot.features.auto_answers import service as ordering
from bot.features.calendar import routes as calendar_routes
from bot.features.calendar import screens as calendar_screens
from bot.features.calendar.models import CalendarRow
from bot.features.clocks import downtime, overdue, turn_clocks
from bot.features.clocks import posts as clock_posts
from bot.features.clocks import screens as clock_screens
from bot.features.coach import handlers as coach
from bot.features.coach import keeper as review_keeper
from bot.features.coach import review_screens, reviews
from bot.features.coach.models import ReviewRow
from bot.features.cups import board, deadline
from bot.features.cups import commands as cup_commands
from bot.features.cups import people as cup_people
from bot.features.cups import posts as cup_posts
from bot.features.cups import results as cup_results
from bot.features.digest import channel
from bot.features.digest import screens as digest_handlers
from bot.features.emojis import keeper as emoji_keeper
from bot.features.emojis import service as emojis
from bot.features.events import keeper as event_keeper
from bot.features.feature import Feature
from bot.features.files import export_import
from bot.features.files import screens as file_screens
from bot.features.find import screens as find
from bot.features.following import screens as following_screens
from bot.features.following import service as following
from bot.features.following.service import FollowRow
from bot.features.guides import screens as guides
from bot.features.host import fault_digest, faults, greeting, reports, server, server_data
from bot.features.host.models import FaultRow
from bot.features.notes import screens as note_screens
from bot.features.notes import service as notes
from bot.features.notes.models import NoteRow
from bot.features.pins import keeper as pin_keeper
from bot.features.reminders import screens as reminder_screens
from bot.features.reminders import service as reminders
from bot.features.replay import film_keeper
from bot.features.replay import handlers as replay
from bot.features.rooms import keeper
from bot.features.rooms import screens as room_screens
from bot.features.rooms import service as rooms
from bot.features.sharing import handlers as sharing_handlers
from bot.features.sharing import posts as shared_preview_post
from bot.features.sharing import posts as sharing_posts
from bot.features.sharing import service as sharing
from bot.features.start_times import handlers as start_handlers
from bot.features.start_times import idle_lobby, schedule, start_time
from bot.features.start_times import posts as start_posts
from bot.features.statistics import results
from bot.features.statistics import screens as statistics_commands
from bot.features.statistics import screens as statistics_screens
from bot.features.statistics.models import GameStatRow, RatingRow, ResultRow
from bot.features.threads import keeper as thread_keeper
from bot.features.webhooks import events as webhook_events
from bot.features.webhooks import screens as webhook_screens
from bot.features.webhooks import sender as webhook_sender
from bot.features.webhooks import service as webhooks
from bot.features.webhooks.models import WebhookRow
from bot.store.models import LookRow
from bot.store.person_models import AwayRow
from bot.tables.hooks import Personal
from bot.tables.people.personal_data import at
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers, Placed
from bot.ui.parts import Screen
from bot.ui.router import Handler
from bot.ui.visit import Visit


def _own(row: Any) -> dict[str, Any]:
    return dict(row.model_dump(exclude={"id", "person", "table_id", "number"}))


async def _host_nightly(deps: Deps, now: float) -> None:
    await faults.forget_old(deps.database, now)
    await server_data.remove_due(deps)


ALL: Final[tuple[Feature, ...]] = (
    Feature(
        name="auto_answers",
        handlers=auto_answer_handlers.handlers,
        advance=auto_answer_handlers.SetInAdvance,
        in_advance=auto_answers.set_in_advance,
        commands=auto_answer_handlers.commands,
        after_change=auto_answers.after_change,
        after_posts=auto_answers.after_posts,
        played_by_another=auto_answers.drop,
        closed=auto_answers.drop,
        alarms={"order": ordering.act},
    ),
    Feature(
        name="clocks",
        handlers=clock_screens.handlers,
        commands=clock_screens.commands,
        matters=clock_posts.POSTS,
        after_change=turn_clocks.after_change,
        seat_passes=turn_clocks.seat_passes,
        closed=turn_clocks.stop_clocks,
        recount=turn_clocks.recount,
        stands_until=turn_clocks.stand_until,
        alarms={"late": overdue.expire, "seek": overdue.stop_seeking, "back": overdue.give_back},
        personal={"vacations": Personal(AwayRow, _own)},
        seat_left=overdue.seat_left,
        before_ring=overdue.before_ring,
        returned=downtime.forgive_downtime,
    ),
    Feature(
        name="following",
        handlers=following_screens.handlers,
        on_more=following_screens.on_more,
        after_posts=following.after_posts,
        seat_passes=following.seat_passes,
        personal={
            "follows": Personal(FollowRow, lambda row: {**at(row), "kind": row.kind, "server": row.guild, "at": row.at})
        },
        forget=following.forget,
        unnamed=(FollowRow,),
    ),
    Feature(
        name="reminders",
        handlers=reminder_screens.handlers,
        after_posts=reminders.after_posts,
        seat_passes=reminders.hand_turn_on,
        answered=reminders.drop_reminders,
        time_moved=reminders.count_anew,
        no_channel=reminders.ring_by_dm,
        no_dm=reminders.no_dm,
        alarms={"remind": reminders.remind, "last_call": reminders.call_last},
    ),
    Feature(
        name="digest",
        handlers=digest_handlers.handlers,
        commands=digest_handlers.commands,
        after_posts=channel.after_posts,
        settings_changed=channel.set_alarm,
        closed=channel.forget_table,
        alarms={"digest": channel.ring},
        personal={
            "read_at_tables": Personal(LookRow, lambda row: {**at(row), "line": row.line, "at": row.at}),
        },
        unnamed=(LookRow,),
    ),
    Feature(
        name="start_times",
        handlers=start_handlers.handlers,
        start_typed=start_handlers.read_typed_start,
        start_set=start_handlers.chosen_for,
        matters=start_posts.POSTS,
        opened=start_time.arm_start,
        joined=schedule.note_full_lobby,
        closed=start_time.cancel_start,
        no_dm=schedule.no_dm,
        alarms={"starts": schedule.ring, "idle": idle_lobby.ring},
    ),
    Feature(
        name="statistics",
        handlers=statistics_screens.handlers,
        commands=statistics_commands.commands_of,
        own_results=results.best,
        finished=results.store_results,
        personal={
            "results": Personal(ResultRow, lambda row: {**at(row), **_own(row)}, deleted=False),
            "ratings": Personal(RatingRow, _own, deleted=False),
        },
        of_seats={"figures": GameStatRow},
        seat_unnamed=results.seat_unnamed,
        forget_rows=results.forget,
    ),
    Feature(
        name="cups",
        handlers=cup_commands.handlers,
        commands=cup_commands.commands_of,
        jobs=board.jobs,
        matters=cup_posts.POSTS,
        closed=cup_results.close_table,
        alarms={"cup": deadline.ring},
        gathered={"cups": cup_people.cups_of, "cups_hosted": cup_people.hosted_cups},
        forget_rows=cup_people.forget,
        nightly=cup_people.nightly,
    ),
    Feature(
        name="notes",
        handlers=note_screens.handlers,
        commands=note_screens.commands,
        seat_gone=notes.forget,
        personal={
            "notes": Personal(NoteRow, lambda row: {**at(row), "seat": row.number, "text": row.text, "at": row.at}),
        },
        unnamed=(NoteRow,),
    ),
    Feature(
        name="sharing",
        handlers=sharing_handlers.handlers,
        matters={**sharing_posts.POSTS, **shared_preview_post.PREVIEWS},
        gathered={"boards_posted": sharing.boards_of},
        forget_rows=sharing.forget_rows,
        nightly=sharing.nightly,
    ),
    Feature(
        name="host",
        handlers=server.handlers,
        commands=server.commands_of,
        jobs=fault_digest.jobs,
        on_more=reports.on_more,
        on_command=greeting.on_command,
        personal={
            "reports": Personal(
                FaultRow,
                lambda row: {"reference": row.ref, "at": row.at, "text": str(json.loads(row.body).get("text", ""))},
            )
        },
        fault=faults.note_fault,
        nightly=_host_nightly,
    ),
    Feature(
        name="files",
        file_of=export_import.file_of,
        handlers=file_screens.handlers,
        commands=file_screens.commands,
        on_more=file_screens.on_more,
    ),
    Feature(
        name="rooms",
        jobs=keeper.jobs,
        handlers=room_screens.handlers,
        commands=room_screens.commands,
        gathered={"rooms": rooms.rooms_of},
        leaves=rooms.forget,
    ),
    Feature(name="events", jobs=event_keeper.jobs),
    Feature(name="emojis", emojis=emojis.in_use, jobs=emoji_keeper.jobs),
    Feature(name="threads", jobs=thread_keeper.jobs),
    Feature(name="pins", jobs=pin_keeper.jobs),
    Feature(name="find", handlers=find.handlers, commands=find.commands),
    Feature(
        name="replay",
        handlers=replay.handlers,
        on_more=replay.on_more,
        after_posts=film_keeper.after_posts,
        jobs=film_keeper.jobs,
    ),
    Feature(
        name="coach",
        handlers=coach.handlers,
        on_more=review_screens.on_more,
        jobs=review_keeper.jobs,
        seat_gone=reviews.forget,
        personal={
            "reviews": Personal(
                ReviewRow, lambda row: {**at(row), "seat": row.number, "findings": row.body, "at": row.at}
            ),
        },
        unnamed=(ReviewRow,),
    ),
    Feature(
        name="api",
        handlers=token_screens.handlers,
        on_prefs=token_screens.on_prefs,
        http=api_http,
        on_more=program_screens.on_more,
        forget=programs.forget,
        personal={
            "tokens": Personal(
                ApiTokenRow,
                lambda row: {"name": row.name, "plays": row.plays, "made_at": row.made_at, "used_at": row.used_at},
            ),
            "programs": Personal(ProgramRow, lambda row: {"name": row.name, "made_at": row.made_at}),
        },
    ),
    Feature(
        name="calendar",
        handlers=calendar_screens.handlers,
        on_prefs=calendar_screens.on_prefs,
        http=calendar_routes.http,
        personal={"calendar": Personal(CalendarRow, lambda row: {"made_at": row.made_at})},
    ),
    Feature(
        name="webhooks",
        handlers=webhook_screens.handlers,
        on_prefs=webhook_screens.on_prefs,
        on_more=webhook_screens.on_more,
        matters=webhook_screens.POSTS,
        after_posts=webhook_events.after_posts,
        finished=webhook_events.finished,
        jobs=webhook_sender.jobs,
        forget_rows=webhooks.forget_rows,
        unnamed=(WebhookRow,),
        personal={
            "webhooks": Personal(
                WebhookRow, lambda row: {"url": row.url, "table": row.table_id, "made_at": row.made_at}, deleted=False
            ),
        },
    ),
    Feature(name="guides", handlers=guides.handlers, commands=guides.commands),
)


async def not_offered(visit: Visit) -> Screen:
    """Refuse the press of an old button of a feature that is left out. Refused: feature_off."""
    raise Refused("feature_off", table=visit.table)


def handlers(at: Handlers, features: Iterable[Feature]) -> Mapping[str, Handler]:
    """Return the handlers of these features by verb."""
    made = [feature.handlers(at) for feature in features if feature.handlers is not None]
    return {verb: handler for own in made for verb, handler in own.items()}


def leave_out(at: Handlers, features: Iterable[Feature]) -> frozenset[str]:
    """Let old buttons of these features say that they are not offered, and `/help` not name them; their verbs."""
    verbs = handlers(at, features).keys()
    at.router.add(dict.fromkeys(verbs, not_offered))
    at.look.left_out = frozenset(name for feature in features for name in _names(at, feature))
    at.router.left_out = frozenset(verbs)
    return at.router.left_out


def _names(at: Handlers, feature: Feature) -> Iterator[str]:
    for one in feature.commands(at) if feature.commands is not None else ():
        if isinstance(one, commands.Cog):
            yield from (command.qualified_name for command in one.walk_app_commands())
        elif isinstance(one, Placed):
            yield f"{one.group} {one.command.name}".strip()


async def add_commands(bot: commands.Bot, at: Handlers, features: Iterable[Feature]) -> None:
    """Add the commands of features, in their groups; the groups of the core exist already."""
    for feature in features:
        for one in feature.commands(at) if feature.commands is not None else ():
            if isinstance(one, commands.Cog):
                await bot.add_cog(one)
            elif isinstance(one, Placed):
                _place(bot, one)
            else:
                bot.tree.add_command(one)


def _place(bot: commands.Bot, placed: Placed) -> None:
    if not placed.group:
        bot.tree.add_command(placed.command)
        return
    group = bot.tree.get_command(placed.group)
    if not isinstance(group, app_commands.Group):
        raise TypeError(f"there is no group {placed.group}")
    group.add_command(placed.command)
