"""Seats and the host's role that are offered to somebody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is offered so far."""
    op.add_column("game_table", sa.Column("offers", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "offer",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("person_name", sa.String(), nullable=False),
        sa.Column("giver", sa.BigInteger(), nullable=False),
        sa.Column("giver_name", sa.String(), nullable=False),
        sa.Column("returns", sa.Boolean(), nullable=False),
        sa.Column("length", sa.Float(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("closes_at", sa.Float(), nullable=False),
    )
    op.create_index("ix_offer_person", "offer", ["person"])
    op.create_index("ix_offer_closes_at", "offer", ["closes_at"])


def downgrade() -> None:
    """Take them away."""
    op.drop_table("offer")
    op.drop_column("game_table", "offers")
