"""How new tables of a server begin."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table: nothing is set for any server."""
    op.create_table(
        "guild_setting",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "key"),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("guild_setting")
