"""Whether the channel of a table is told each day or week what has happened there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No table that is there tells anything."""
    op.add_column("game_table", sa.Column("digest", sa.String(), nullable=False, server_default="off"))


def downgrade() -> None:
    """No table tells anything."""
    op.execute(sa.text("DELETE FROM alarm WHERE kind = 'digest'"))
    op.drop_column("game_table", "digest")
