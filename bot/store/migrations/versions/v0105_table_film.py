"""Posts of the end of a game that lack their film."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0105"
down_revision = "0104"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "table_film",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("post", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("table_film")
