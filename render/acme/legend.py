"""The legend: every piece and mark with its name, every colour with its pattern, every terrain."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.acme.facts.catalog import DEITIES
from engine.core.message import SEMICOLON, strung
from engine.core.text import told_of
from render.acme import temples
from render.acme.key import ENTRIES
from render.paint import pieces
from render.paint.canvas import stamp
from render.paint.palette import (
    BRONZE,
    INK,
    LINE,
    PARCHMENT,
    PLAYER_COLOURS,
    QUIET,
    SHARP_SEA,
    TERRAIN,
    WHITE,
    ground_tone,
    paint_named,
)
from render.paint.picture import Picture, finish
from render.paint.plates import plate, text
from render.paint.wording import texts

W, H = 1600, 1534
COLOURS = (*PLAYER_COLOURS[:6], "black", "white")
SAMPLE = dict(zip(COLOURS, ("H", "P", "G", "B", "A", "E", "", ""), strict=True))
COLUMN = 390


def legend() -> Picture:
    """Return all signs of the pictures on one sheet."""
    out = Image.new("RGB", (W, H), PARCHMENT)
    draw_stacks(out)
    draw_grounds(out, 800, 104)
    draw_marks(out, 912)
    draw_temples(out, 1316)
    return finish(out, legend_alt(), colours=256)


def heading(d: ImageDraw.ImageDraw, x: float, y: float, key: str) -> None:
    text(d, x, y, texts("pictures")["legend"][key], "title", 32, BRONZE)


def draw_stacks(out: Image.Image) -> None:
    """Draw every colour in the four sizes of stacks."""
    d, say = ImageDraw.Draw(out), texts("pictures")
    heading(d, 36, 56, "stacks")
    for i, key in enumerate(("camp", "settlement", "city", "four")):
        text(d, 300 + i * 122, 92, say["legend"][key], "text", 24, QUIET, "mm")
    for j, name in enumerate(COLOURS):
        y = 156 + j * 92
        text(d, 36, y - 14, say["colours"][name], "label", 34)
        text(d, 36, y + 20, say["bearers"].get(name) or say["patterns"][paint_named(name).pattern], "note", 24, QUIET)
        for i in range(4):
            stamp(out, pieces.piece(name, SAMPLE[name], i + 1, 2.0), 300 + i * 122, y)


def draw_grounds(out: Image.Image, x0: float, y0: float) -> None:
    """Draw all colours on all terrains."""
    d, say = ImageDraw.Draw(out), texts("pictures")["terrain"]
    heading(d, x0, 56, "grounds")
    for i, (name, ground) in enumerate(TERRAIN.items()):
        x, shown = x0 + i * 128, ground_tone(ground, SHARP_SEA if name == "sea" else WHITE)
        stamp(out, plate(122, 762, 10, shown, LINE, 2), x, y0, "lt")
        text(d, x + 61, y0 + 24, say[name], "text", 22, INK, "mm")
        for j, colour in enumerate(COLOURS):
            y = y0 + 90 + j * 85
            stamp(out, pieces.piece(colour, SAMPLE[colour], 2 if j % 2 else 1, 1.1), x + 32, y)
            stamp(out, pieces.piece(colour, SAMPLE[colour], 3, 1.1), x + 86, y)


def draw_marks(out: Image.Image, y0: float) -> None:
    d, say = ImageDraw.Draw(out), texts("pictures")["key"] | texts("pictures")["extra_key"]
    heading(d, 36, y0, "others")
    for i, name in enumerate(list(ENTRIES)[4:]):
        x, y = 60 + (i % 4) * COLUMN, y0 + 68 + (i // 4) * 84
        stamp(out, ENTRIES[name](1.9), x + 30, y)
        text(d, x + 84, y, say[name], "text", 27)


def draw_temples(out: Image.Image, y0: float) -> None:
    d = ImageDraw.Draw(out)
    heading(d, 36, y0, "temples")
    for i, deity in enumerate(DEITIES.values()):
        x, y = 60 + (i % 4) * COLUMN, y0 + 66 + (i // 4) * 92
        sprite = temples.temple(PLAYER_COLOURS[i % 6], deity.picture, 2.0, awake=True)
        stamp(out, sprite, x + 34, y)
        text(d, x + 94, y, deity.name, "text", 27)


def legend_alt() -> str:
    """Return the legend in words: terrains, colours with their patterns, and what a stack looks like."""
    say = texts("pictures")
    tones = [
        say["alt"]["legend_terrain"].format(name=say["terrain"][name], colour=say["terrain_colours"][name])
        for name in say["terrain_colours"]
    ]
    colours = [told_of(say["colours"][name], say["patterns"][paint_named(name).pattern]) for name in COLOURS[:6]]
    return f"{', '.join(tones)}. {strung(colours, SEMICOLON)}. {say['alt']['legend_factions']}"
