"""A file of a version that still had letters and team talk: it is read and verified, and they are left out."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from bot.features.files import export_import, verification
from tests.ui.table.room import ANA, HERE, opened_room

STORED = Path(__file__).parent / "stored" / "letters.json.gz"
"""A finished game of teams with a letter and two lines of team talk, as the last version with letters exported it."""


async def test_a_file_with_letters_is_verified_and_brought_here_without_them(tmp_path: Path) -> None:
    raw = gzip.decompress(STORED.read_bytes())
    assert json.loads(raw)["table"]["letters"][0]["text"] == "Peace until turn 5?"
    async with opened_room(tmp_path / "nisaba.db") as room:
        assert (await verification.verify_game(room.service, "100", raw)).fits
        info = await export_import.import_table(room.service.deps, ANA, HERE, raw)
        assert (info.state, info.settings.rooms) == ("over", "on")
        again = json.loads((await export_import.export(room.service, info.id, ANA)).raw)["table"]
        assert (await verification.verify_game(room.service, info.id)).fits
    assert not {"letters", "team_lines"} & again.keys()
    assert again["settings"]["rooms"] == "on"
    assert not {"letters", "team_talk"} & again["settings"].keys()
