"""Asking the others to go back, as people meet it: the form, the post, the answers, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.contract.posts import Post, PostRow
from bot.ui.parts import Form, Gallery, Pick, Screen
from tests.ui.table.room import ANA, BEN, CHO, DEE, Room, fits, labels, said, words

PEOPLE = (ANA, BEN, CHO)
PERSON = DEE


async def placed(room: Room) -> str:
    """A game of three who have placed their first disks one after the other; the last is asked for more."""
    return await room.once(("placed",), _place)


async def _place(room: Room) -> str:
    info = await room.begun(*PEOPLE, map="western")
    asked: set[int] = set()
    while len(asked) < 3:
        asked.add(await one_answer(room, info.id))
    return info.id


async def one_answer(room: Room, table: str) -> int:
    """Whoever is asked answers; who that was."""
    standing = await room.service.standing(table)
    assert standing.ask is not None
    person = standing.ask.asked[0].person
    assert person is not None
    sheet = await room.service.sheet(table, person)
    assert sheet.ask is not None
    await room.service.answer(table, person, sheet.ask_no, [[sheet.ask.options[0]]])
    return person.id


def asked_for(form: Screen | Form, number: int) -> dict[str, Any]:
    """The form filled in with one of its moments."""
    assert isinstance(form, Form)
    pick = next(field for field in form.fields if isinstance(field, Pick))
    return {"fields": {"point": (pick.choices[number].value,), "reason": ("wrong *City*",)}}


async def consent(room: Room) -> Post:
    return next(post for post in reversed(await room.posts()) if post.kind == "petition")


@pytest.mark.soak
async def test_the_form_names_moments_and_the_post_says_whose_yes_it_needs(room: Room) -> None:
    await placed(room)
    form = await room.press(ANA, "ask_back")
    assert said(form) == "Ask the others to go back"
    filled = asked_for(form, -1)
    answer = await room.press(ANA, "back_in", **filled)
    assert "can agree until <t:" in said(answer)
    assert labels(answer) == ["Withdraw the request"]
    post = await consent(room)
    fits(post)
    text = words(post)
    assert "(Ana) asks to go back to " in text
    assert "“wrong \\*City\\*”" in text
    assert "This would undo: " in text
    assert "No card has been revealed since then." in text
    assert "If a player doesn't answer, that counts as no. Votes are shown together at the end." in text
    assert set(post.mentions) == {BEN.id, CHO.id}
    assert all(f"(<@{person.id}>)" in text for person in (BEN, CHO))
    assert not post.row
    (row,) = [part for part in post.parts if isinstance(part, PostRow)]
    assert [(b.label, b.style) for b in row.buttons] == [
        ("Agree", "success"),
        ("Refuse", "danger"),
        ("What changes", "secondary"),
    ]


@pytest.mark.soak
async def test_when_all_agree_the_game_goes_back_and_says_what_that_undid(room: Room) -> None:
    table = await placed(room)
    before = (await room.service.standing(table)).view
    await room.press(ANA, "back_in", **asked_for(await room.press(ANA, "ask_back"), -1))
    number = next(p for p in (await consent(room)).parts if isinstance(p, PostRow)).buttons[0].option
    look = await room.press(CHO, "what_back", number)
    assert isinstance(look, Screen)
    assert any(isinstance(part, Gallery) for part in look.parts)
    assert "If the game goes back to " in said(look)
    assert "You voted yes." in await room.say(BEN, "agree", number)
    assert "Everyone has voted. The game continues as it is." in await room.say(CHO, "refuse", number)
    ended = [post for post in await room.posts() if "**Not agreed.**" in words(post) or "**Agreed.**" in words(post)]
    assert len(ended) == 1
    assert (await room.service.standing(table)).view == before
    await room.press(ANA, "back_in", **asked_for(await room.press(ANA, "ask_back"), -1))
    number = next(p for p in (await consent(room)).parts if isinstance(p, PostRow)).buttons[0].option
    await room.press(BEN, "agree", number)
    assert "Everyone agreed" in await room.say(CHO, "agree", number)
    settled = next(post for post in reversed(await room.posts()) if post.kind == "petition")
    assert words(settled).endswith("**Agreed.**")
    assert not [part for part in settled.parts if isinstance(part, PostRow)]
    told = next(post for post in reversed(await room.posts()) if post.user is None and post.kind != "petition")
    assert "" in words(told)
    assert "Undone: " in words(told)
    assert "The shuffle stays the same" in words(told)
    assert (await room.service.standing(table)).view != before
    assert "is no longer open" in await room.say(BEN, "agree", number)


async def test_replies_around_a_request(room: Room) -> None:
    await placed(room)
    assert "You aren't playing at table 100." in said(await room.press(PERSON, "ask_back"))
    await room.press(ANA, "back_in", **asked_for(await room.press(ANA, "ask_back"), -1))
    number = next(p for p in (await consent(room)).parts if isinstance(p, PostRow)).buttons[0].option
    assert "has already asked the others" in await room.say(BEN, "ask_back")
    assert "so the others vote" in await room.say(ANA, "agree", number)
    assert "You withdrew your request" in await room.say(ANA, "refuse", number)
    assert "no longer asks to go back" in words((await room.posts())[-1])
    assert "is no longer open" in await room.say(BEN, "what_back", number)
    assert "can't go back to that point" in await room.say(ANA, "back_in", fields={"point": ("777",)})


async def test_the_host_goes_back_with_the_same_facts(room: Room) -> None:
    table = await placed(room)
    first = (await room.service.checkpoints(table))[-1].no
    asked = await room.service.go_back(table, ANA, first)
    for person in (BEN, CHO):
        await room.service.vote_back(table, person, asked.no, agrees=True)
    told = words(next(p for p in reversed(await room.posts()) if p.user is None and p.kind != "petition"))
    assert "took the game back to " in told
    assert "Undone: " in told
