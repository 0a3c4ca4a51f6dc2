"""How events become paragraphs: one sentence where several would say the same words, and names with their article."""

from __future__ import annotations

from dataclasses import replace

from bot.features.registered import ALL
from bot.ui.lobby import screens as lobby
from bot.ui.lobby.settings import more_screen
from bot.ui.lobby.status import lobby_status
from bot.ui.parts import Menu, Screen, controls
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.paragraphs import paragraphs
from bot.ui.words.presentations import names_of, summary_of
from engine.acme.presentation.names import AcmeNames
from engine.core.game import Event
from engine.core.naming import name_tokens
from engine.core.text import civ, words
from tests.facts import fact
from tests.ui.table.places import ask, news, table
from tests.ui.table.test_posts import text

NAMES = AcmeNames()
POSTS = PostFactory(names_of, ALL)


def of(*lines: tuple[str, str]) -> list[str]:
    """The paragraphs of lines of one action, each with its key."""
    return paragraphs([Event(fact(told, key), action=1, key=key) for key, told in lines], NAMES, summary_of("acme"))


def test_the_steps_of_growth_are_one_sentence() -> None:
    assert of(
        ("growth.acquired", "{civ:egypt} acquired 6 growth disks."),
        ("growth.mina", "{civ:egypt} gained 1 mina."),
        ("growth.placed", "{civ:egypt} placed 4: {area:judah} +4."),
        ("growth.left", "{civ:egypt} returned 2 disks to Supply."),
    ) == ["**Egypt** acquired 6 growth disks, gained 1 mina, placed 4: Judah +4. Egypt returned 2 disks to Supply."]


def test_growth_of_two_civilizations_stays_two_sentences() -> None:
    assert of(
        ("growth.acquired", "{civ:egypt} acquired 6 growth disks."),
        ("growth.acquired", "{civ:babylon} acquired 3 growth disks."),
    ) == ["**Egypt** acquired 6 growth disks. **Babylon** acquired 3 growth disks."]


def test_lines_that_differ_in_one_thing_are_one_line() -> None:
    assert of(
        ("growth.stronghold", "{civ:cimmerians} built a Stronghold in {area:van}."),
        ("growth.stronghold", "{civ:cimmerians} built a Stronghold in {area:armenia}."),
        ("growth.stronghold", "{civ:cimmerians} built a Stronghold in {area:colchis}."),
    ) == ["**Cimmerians** built a Stronghold in Van, Armenia and Colchis."]
    assert of(
        ("reckoning.overstack", "{civ:barbarians} returned 1 disk from {area:susa}."),
        ("reckoning.overstack", "{civ:barbarians} returned 2 disks from {area:elam}."),
    ) == ["**Barbarians** returned 1 disk from Susa. Barbarians returned 2 disks from Elam."]


def test_the_same_line_twice_is_counted() -> None:
    paid = ("competition.paid", "{civ:hittites} paid with {card:80}.")
    assert of(paid, paid) == ["**Hittites** paid with **Corruption** (×2)."]


def test_heads_stand_out_and_lists_behind_names_do_not() -> None:
    assert of(("reckoning.tally", "Tally: {civ:egypt} 3 → 4."), ("", "{area:judah}: {civ:egypt} 4.")) == [
        "**Tally**: Egypt 3 → 4. **Judah**: Egypt 4."
    ]


def test_peoples_take_an_article_inside_a_sentence_only() -> None:
    def said(key: str, **values: str) -> str:
        return name_tokens(words(f"event.{key}", **values), NAMES)

    assert said("card.taken", civ=civ("hittites"), other=civ("greeks")) == "Hittites took a card from the Greeks."
    assert (
        said("card.paid_to", civ=civ("egypt"), other=civ("sea_peoples"), n="2") == "Egypt paid the Sea Peoples 2 mina."
    )
    assert said("card.negated", civ=civ("egypt"), card="Corruption") == "Egypt played Corruption without effect."
    assert name_tokens("against {civ:barbarians|the}, {civ:hittites}", NAMES) == "against the Barbarians, Hittites"


def test_what_nobody_has_stopped_went_through() -> None:
    info = table()
    before = replace(ask(info, "card.negate", 1), sealed=True, about=("{card:42}",))
    placed = (Event(fact("{civ:egypt} placed 1 disk: {area:sinai_sea} +1.", "placed"), action=1, key="placed"),)
    closed = replace(news(info, events=placed, request=ask(info, "card.play", 1)), cause="close", answered=before)
    assert "\n**Trade Fleet** took effect. **Egypt** placed 1 disk" in text(POSTS.posts(closed)[0])
    stopped = (
        Event(
            fact("{civ:babylon} responded to {card:42} with {card:27}.", "negate.announced"),
            action=1,
            key="negate.announced",
        ),
    )
    assert "took effect" not in text(POSTS.posts(replace(closed, events=stopped))[0])


def test_only_civilizations_of_the_map_are_offered_in_the_lobby() -> None:
    info = table(state="lobby")
    screen = lobby.civs_screen(replace(info, options={"map": "abbreviated_western"}), info.host, NAMES)
    menu = next(c for c in controls(screen) if isinstance(c, Menu))
    offered = [c.label for c in menu.choices]
    assert "Israelites" in offered
    assert "Elam" not in offered


def test_a_lobby_tells_its_windows_and_seats_once() -> None:
    shown = words_of(lobby_status(table(state="lobby")))
    assert shown.count("lobby") == 1
    assert "Time to respond: " in shown
    assert "**Players: " in shown


def test_only_those_who_sit_can_leave() -> None:
    info = table()
    assert "Leave the table" in labels(more_screen(info, info.host.id))
    assert "Leave the table" not in labels(more_screen(info, 999))


def words_of(screen: Screen) -> str:
    return "\n".join(getattr(part, "text", "") for part in screen.parts)


def labels(screen: Screen) -> list[str]:
    return [c.label for c in controls(screen) if not isinstance(c, Menu)]


def test_war_and_peace_of_npcs_begin_a_line_each() -> None:
    (told,) = of(
        ("reckoning.tally", "Tally: {civ:egypt} 3."),
        (
            "hostility.war.yes",
            "{civ:egypt} (NPC) declared war on {civ:assyria}. Drawn from the Civilization Pool: 1 black.",
        ),
        ("hostility.npc_war.no", "{civ:hittites} (NPC) did not declare war on {civ:assyria} (NPC)."),
    )
    assert [line[:7] for line in told.split("\n")] == ["**Tally", "**Egypt", "**Hitti"]
