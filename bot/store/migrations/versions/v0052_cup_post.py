"""The post of a cup in its channel: which message it is, and which version of the cup it shows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Cups that are there already are posted when something about them changes."""
    op.add_column("cup", sa.Column("post_message", sa.BigInteger(), nullable=True))
    op.add_column("cup", sa.Column("posted", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE cup SET posted = version")


def downgrade() -> None:
    """Forget them."""
    op.drop_column("cup", "posted")
    op.drop_column("cup", "post_message")
