"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "game_table",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("game_version", sa.Integer(), nullable=False),
        sa.Column("scenario", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("window_close", sa.String(), nullable=False),
        sa.Column("style", sa.String(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("npcs", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("plans", sa.Text(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=True),
        sa.Column("ask_no", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("closed_ask", sa.Integer(), nullable=False),
        sa.Column("closed_at", sa.Float(), nullable=False),
        sa.Column("may_post", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.Column("opened_at", sa.Float(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=True),
        sa.Column("over_at", sa.Float(), nullable=True),
        sa.Column("over_reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_game_table_channel", "game_table", ["channel"], unique=False)
    op.create_index(
        "ux_game_table_open",
        "game_table",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("state != 'over'"),
        postgresql_where=sa.text("state != 'over'"),
    )
    op.create_table(
        "preference",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_to", sa.Integer(), nullable=False),
        sa.Column("window_notices", sa.String(), nullable=False),
        sa.Column("hand_notices", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_table(
        "checkpoint",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("game_version", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(), nullable=True),
        sa.Column("chapter", sa.String(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_id", "no"),
    )
    op.create_index(op.f("ix_checkpoint_table_id"), "checkpoint", ["table_id"], unique=False)
    op.create_table(
        "clock",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("ask_no", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("length", sa.Float(), nullable=False),
        sa.Column("opens_at", sa.Float(), nullable=False),
        sa.Column("closes_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index(op.f("ix_clock_closes_at"), "clock", ["closes_at"], unique=False)
    op.create_table(
        "draft",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ask_no", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "entry",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("picks", sa.Text(), nullable=False),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("ask_no", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    op.create_table(
        "line",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("focus", sa.Text(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("chapter", sa.String(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "no"),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_notice_person"), "notice", ["person"], unique=False)
    op.create_index(op.f("ix_notice_table_id"), "notice", ["table_id"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("lane", sa.String(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("slot", sa.String(), nullable=False),
        sa.Column("post", sa.LargeBinary(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.Float(), nullable=False),
        sa.Column("attempted_at", sa.Float(), nullable=True),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_lane_id", "outbox", ["lane", "id"], unique=False)
    op.create_index(op.f("ix_outbox_table_id"), "outbox", ["table_id"], unique=False)
    op.create_table(
        "sealed_answer",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("picks", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("civ", sa.String(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("person_name", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("former", sa.Text(), nullable=False),
        sa.Column("hand", sa.String(), nullable=False),
        sa.Column("last_ask", sa.Integer(), nullable=False),
        sa.Column("last_digest", sa.String(), nullable=False),
        sa.Column("last_at", sa.Float(), nullable=False),
        sa.Column("spoke_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_index(op.f("ix_seat_person"), "seat", ["person"], unique=False)
    op.create_table(
        "slot",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index(op.f("ix_slot_table_id"), "slot", ["table_id"], unique=False)


def downgrade() -> None:
    """Drop everything."""
    op.drop_index(op.f("ix_slot_table_id"), table_name="slot")
    op.drop_table("slot")
    op.drop_index(op.f("ix_seat_person"), table_name="seat")
    op.drop_table("seat")
    op.drop_table("sealed_answer")
    op.drop_index(op.f("ix_outbox_table_id"), table_name="outbox")
    op.drop_index("ix_outbox_lane_id", table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("ix_notice_table_id"), table_name="notice")
    op.drop_index(op.f("ix_notice_person"), table_name="notice")
    op.drop_table("notice")
    op.drop_table("line")
    op.drop_table("entry")
    op.drop_table("draft")
    op.drop_index(op.f("ix_clock_closes_at"), table_name="clock")
    op.drop_table("clock")
    op.drop_index(op.f("ix_checkpoint_table_id"), table_name="checkpoint")
    op.drop_table("checkpoint")
    op.drop_table("preference")
    op.drop_index(
        "ux_game_table_open",
        table_name="game_table",
        sqlite_where=sa.text("state != 'over'"),
        postgresql_where=sa.text("state != 'over'"),
    )
    op.drop_index("ix_game_table_channel", table_name="game_table")
    op.drop_table("game_table")
