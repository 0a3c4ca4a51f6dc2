"""Settings of a person, as the bot takes them over the wire."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.wire.sitting import sitting

pytestmark = pytest.mark.soak


async def test_settings_are_set_shown_and_given_out(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.open("ana", "ben")
        ben = here.person("ben")
        assert "I can't read “at night”" in (await ben.set_hours("Berlin", "at night")).message.text
        kept = (await ben.set_hours("Berlin", "22-6")).message
        assert "**Time zone** Berlin" in kept.text
        assert "**Quiet hours** 22–6" in kept.text
        assert kept.is_ephemeral
        await ben.prefer("turn", "both")
        about = (await ben.slash("/prefs", data="get")).message
        told = json.loads(await here.visit.download(about.attachments[0]["url"]))
        wanted = told["preferences"]
        assert (wanted["zone"], wanted["quiet_from"], wanted["turn_notices"]) == ("Europe/Berlin", 22, "both")
        assert len(told["tables"]) == 1


async def test_the_forms_work_in_private_messages(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        ben = here.person("ben")
        shown = (await ben.slash("/prefs")).message
        form = (await ben.click(shown, "Zone and quiet hours")).modal
        kept = (await ben.submit(form, zone="Tokyo", hours="off")).message
        assert "**Time zone** Tokyo · UTC+9" in kept.text
        form = (await ben.click(kept, "Display")).modal
        kept = (await ben.submit(form, palette="deutan", boxes=["emoji"])).message
        assert "Saved: Words only; Colours: red-green blind." in kept.text
        asked = (await ben.slash("/prefs", data="delete")).message
        assert "I've deleted your settings" in (await ben.click(asked, "Delete my data")).message.text
        assert "**Time zone** not set" in (await ben.slash("/prefs")).message.text
