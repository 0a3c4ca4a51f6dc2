"""The scheduled events of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "scheduled_event",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("event", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("scheduled_event")
