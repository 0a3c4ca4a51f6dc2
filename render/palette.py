"""Colours and the tones of the faction paints, nine of players and two of nobody's: the one place that decides."""

from __future__ import annotations

from dataclasses import dataclass

Rgb = tuple[int, int, int]


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


PAINTS = {
    paint.name: paint
    for paint in (
        Paint("orange", rgb("#e0732c"), rgb("#f6b47e"), INK, "bars"),
        Paint("green", rgb("#24684f"), rgb("#58b488"), PAPER, "pales"),
        Paint("blue", rgb("#2664dc"), rgb("#9cc4f7"), PAPER, "waves"),
        Paint("purple", rgb("#5e1a72"), rgb("#b672c6"), PAPER, "quarters"),
        Paint("red", rgb("#9c0d12"), rgb("#e8736a"), PAPER, "bends"),
        Paint("yellow", rgb("#f8cc20"), rgb("#a97f08"), INK, "studs"),
        Paint("black", rgb("#1d1a18"), rgb("#5b5650"), PAPER, "plain"),
        Paint("white", rgb("#fbf8ef"), rgb("#c9c2b0"), INK, "plain"),
        Paint("turquoise", rgb("#18bed8"), rgb("#0a7f92"), INK, "rings"),
        Paint("rose", rgb("#fe3e84"), rgb("#ffb3d1"), INK, "lozenges"),
        Paint("lime", rgb("#9cd878"), rgb("#4f8a34"), INK, "chevrons"),
    )
}
LINED = ("orange",)  # whose bands have a dark line in the middle: they are not told from red ones by hue alone
LINE_INK = 0.8  # how dark that line is
PLAYER_COLOURS = ("orange", "green", "blue", "purple", "red", "yellow", "turquoise", "rose")
