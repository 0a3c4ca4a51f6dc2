"""The language of a table's posts, and of a person's private screens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All tables so far speak English; everybody is spoken to as Discord says."""
    op.add_column("game_table", sa.Column("language", sa.String(), nullable=False, server_default="en"))
    op.add_column("preference", sa.Column("language", sa.String(), nullable=False, server_default="discord"))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("preference", "language")
    op.drop_column("game_table", "language")
