"""Cups of a server, who has signed up for them, and where they sit in each round."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def _cup() -> sa.Column[int]:
    return sa.Column("cup_id", sa.Integer(), sa.ForeignKey("cup.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Add them: no table belongs to one yet."""
    op.create_table(
        "cup",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("host_name", "name", "game", "scenario")),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("size", "least", "rounds", "days")),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("drawn_at", sa.Float(), nullable=False),
        sa.Column("over_at", sa.Float(), nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_cup_guild", "cup", ["guild"])
    op.create_table(
        "cup_entrant",
        _cup(),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("person_name", sa.String(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("cup_id", "number"),
    )
    op.create_index("ix_cup_entrant_person", "cup_entrant", ["person"])
    op.create_table(
        "cup_seat",
        _cup(),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("round", "entrant", "no", "seat")),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="SET NULL"), nullable=True),
        sa.Column("done", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("place", "score", "total")),
        sa.PrimaryKeyConstraint("cup_id", "round", "entrant"),
    )
    op.create_index("ix_cup_seat_table_id", "cup_seat", ["table_id"])
    op.add_column("game_table", sa.Column("cup", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("game_table", "cup")
    op.drop_table("cup_seat")
    op.drop_table("cup_entrant")
    op.drop_table("cup")
