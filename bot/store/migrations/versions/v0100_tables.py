"""Every table of the first release."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from alembic import op

revision = "0100"
down_revision = None
branch_labels = None
depends_on = None

Tables: TypeAlias = dict[str, list[sa.Column[Any]]]
OPEN: Final = sa.text("state != 'over'")
NUMBERED: Final = frozenset({"game_table", "outbox", "fault", "cup"})
"""Tables in which SQLite never gives the number of a row to another one."""
TOGETHER: Final = {"checkpoint": ("table_id", "no"), "alarm": ("table_id", "kind", "number")}
INDEXED: Final = {
    "alarm": "at person",
    "away": "person",
    "checkpoint": "table_id",
    "cup": "guild",
    "cup_entrant": "person",
    "cup_seat": "table_id",
    "fault": "ref at person",
    "follow": "person",
    "game_table": "channel",
    "interaction": "at",
    "lane_lease": "owner",
    "note": "table_id person",
    "notice": "person table_id",
    "offer": "person",
    "outbox": "table_id",
    "petition": "absent",
    "recent_request": "table_id person",
    "result": "person",
    "room": "person",
    "seat": "person reserved",
    "slot": "table_id",
}
TIDIED: Final = {
    "game_table": "fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02",
    "seat": "fillfactor = 70",
    "outbox": "autovacuum_vacuum_scale_factor = 0.02",
}
"""PostgreSQL: rows that change with every answer find room beside them, and such tables are tidied early."""


def upgrade() -> None:
    """Create every table and index."""
    for table, columns in all_tables().items():
        together = [sa.UniqueConstraint(*TOGETHER[table])] if table in TOGETHER else []
        op.create_table(table, *columns, *together, sqlite_autoincrement=table in NUMBERED)
    for table, names in INDEXED.items():
        for name in names.split():
            op.create_index(f"ix_{table}_{name}", table, [name])
    op.create_index("ix_outbox_lane_id", "outbox", ["lane", "id"])
    op.create_index(
        "ux_game_table_open", "game_table", ["channel"], unique=True, sqlite_where=OPEN, postgresql_where=OPEN
    )
    if op.get_bind().dialect.name == "postgresql":
        for table, settings in TIDIED.items():
            op.execute(f"ALTER TABLE {table} SET ({settings})")


def downgrade() -> None:
    """Drop every table."""
    for table in reversed(all_tables()):
        op.drop_table(table)


def some(kind: type[Any], names: str, **said: Any) -> list[sa.Column[Any]]:
    """Return one column of that kind for each name; only what is `id` is counted up by the database."""
    asked = {"nullable": False, **said}
    return [sa.Column(name, kind(), autoincrement="auto" if name == "id" else False, **asked) for name in names.split()]


def of(name: str, table: str, *, ondelete: str = "CASCADE", **said: Any) -> sa.Column[Any]:
    """Return the column that names a row of that table, with which its own row goes."""
    return sa.Column(name, sa.Integer(), sa.ForeignKey(f"{table}.id", ondelete=ondelete), **{"nullable": False, **said})


def all_tables() -> Tables:
    """Return the columns of every table, by name; what another table refers to comes before it."""
    return {**games(), **seats(), **people(), **servers(), **delivery()}


def games() -> Tables:
    """Return the tables of games, their answers and what has come of them."""
    return {
        "game_table": [
            *some(sa.Integer, "id", primary_key=True),
            *some(sa.Integer, "version game_version npcs most ask_no answers points lines closed_ask"),
            *some(sa.String, "game scenario state host_name pace window_close style seed"),
            *some(sa.BigInteger, "channel host"),
            *some(sa.Text, "options note plans over_reason"),
            *some(sa.Float, "closed_at opened_at"),
            *some(sa.Boolean, "may_post"),
            *some(sa.BigInteger, "guild", nullable=True),
            *some(sa.LargeBinary, "record shown", nullable=True),
            *some(sa.Float, "started_at over_at starts_at brought_at", nullable=True),
            *some(sa.Text, "npc_civs removed", server_default="[]"),
            *some(sa.Integer, "heard offers followers cup", server_default="0"),
            *some(sa.Text, "run lacks", server_default=""),
            *some(sa.String, "guests rated", server_default="no"),
            *some(sa.String, "language", server_default="en"),
            *some(sa.Boolean, "hints", server_default=sa.true()),
            *some(sa.String, "late", server_default="offer"),
            *some(sa.String, "clock", server_default="move"),
            *some(sa.Integer, "bank_hours", server_default="72"),
            *some(sa.Integer, "refill_hours", server_default="24"),
            *some(sa.String, "weekends", server_default="run"),
            *some(sa.Float, "paused_until lobby_changed_at", server_default="0"),
            *some(sa.String, "listed", server_default="yes"),
            *some(sa.String, "rooms digest", server_default="off"),
            *some(sa.Boolean, "thinned", server_default=sa.false()),
            *some(sa.String, "brought", server_default=""),
        ],
        "checkpoint": [
            *some(sa.Integer, "id", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.Integer, "no first game_version"),
            *some(sa.String, "chapter"),
            *some(sa.LargeBinary, "state"),
            *some(sa.Float, "at"),
            *some(sa.String, "step", nullable=True),
        ],
        "entry": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "seq", primary_key=True),
            *some(sa.String, "key seat"),
            *some(sa.Text, "picks"),
            *some(sa.Boolean, "auto"),
            *some(sa.Integer, "ask_no"),
            *some(sa.Float, "at"),
            *some(sa.Boolean, "sealed", server_default=sa.false()),
        ],
        "line": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "no", primary_key=True),
            *some(sa.Integer, "seq action"),
            *some(sa.String, "to key chapter"),
            *some(sa.Text, "focus"),
            *some(sa.Boolean, "undone"),
            *some(sa.Float, "at"),
            *some(sa.Text, "said", server_default="{}"),
        ],
        "result": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.BigInteger, "person"),
            *some(sa.String, "game scenario civ"),
            *some(sa.Integer, "score place seats"),
            *some(sa.Float, "over_at"),
            *some(sa.BigInteger, "guild", nullable=True),
            *some(sa.Integer, "people", server_default="1"),
            *some(sa.Integer, "npcs team counts", server_default="0"),
            *some(sa.Boolean, "has_left", server_default=sa.false()),
        ],
        "game_stat": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.String, "key", primary_key=True),
            *some(sa.Float, "value"),
        ],
        "petition": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "no number answers"),
            *some(sa.Text, "before reason asked given"),
            *some(sa.String, "chapter"),
            *some(sa.Float, "made_at"),
            *some(sa.BigInteger, "absent", nullable=True),
            *some(sa.String, "kind", server_default="back"),
            *some(sa.String, "person_name receiver_name absent_name", server_default=""),
            *some(sa.BigInteger, "person receiver moderator", server_default="0"),
            *some(sa.Integer, "target", server_default="0"),
            *some(sa.Text, "body", server_default="{}"),
        ],
        "alarm": [
            *some(sa.Integer, "id", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.Integer, "number ask_no"),
            *some(sa.String, "kind"),
            *some(sa.Float, "at length made_at"),
            *some(sa.Text, "body"),
            *some(sa.BigInteger, "person", nullable=True),
        ],
    }


def seats() -> Tables:
    """Return the tables of seats, and what is kept for each of them."""
    return {
        "seat": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.String, "seat civ person_name by hand last_digest"),
            *some(sa.Text, "former"),
            *some(sa.Integer, "last_ask"),
            *some(sa.Float, "last_at spoke_at"),
            *some(sa.BigInteger, "person reserved", nullable=True),
            *some(sa.Float, "clock_since bank", nullable=True),
            *some(sa.Integer, "steps stood_in", server_default="0"),
            *some(sa.Text, "stopped team", server_default=""),
            *some(sa.Integer, "clock_point", server_default="-1"),
            *some(sa.Float, "clock_length clock_used", server_default="0"),
            *some(sa.String, "bank_turn extended", server_default=""),
            *some(sa.Boolean, "ordered", server_default=sa.false()),
        ],
        "sealed_answer": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.Text, "picks"),
            *some(sa.Float, "at"),
        ],
        "draft": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.Integer, "ask_no version"),
            *some(sa.String, "key"),
            *some(sa.Text, "body"),
            *some(sa.Float, "at"),
        ],
        "plan": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.String, "key"),
            *some(sa.Text, "body"),
            *some(sa.Float, "made_at"),
        ],
        "queued": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.String, "key"),
            *some(sa.Text, "body"),
            *some(sa.LargeBinary, "view"),
            *some(sa.Float, "made_at"),
        ],
        "standing_order": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.String, "kind way", primary_key=True),
            *some(sa.Text, "line"),
            *some(sa.Integer, "not_before acts turn_acts"),
            *some(sa.Float, "made_at acted_at"),
            *some(sa.Boolean, "paused"),
            *some(sa.String, "turn"),
        ],
        "offer": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.Integer, "no"),
            *some(sa.BigInteger, "person giver"),
            *some(sa.String, "person_name giver_name"),
            *some(sa.Float, "made_at"),
            *some(sa.Boolean, "absent", server_default=sa.false()),
        ],
    }


def people() -> Tables:
    """Return the tables of what is kept of people."""
    return {
        "preference": [
            *some(sa.BigInteger, "person", primary_key=True),
            *some(sa.Boolean, "dm_closed hand_notices"),
            *some(sa.String, "zone window_notices"),
            *some(sa.Integer, "quiet_from quiet_to"),
            *some(sa.Boolean, "zone_asked discreet off_days", server_default=sa.false()),
            *some(sa.String, "turn_notices", server_default="off"),
            *some(sa.Boolean, "pictures bundle stats emoji order_notices next_notices", server_default=sa.true()),
            *some(sa.String, "language", server_default="discord"),
            *some(sa.Float, "away_from away_until reminded_at", server_default="0"),
            *some(sa.String, "away_mode seen_language", server_default=""),
            *some(sa.String, "reminders", server_default="all"),
            *some(sa.Integer, "ping_hours missed", server_default="0"),
            *some(sa.String, "palette", server_default="standard"),
            *some(sa.String, "contrast size", server_default="normal"),
            *some(sa.String, "words", server_default="usual"),
        ],
        "away": [
            *some(sa.Integer, "id", primary_key=True),
            *some(sa.BigInteger, "person"),
            *some(sa.Float, "starts ends"),
            *some(sa.String, "mode"),
        ],
        "rating": [
            *some(sa.BigInteger, "person", primary_key=True),
            *some(sa.String, "game", primary_key=True),
            *some(sa.BigInteger, "guild", primary_key=True),
            *some(sa.Float, "mu sigma at"),
            *some(sa.Integer, "games"),
        ],
        "presence": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.BigInteger, "person", primary_key=True),
            *some(sa.Float, "at"),
        ],
        "look": [
            *some(sa.BigInteger, "person", primary_key=True),
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "line answers"),
            *some(sa.Float, "at"),
        ],
        "notice": [
            *some(sa.Integer, "id", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.BigInteger, "person"),
            *some(sa.String, "code"),
            *some(sa.Text, "said"),
        ],
        "note": [
            *some(sa.Integer, "id", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.Integer, "number"),
            *some(sa.BigInteger, "person"),
            *some(sa.Text, "text"),
            *some(sa.Float, "at"),
        ],
        "follow": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.BigInteger, "person", primary_key=True),
            *some(sa.String, "kind"),
            *some(sa.Float, "at"),
            *some(sa.BigInteger, "guild", nullable=True),
        ],
        "recent_request": [
            *some(sa.Integer, "id", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.BigInteger, "person"),
            *some(sa.Float, "at"),
        ],
        "room": [
            of("table_id", "game_table", primary_key=True),
            *some(sa.Integer, "no", primary_key=True),
            *some(sa.Text, "seats let_in"),
            *some(sa.String, "team"),
            *some(sa.BigInteger, "person thread message"),
            *some(sa.Boolean, "tried"),
            *some(sa.Float, "at"),
        ],
        "put_off": [
            *some(sa.BigInteger, "person", primary_key=True),
            *some(sa.String, "kind", primary_key=True),
            *some(sa.Text, "wanted"),
            *some(sa.Float, "at"),
        ],
    }


def servers() -> Tables:
    """Return the tables of servers and their cups."""
    return {
        "guild_setting": [
            *some(sa.BigInteger, "guild", primary_key=True),
            *some(sa.String, "key", primary_key=True),
            *some(sa.Text, "value"),
        ],
        "cup": [
            *some(sa.Integer, "id", primary_key=True),
            *some(sa.Integer, "version size least rounds days round"),
            *some(sa.BigInteger, "guild channel host"),
            *some(sa.String, "host_name name game scenario kind state seed"),
            *some(sa.Text, "options settings"),
            *some(sa.Float, "made_at drawn_at"),
            *some(sa.Float, "over_at", nullable=True),
            *some(sa.BigInteger, "post_message", nullable=True),
            *some(sa.Integer, "posted", server_default="0"),
        ],
        "cup_entrant": [
            of("cup_id", "cup", primary_key=True),
            *some(sa.Integer, "number", primary_key=True),
            *some(sa.BigInteger, "person"),
            *some(sa.String, "person_name"),
            *some(sa.Boolean, "gone"),
        ],
        "cup_seat": [
            of("cup_id", "cup", primary_key=True),
            *some(sa.Integer, "round entrant", primary_key=True),
            of("table_id", "game_table", ondelete="SET NULL", nullable=True),
            *some(sa.Integer, "no seat place score total"),
            *some(sa.Boolean, "done"),
        ],
    }


def delivery() -> Tables:
    """Return the tables of messages on their way, processes and faults."""
    return {
        "outbox": [
            *some(sa.Integer, "id", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.String, "lane slot"),
            *some(sa.LargeBinary, "post"),
            *some(sa.Integer, "tries"),
            *some(sa.Float, "next_at made_at"),
            *some(sa.BigInteger, "user channel message", nullable=True),
            *some(sa.Float, "attempted_at", nullable=True),
            *some(sa.Integer, "held", server_default="0"),
        ],
        "slot": [
            *some(sa.String, "name", primary_key=True),
            of("table_id", "game_table"),
            *some(sa.BigInteger, "channel message"),
            *some(sa.Float, "sent_at"),
        ],
        "interaction": [
            *some(sa.BigInteger, "interaction", primary_key=True),
            *some(sa.Float, "at"),
        ],
        "lane_lease": [
            *some(sa.String, "lane", primary_key=True),
            *some(sa.String, "owner"),
            *some(sa.Float, "until"),
        ],
        "house": [
            *some(sa.String, "id", primary_key=True),
            *some(sa.String, "role"),
            *some(sa.Float, "started_at beat_at"),
        ],
        "house_fact": [
            *some(sa.String, "key", primary_key=True),
            *some(sa.Text, "value"),
            *some(sa.Float, "at"),
        ],
        "rate_share": [
            *some(sa.String, "process", primary_key=True),
            *some(sa.Float, "wanted until"),
            *some(sa.Integer, "per_second"),
        ],
        "fault": [
            *some(sa.Integer, "id", primary_key=True),
            *some(sa.String, "ref"),
            *some(sa.Float, "at told_at"),
            *some(sa.Text, "body"),
            *some(sa.BigInteger, "person", nullable=True),
        ],
    }
