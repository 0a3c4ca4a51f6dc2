"""Rated games and what people are rated by them; who wants to be in no statistics."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No game so far is rated."""
    op.add_column("game_table", sa.Column("rated", sa.String(), nullable=False, server_default="no"))
    op.add_column("result", sa.Column("counts", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("preference", sa.Column("stats", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_table(
        "rating",
        sa.Column("person", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Nobody is rated."""
    op.drop_table("rating")
    op.drop_column("preference", "stats")
    op.drop_column("result", "counts")
    op.drop_column("game_table", "rated")
