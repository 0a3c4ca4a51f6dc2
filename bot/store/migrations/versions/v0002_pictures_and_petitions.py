"""What the last picture showed, and petitions to go back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("game_table", sa.Column("shown", sa.LargeBinary(), nullable=True))
    op.add_column("outbox", sa.Column("held", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("entry", sa.Column("sealed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "petition",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("chapter", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("length", sa.Float(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("closes_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index(op.f("ix_petition_closes_at"), "petition", ["closes_at"], unique=False)


def downgrade() -> None:
    """Take them away."""
    op.drop_index(op.f("ix_petition_closes_at"), table_name="petition")
    op.drop_table("petition")
    op.drop_column("entry", "sealed")
    op.drop_column("outbox", "held")
    op.drop_column("game_table", "shown")
