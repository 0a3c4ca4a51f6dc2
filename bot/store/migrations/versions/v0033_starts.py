"""When a lobby begins by itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None does yet."""
    op.add_column("game_table", sa.Column("starts_at", sa.Float(), nullable=True))


def downgrade() -> None:
    """None does any more; the clock of an older house knows no such alarm."""
    op.execute(sa.text("DELETE FROM alarm WHERE kind = 'starts'"))
    op.drop_column("game_table", "starts_at")
