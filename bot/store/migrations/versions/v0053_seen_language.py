"""The language of a person's Discord as it was last seen, for direct messages to whoever has asked for none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody's has been seen yet."""
    op.add_column("preference", sa.Column("seen_language", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("preference", "seen_language")
