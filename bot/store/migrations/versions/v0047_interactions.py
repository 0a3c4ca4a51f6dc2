"""Interactions that one of several processes has taken over HTTP, so that no other takes them too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "interaction",
        sa.Column("interaction", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ix_interaction_at", "interaction", ["at"])


def downgrade() -> None:
    """Take it away."""
    op.drop_index("ix_interaction_at", "interaction")
    op.drop_table("interaction")
