"""Links of calendars."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0114"
down_revision = "0113"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "calendar",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_index("ix_calendar_hash", "calendar", ["hash"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("calendar")
