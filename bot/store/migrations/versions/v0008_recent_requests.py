"""Who has asked others for their consent lately."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked so far."""
    op.create_table(
        "recent_request",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ix_recent_request_table_id", "recent_request", ["table_id"])
    op.create_index("ix_recent_request_person", "recent_request", ["person"])


def downgrade() -> None:
    """Forget it."""
    op.drop_table("recent_request")
