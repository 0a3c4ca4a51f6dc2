"""Browsers in which people have entered pages that only members of a server see."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0109"
down_revision = "0108"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "web_session",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("ix_web_session_person", "web_session", ["person"])
    op.create_index("ix_web_session_guild", "web_session", ["guild"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("web_session")
