"""Letters between the seats of a table, who reads them, and whose letters somebody does not want."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def _table() -> sa.Column[int]:
    return sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Add them: no table of today has letters."""
    op.create_table(
        "missive",
        _table(),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reported", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "no"),
    )
    op.create_index("ix_missive_person", "missive", ["person"])
    op.create_table(
        "missive_reader",
        _table(),
        sa.Column("no", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "no", "number"),
    )
    op.create_index("ix_missive_reader_person", "missive_reader", ["person"])
    op.create_table(
        "block",
        _table(),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("other", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", "other"),
    )
    op.create_index("ix_block_person", "block", ["person"])
    op.create_index("ix_block_other", "block", ["other"])
    op.add_column("game_table", sa.Column("letters", sa.String(), nullable=False, server_default="off"))
    op.add_column("game_table", sa.Column("missives", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("game_table", "missives")
    op.drop_column("game_table", "letters")
    op.drop_table("block")
    op.drop_table("missive_reader")
    op.drop_table("missive")
