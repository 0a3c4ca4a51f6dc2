"""Results of games of several persons: where they were played, with how many, and which seats were one person's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

FROM_TABLE = "UPDATE result SET guild = (SELECT guild FROM game_table WHERE game_table.id = result.table_id)"
NPCS = "seats - (SELECT count(*) FROM result AS other WHERE other.table_id = result.table_id)"
TEAM = "(SELECT min(other.number) FROM result AS other WHERE other.table_id = result.table_id)"


def upgrade() -> None:
    """All results so far are of games of one person."""
    op.add_column("result", sa.Column("guild", sa.BigInteger(), nullable=True))
    for name, default in (("people", "1"), ("npcs", "0"), ("team", "0")):
        op.add_column("result", sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text(default)))
    op.execute(FROM_TABLE)
    op.execute(f"UPDATE result SET npcs = {NPCS}, team = {TEAM}")  # noqa: S608 - no names of others


def downgrade() -> None:
    """Games of several persons have no results."""
    op.execute("DELETE FROM result WHERE people > 1")
    for name in ("team", "npcs", "people", "guild"):
        op.drop_column("result", name)
