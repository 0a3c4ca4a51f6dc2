"""Discord's markdown as nodes and as HTML."""

from __future__ import annotations

import random

import pytest

from bot.ui.words.wording import plainly
from bot.web.html import html_of
from bot.web.markdown import END, NAMED, THING, inside, nodes


def html(text: str) -> str:
    return html_of(text, lambda person: f"player {person}")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Zab** is *free*", "<p><strong>Zab</strong> is <em>free</em></p>"),
        ("__under__ ~~gone~~ ||secret||", "<p><u>under</u> <s>gone</s> <span>secret</span></p>"),
        ("2 * 3 * 4 = 24", "<p>2 * 3 * 4 = 24</p>"),
        ("snake_case_name", "<p>snake_case_name</p>"),
        ("**never closed", "<p>**never closed</p>"),
        ("*a **b* c**", "<p><em>a **b</em> c**</p>"),
        ("`**code**` & <b>", "<p><code>**code**</code> &amp; &lt;b&gt;</p>"),
        ("### Title", "<h2>Title</h2>"),
        ("-# small", "<small>small</small>"),
        ("> one\n> two", "<blockquote><p>one</p><p>two</p></blockquote>"),
        ("- one\n- **two**", "<ul><li>one</li><li><strong>two</strong></li></ul>"),
        ("<@12> waits", "<p><strong>player 12</strong> waits</p>"),
        ("[rules](https://example.org/a)", ">rules</a></p>"),
        ("[no](javascript:alert(1))", "<p>[no](javascript:alert(1))</p>"),
        ("**<:culture_wars_suns_5f48:12> Suns** move", "<p><strong>Suns</strong> move</p>"),
        ("<t:0:f>", '<time datetime="1970-01-01T00:00:00Z" data-style="f">1970-01-01 00:00 UTC</time>'),
        ("<t:999999999999:f>", "999999999999"),
    ],
)
def test_what_discord_shows_the_page_shows(text: str, shown: str) -> None:
    assert shown in html(text)


def test_a_name_that_was_made_plain_is_shown_as_it_is() -> None:
    name = r"*_~`|>#[x](<@1>)-\ **Ana**"
    assert html(plainly(name)) == f"<p>{name.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</p>"


def test_a_thing_of_the_game_is_marked_also_in_bold_and_when_it_was_cut() -> None:
    name = f"{THING}area:zab{NAMED}Zab{END}"
    marked = '<span class="thing" data-kind="area" data-slug="zab">Zab</span>'
    assert html(f"**{name}** falls") == f"<p><strong>{marked}</strong> falls</p>"
    assert html(f"**{name[:-1]}** falls") == "<p><strong>Zab</strong> falls</p>"
    assert html(f"falls {END}") == "<p>falls </p>"


def test_no_text_becomes_markup_of_its_own() -> None:
    rng, signs = (
        random.Random(1),
        ["*", "**", "_", "__", "||", "~~", "`", "<", ">", '"', "'", "&", "a", " ", "\n", "[", "]"],
    )
    for _ in range(500):
        text = "".join(rng.choices([*signs, "(https://x.y)", "<script>", THING, NAMED, END], k=40))
        shown = html(text)
        assert "<script" not in shown
        assert shown.count("<strong>") == shown.count("</strong>")


@pytest.mark.parametrize("piece", ["*a ", "a* ", "**", "[", "`", "||a", f"{THING}area:a{NAMED}x", "<t:1", "\\"])
def test_a_text_twice_as_long_is_read_in_about_twice_the_steps(piece: str) -> None:
    assert len(str(inside(piece * 20_000))) >= 20_000
    assert nodes(piece * 20_000)
