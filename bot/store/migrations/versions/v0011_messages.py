"""Messages that are still to be deleted, and what keeps posts from a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; nothing is known so far."""
    op.add_column("outbox", sa.Column("channel", sa.BigInteger(), nullable=True))
    op.add_column("outbox", sa.Column("message", sa.BigInteger(), nullable=True))
    op.add_column("game_table", sa.Column("lacks", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take them away, and with them what was to be deleted."""
    op.execute(sa.text("DELETE FROM outbox WHERE message IS NOT NULL"))
    op.drop_column("outbox", "channel")
    op.drop_column("outbox", "message")
    op.drop_column("game_table", "lacks")
