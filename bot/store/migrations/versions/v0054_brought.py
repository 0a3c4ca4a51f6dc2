"""When a table was brought here in a file, and whether that file was sealed by a bot."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of those that are here nothing is known."""
    op.add_column("game_table", sa.Column("brought_at", sa.Float(), nullable=True))
    op.add_column("game_table", sa.Column("brought", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("game_table", "brought")
    op.drop_column("game_table", "brought_at")
