"""The emojis of the application."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0102"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "emoji",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("emoji", sa.BigInteger(), nullable=False),
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("replaced_at", sa.Float(), nullable=True),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("emoji")
