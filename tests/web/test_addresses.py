"""Addresses of pages: nobody can guess one, and they stay the same."""

from __future__ import annotations

import pytest

from bot.contract import table_ids
from bot.web.addresses import Addresses, secret_of
from tests.web.site import Site


def addresses(secret: bytes = b"s" * 32) -> Addresses:
    made = Addresses("https://nisaba.test/")
    made.secret = secret
    return made


def test_an_address_names_its_table_and_no_other() -> None:
    made = addresses()
    link = made.link("1K9")
    assert link.startswith("https://nisaba.test/t/1k9-")
    assert made.table(made.of("1K9")) == table_ids.read("1K9")
    key = made.of("1K9").partition("-")[2]
    assert made.table(f"1ka-{key}") is None
    assert addresses(b"t" * 32).table(made.of("1K9")) is None


@pytest.mark.parametrize(
    "address", ["", "1k9", "1k9-", "1k9-" + "a" * 26, "1K9-" + "A" * 26, "%00", "1k9-" + "a" * 500, "é"]
)
def test_whatever_else_is_typed_names_nothing(address: str) -> None:
    assert addresses().table(address) is None


def test_without_a_url_or_a_secret_there_are_no_links() -> None:
    assert Addresses("https://nisaba.test").link("1K9") == ""
    bare = Addresses()
    bare.secret = b"s" * 32
    assert bare.link("1K9") == ""


async def test_all_processes_know_the_same_secret_after_a_restart_too(site: Site) -> None:
    database = site.room.database
    first = await secret_of(database, 1.0)
    assert len(first) == 32
    assert await secret_of(database, 2.0) == first == site.pages.addresses.secret
