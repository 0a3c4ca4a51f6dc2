"""What went wrong, for the host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

INDEXED = ("ref", "at", "person")


def upgrade() -> None:
    """Nothing has gone wrong yet."""
    op.create_table(
        "fault",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("told_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    for name in INDEXED:
        op.create_index(f"ix_fault_{name}", "fault", [name])


def downgrade() -> None:
    """Forget it."""
    op.drop_table("fault")
