"""How the threads of tables were last left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "table_thread",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("table_thread")
