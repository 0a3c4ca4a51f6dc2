"""The civilizations named for NPC seats, and how games of one person have ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("game_table", sa.Column("npc_civs", sa.Text(), nullable=False, server_default="[]"))
    op.create_table(
        "result",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("scenario", sa.String(), nullable=False),
        sa.Column("civ", sa.String(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("over_at", sa.Float(), nullable=False),
    )
    op.create_index("ix_result_person", "result", ["person"])


def downgrade() -> None:
    """Take them away."""
    op.drop_index("ix_result_person", table_name="result")
    op.drop_table("result")
    op.drop_column("game_table", "npc_civs")
