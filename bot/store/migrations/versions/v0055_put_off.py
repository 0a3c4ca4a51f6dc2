"""What somebody has asked for and been refused, for the button that offers another way to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing has been refused yet."""
    op.create_table(
        "put_off",
        sa.Column("person", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("put_off")
