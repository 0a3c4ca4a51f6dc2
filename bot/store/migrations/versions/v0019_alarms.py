"""One table of what happens by itself: ends of windows, requests, offers and a game's time, and NPCs going on."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

INTO = "INSERT INTO alarm (table_id, kind, number, ask_no, person, length, body, at, made_at) "
FROM = "(SELECT {0} FROM alarm WHERE alarm.table_id = {1}.table_id AND alarm.kind = '{1}' AND alarm.ask_no = {1}.no)"
OPEN = "SELECT ask_no, at, length, body, made_at, table_id FROM alarm WHERE kind = 'window'"


def upgrade() -> None:
    """What waits at each table moves there; when a table was last changed is known from its log."""
    op.create_table(
        "alarm",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ask_no", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("length", sa.Float(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.UniqueConstraint("table_id", "kind", "number"),
    )
    op.create_index("ix_alarm_at", "alarm", ["at"])
    op.create_index("ix_alarm_person", "alarm", ["person"])
    _fill()
    for table in ("petition", "offer"):
        op.drop_index(f"ix_{table}_closes_at", table)
        op.drop_column(table, "closes_at")
        op.drop_column(table, "length")
    for column in ("time_up_at", "goes_on_at"):
        op.drop_index(f"ix_game_table_{column}", "game_table")
        op.drop_column("game_table", column)
    op.drop_column("game_table", "changed_at")
    op.drop_table("clock")


def _fill() -> None:
    body = """'{"key":"' || "key" || '","kind":"' || kind || '"}'"""
    clock = (
        f"SELECT table_id, 'window', 0, ask_no, CAST(NULL AS BIGINT), length, {body}, closes_at, opens_at FROM clock"  # noqa: S608 - no names of others
    )
    petition = "SELECT table_id, 'petition', 0, no, absent, length, '{}', closes_at, made_at FROM petition"
    absent = "CASE WHEN absent THEN giver END"
    offer = f"SELECT table_id, 'offer', number, no, {absent}, length, '{{}}', closes_at, made_at FROM offer"  # noqa: S608 - no names of others
    nobody, until = "'{0}', 0, 0, CAST(NULL AS BIGINT), 0, '{{}}', {1}, 0", "FROM game_table WHERE {0} IS NOT NULL"
    timed = [
        f"SELECT id, {nobody.format(kind, column)} {until.format(column)}"
        for kind, column in (("time", "time_up_at"), ("npcs", "goes_on_at"))
    ]
    for rows in (clock, petition, offer, *timed):
        op.execute(INTO + rows)


def downgrade() -> None:
    """Back to where each of them stood."""
    op.create_table(
        "clock",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ask_no", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("length", sa.Float(), nullable=False),
        sa.Column("opens_at", sa.Float(), nullable=False),
        sa.Column("closes_at", sa.Float(), nullable=False),
    )
    op.create_index("ix_clock_closes_at", "clock", ["closes_at"])
    into = sa.text("INSERT INTO clock VALUES (:table_id, :ask_no, :key, :kind, :length, :made_at, :at)")
    for row in op.get_bind().execute(sa.text(OPEN)).mappings().all():
        op.get_bind().execute(into, {**row, **json.loads(row["body"])})
    for table in ("petition", "offer"):
        for column, now in (("length", "length"), ("closes_at", "at")):
            op.add_column(table, sa.Column(column, sa.Float(), nullable=False, server_default="0"))
            op.execute(f"UPDATE {table} SET {column} = coalesce({FROM.format(now, table)}, 0)")  # noqa: S608 - no names of others
        op.create_index(f"ix_{table}_closes_at", table, ["closes_at"])
    op.add_column("game_table", sa.Column("changed_at", sa.Float(), nullable=False, server_default="0"))
    for column, kind in (("time_up_at", "time"), ("goes_on_at", "npcs")):
        op.add_column("game_table", sa.Column(column, sa.Float(), nullable=True))
        at = f"SELECT at FROM alarm WHERE alarm.table_id = game_table.id AND kind = '{kind}'"  # noqa: S608 - no names of others
        op.execute(f"UPDATE game_table SET {column} = ({at})")  # noqa: S608 - no names of others
        op.create_index(f"ix_game_table_{column}", "game_table", [column])
    op.drop_table("alarm")
