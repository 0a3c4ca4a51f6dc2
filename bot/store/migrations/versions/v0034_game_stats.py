"""What every person's seat has done in a game that has ended, counted once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that are over are not counted any more."""
    op.create_table(
        "game_stat",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("value", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Nothing is counted."""
    op.drop_table("game_stat")
