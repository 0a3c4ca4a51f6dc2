"""Posts about a table lead to its page in the web, where the bot has one and the host lets it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.contract.posts import Post, PostLink, PostRow
from bot.delivery.post_screens import screen, side_by_side
from bot.ui.layout import layout
from bot.ui.lobby.settings import topic_form
from bot.ui.parts import PAGE as PAGE_LIMITS
from bot.ui.parts import Button, Form, Pick, Screen, controls, links, within
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from tests.ui.table.room import ANA, BEN, Room, fits, labels
from tests.ui.table.test_post_heights import answered
from tests.web.site import router_of

PAGE = "https://boards.example/t/{}-key"


@pytest.fixture
def paged(room: Room) -> Room:
    """A bot with pages."""
    room.service.deps.pages.append(PAGE.format)
    return room


def linked(post: Post) -> list[PostLink]:
    return [link for part in post.parts if isinstance(part, PostRow) for link in part.links]


async def test_every_update_and_the_lobby_of_a_game_that_runs_have_the_link(paged: Room) -> None:
    info = await paged.begin((ANA, BEN), {})
    for n in range(12):
        await answered(paged, info, n)
    public = [post for post in await paged.posts() if post.user is None and post.row]
    assert {"start", "lobby", "phase"} <= {post.kind for post in public}
    for post in public:
        assert linked(post) == [PostLink("Open the board", PAGE.format(info.id))]
        fits(post)


async def test_where_only_members_see_the_page_posts_have_a_button_and_no_link(paged: Room) -> None:
    info = await paged.begin((ANA, BEN), {})
    await paged.service.change_settings(info.id, ANA, page="members")
    before = len(await paged.posts())
    for n in range(12):
        await answered(paged, info, n)
    posts = (await paged.posts())[before:]
    assert [linked(post) for post in posts if linked(post)] == []
    public = [post for post in posts if post.user is None and post.row]
    assert "phase" in {post.kind for post in public}
    for post in posts:
        pressed = [b for part in post.parts if isinstance(part, PostRow) for b in part.buttons if b.verb == "page"]
        assert [b.label for b in pressed] == (["Open the board"] if post in public else [])
    for post in public:
        fits(post)
    made = [screen(post, info.id, names_of("acme", info.scenario), None, {}) for post in public[-2:]]
    alone = [
        [one for one in controls(side) if isinstance(one, Button) and one.verb == "page"] for side in side_by_side(made)
    ]
    assert [len(one) for one in alone] == [0] * (len(made) - 1) + [1]


async def test_a_lobby_and_messages_to_one_person_have_none(paged: Room) -> None:
    await paged.begin((ANA, BEN), {})
    others = [post for post in await paged.posts() if post.user is not None or not post.row]
    assert {"lobby"} < {post.kind for post in others}
    assert [linked(post) for post in others if linked(post)] == []


async def test_without_pages_nothing_leads_there(room: Room) -> None:
    info = await room.begin((ANA, BEN), {})
    assert [post for post in await room.posts() if linked(post)] == []
    assert info.page == ""
    assert "page" not in [field.key for field in topic_form(info, "people").fields if isinstance(field, Pick)]


async def test_the_host_turns_the_page_off_and_on_again(paged: Room) -> None:
    info = await paged.begin((ANA, BEN), {})
    form = await paged.press(ANA, "set_form", "people", table=info.id)
    assert isinstance(form, Form)
    (field,) = [field for field in form.fields if isinstance(field, Pick) and field.key == "page"]
    assert [one.value for one in field.choices if one.chosen] == ["link"]
    told = await paged.say(ANA, "set_sent", "people", fields={"page": ("off",)}, table=info.id)
    assert "Changed: no board in the browser." in told
    off = await paged.service.info(info.id)
    assert (off.page, off.page_link) == (PAGE.format(info.id), "")
    told = await paged.say(ANA, "set_sent", "people", fields={"page": ("members",)}, table=info.id)
    assert "board in the browser for members of this server" in told
    told = await paged.say(ANA, "set_sent", "people", fields={"page": ("link",)}, table=info.id)
    assert "board in the browser for everyone who has the link" in told
    assert (await paged.service.info(info.id)).page_link == PAGE.format(info.id)


async def test_the_link_is_sent_as_a_button_of_discord_once_in_each_message(paged: Room) -> None:
    info = await paged.begin((ANA, BEN), {})
    (start,) = [post for post in await paged.posts() if post.kind == "start"]
    made = screen(start, info.id, names_of("acme", info.scenario), None, {})
    assert [link.label for link in links(made)] == ["Open the board"]
    buttons = [one for one in layout(made).walk_children() if isinstance(one, ui.Button)]
    assert [one.url for one in buttons if one.url] == [PAGE.format(info.id)]
    twice = side_by_side([made, made])
    assert [len(list(links(one))) for one in twice] == [0, 1]


INSIDE = "https://discord.com/activities/1?custom_id={}"


@pytest.fixture
def inside(paged: Room) -> Room:
    """A bot with pages that Discord shows too."""
    paged.service.deps.activities.append(INSIDE.format)
    return paged


async def test_messages_that_lead_to_ones_turn_lead_to_the_page_inside_discord_too(inside: Room) -> None:
    info = await inside.begin((ANA, BEN), {})
    for person in (ANA, BEN):
        wanted = await inside.service.preferences(person)
        await inside.service.set_preferences(person, replace(wanted, turn_notices="both"))
    for n in range(6):
        await answered(inside, info, n)
    posts = await inside.posts()
    mine = [post for post in posts if post.user is not None and "seat" in verbs(post)]
    assert mine
    for post in mine:
        assert linked(post) == [PostLink("Play in Discord", INSIDE.format(info.id))]
        assert max(len(part.buttons) + len(part.links) for part in post.parts if isinstance(part, PostRow)) <= 3
    assert all(PostLink("Play in Discord", INSIDE.format(info.id)) not in linked(p) for p in posts if p.user is None)
    await inside.service.change_settings(info.id, ANA, page="off")
    before = len(posts)
    for n in range(6, 12):
        await answered(inside, info, n)
    assert [linked(post) for post in (await inside.posts())[before:] if post.user is not None and linked(post)] == []


def verbs(post: Post) -> set[str]:
    return {button.verb for part in post.parts if isinstance(part, PostRow) for button in part.buttons}


async def test_the_map_and_the_link_to_the_page_lead_inside_discord_too(inside: Room) -> None:
    info = await inside.begun(ANA, BEN)
    both = [("Open the board", PAGE.format(info.id)), ("Play in Discord", INSIDE.format(info.id))]
    for verb in ("map", "page"):
        shown = await inside.press(ANA, verb, table=info.id)
        assert isinstance(shown, Screen)
        assert [(link.label, link.url) for link in links(shown)] == both
    await inside.service.change_settings(info.id, ANA, page="members")
    shown = await inside.press(ANA, "map", table=info.id)
    assert isinstance(shown, Screen)
    assert [link.label for link in links(shown)] == ["Play in Discord"]
    assert "Open the board" in labels(shown)


async def test_ones_own_screens_lead_to_the_seat_in_the_browser_and_inside_discord(inside: Room) -> None:
    info = await inside.begun(ANA, BEN)
    router = router_of(inside)
    shown = await router.handle(Visit(ANA.id, table=info.id, verb="seat", guild=5))
    assert isinstance(shown, Screen)
    assert [link.label for link in links(shown)] == ["Play on the board", "Play in Discord"]
    router.page_token = lambda person, guild: f"{person}-{guild}"
    router.finish = None
    signed = await router.finished(shown, Visit(ANA.id, guild=5))
    assert [link.url for link in links(signed)] == [
        f"{PAGE.format(info.id)}#{ANA.id}-5",
        INSIDE.format(info.id),
    ], "no token goes to Discord"
    with within(PAGE_LIMITS):
        assert list(links(await router.finished(shown, Visit(ANA.id, guild=5)))) == []
        looked = await inside.press(ANA, "map", table=info.id)
        assert isinstance(looked, Screen)
        assert list(links(looked)) == []
