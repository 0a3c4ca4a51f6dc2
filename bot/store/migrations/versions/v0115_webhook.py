"""Webhooks, and what waits to be sent to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0115"
down_revision = "0114"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and count the webhooks of a table and of a person."""
    for name in ("game_table", "preference"):
        op.add_column(name, sa.Column("hooks", sa.Integer(), nullable=False, server_default="0"))
    table = sa.ForeignKey("game_table.id", ondelete="CASCADE")
    op.create_table(
        "webhook",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Integer(), table, nullable=True),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("failing_since", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_webhook_person", "webhook", ["person"])
    op.create_index("ix_webhook_table_id", "webhook", ["table_id"])
    op.create_table(
        "webhook_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("webhook_id", sa.Integer(), sa.ForeignKey("webhook.id", ondelete="CASCADE"), nullable=False),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_webhook_event_webhook_id", "webhook_event", ["webhook_id"])
    op.create_index("ix_webhook_event_table_id", "webhook_event", ["table_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("webhook_event")
    op.drop_table("webhook")
    for name in ("preference", "game_table"):
        op.drop_column(name, "hooks")
