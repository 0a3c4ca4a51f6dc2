"""Colours and the faction paints of every palette, nine of players and two neutral: the one place that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

import data
from engine.core.decoding import CatalogError, convert, read_tables
from render.paint.style import STANDARD, current_style, sharp

Rgb = tuple[int, int, int]
Hex = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]


def rgb(code: str) -> Rgb:
    """'#c0ffee' as a triple."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """`share` of b in a."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


INK = rgb("#2a1a0e")
PAPER = rgb("#f7eeda")
PARCHMENT = rgb("#eadcbd")
LINE = rgb("#b79c6c")
BRONZE = rgb("#7a5424")
GOLD = rgb("#f2b824")
STONE = rgb("#a6a39b")
ALARM = rgb("#b0101c")
GAIN = rgb("#0d6b3a")
LOSS = rgb("#9c0f24")
QUIET = rgb("#6d5a42")
NIGHT = rgb("#352213")
VEIL = rgb("#e3dac6")
WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)
SHARP_SEA = rgb("#bbbbbb")  # a very light grey once the contrast is raised

TERRAIN = {
    "plains": rgb("#dcbd8b"),
    "fertile": rgb("#b3c886"),
    "mountain": rgb("#b39472"),
    "desert": rgb("#f1e4be"),
    "sea": rgb("#a3c6da"),
    "out": rgb("#ddd5c3"),
}


@dataclass(frozen=True, slots=True)
class Paint:
    """One faction colour: two tones that make the pattern, and the tone of the letter on it."""

    name: str
    fill: Rgb
    second: Rgb
    letter: Rgb
    pattern: str

    @property
    def line(self) -> Rgb:
        """Return the tone of its lines and signs: the fill, if that can be seen on white."""
        return self.second if self.fill == WHITE else self.fill


class PaintFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paint of a palette as the data file has it: two colours, in which tone the letter is, and its pattern if it has
    another one there.
    """

    fill: Hex
    second: Hex
    letter: Literal["ink", "paper"]
    pattern: str = ""


class PaletteFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: a pattern for each paint, and the paints of each palette."""

    patterns: dict[str, str]
    palettes: dict[str, dict[str, PaintFacts]]


FILE = "palettes.toml"
LETTERS = {"ink": INK, "paper": PAPER}


def read_palettes(tables: object) -> dict[str, dict[str, Paint]]:
    """Return the palettes by name. Raises CatalogError if one is broken or has not the paints that have patterns."""
    facts = convert(FILE, "palettes", tables, PaletteFacts)
    for name, paints in facts.palettes.items():
        if list(paints) != list(facts.patterns):
            raise CatalogError(f"{FILE}: palettes.{name}: must have the paints of [patterns] in their order")
    return {
        name: {paint: mix_paint(paint, found, facts.patterns[paint]) for paint, found in paints.items()}
        for name, paints in facts.palettes.items()
    }


def mix_paint(name: str, facts: PaintFacts, pattern: str) -> Paint:
    """Return a paint from its facts."""
    return Paint(name, rgb(facts.fill), rgb(facts.second), LETTERS[facts.letter], facts.pattern or pattern)


PALETTES = read_palettes(read_tables(data.path(FILE)))
PAINTS = PALETTES[STANDARD]


def ground_tone(usual: Rgb, sharp_one: Rgb = WHITE) -> Rgb:
    """Return a tone of the ground, or what takes its place where everything is to be black on white."""
    return sharp_one if sharp() else usual


def paint_named(name: str) -> Paint:
    """Return a paint in the palette being drawn in. KeyError for an unknown one."""
    return PALETTES[current_style().palette][name]


LINED = ("orange",)  # whose bands have a dark line in the middle: they are not told from red ones by hue alone
LINE_INK = 0.8  # how dark that line is
PLAYER_COLOURS = ("orange", "green", "blue", "purple", "red", "yellow", "turquoise", "rose")
