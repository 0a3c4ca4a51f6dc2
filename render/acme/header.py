"""The header: Epoch, turn, phase, and the turn order with those the game waits for."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.acme.position import Position
from render.board.steps import SOFT, step_width, steps
from render.paint import chips, pieces
from render.paint.canvas import stamp
from render.paint.fonts import width
from render.paint.icons import icon
from render.paint.palette import GOLD, INK, NIGHT, STONE
from render.paint.plates import text
from render.paint.wording import numeral, texts

HEADER = 66
PHASES = ("growth", "card", "competition", "reckoning")
EPOCHS = 4
MOST_STEPS = 6  # turns that are shown one by one
STEP = 50  # pixels of a civilization in the turn order
NAMED = 12  # pixels between its name and the first of them


def draw_header(picture: Image.Image, position: Position, x: int, y: int, w: int) -> None:
    """Draw the bar below a wide map: time on the left, turn order on the right, the deck between if there is room."""
    d, middle = ImageDraw.Draw(picture), y + HEADER / 2 + 1
    d.rectangle([x, y, x + w, y + HEADER - 1], fill=NIGHT)
    d.rectangle([x, y, x + w, y + 2], fill=GOLD)
    right = draw_order(picture, position, x + w - 14, middle)
    at = draw_time(picture, position, x + 16, middle) + 16
    at = draw_phase(picture, position, at, middle, right - at - 24)
    draw_deck(picture, position, at + 26, middle, right - 30)


def draw_time(picture: Image.Image, position: Position, x: float, y: float) -> float:
    """Draw Epoch and turn. Return where they end."""
    words = texts("pictures")["panel"]
    epochs = max(EPOCHS, position.epoch)
    names = [numeral(i + 1) for i in range(epochs)]
    at = steps(picture, x, y, words["epoch"], names, position.epoch - 1, "title")
    return draw_turn(picture, position, at + 16, y)


def draw_turn(picture: Image.Image, position: Position, x: float, y: float) -> float:
    """Return the turns of the Epoch, of many only the present one: `Turn 3 of 10`; returns where they end."""
    words, turns = texts("pictures")["panel"], max(position.epoch_turns, position.turn)
    if turns <= MOST_STEPS:
        return steps(picture, x, y, words["turn"], [str(i + 1) for i in range(turns)], position.turn - 1, "bold")
    at = steps(picture, x, y, words["turn"], [str(position.turn)], 0, "bold") + 6
    return text(ImageDraw.Draw(picture), at, y, words["of_turns"].format(n=turns), "text", 22, SOFT)


def draw_phase(picture: Image.Image, position: Position, x: float, y: float, room: float) -> float:
    """Draw the four phases, or only the present one if there is no room or it is none of the four."""
    names = texts("pictures")["phases"]
    row = [names[phase] for phase in PHASES]
    if position.phase in PHASES and sum(step_width(name, "bold") for name in row) <= room:
        return steps(picture, x, y, "", row, PHASES.index(position.phase), "bold")
    return steps(picture, x, y, "", [names.get(position.phase, position.phase)], 0, "bold")


def in_turn(position: Position) -> list[str]:
    """Return who has a space in the Turn Order: the civilizations in the game, then a neutral Faction with the last
    one.
    """
    return [*position.playing, *(slug for slug, neutral in position.neutrals.items() if neutral.in_order)]


def order_width(position: Position) -> float:
    """Return the width of the turn order: its name and the camps."""
    return width(texts("pictures")["panel"]["order"], "text", 22) + NAMED + STEP * len(in_turn(position))


def draw_order(picture: Image.Image, position: Position, right: float, y: float) -> float:
    """Draw the camps in turn order: an hourglass on those we wait for, a tick on those who have passed. Return where
    they begin.
    """
    d, left = ImageDraw.Draw(picture), right - STEP * len(in_turn(position))
    for i, slug in enumerate(in_turn(position)):
        x = left + (i + 0.5) * STEP
        stamp(picture, pieces.piece(position.colour(slug), position.letter(slug), 1, 1.35), x, y)
        if slug in position.waiting:
            stamp(picture, chips.roundel("hourglass", GOLD, INK, 0.9, 22), x + 15, y + 15)
        elif slug in position.passed:
            stamp(picture, chips.roundel("checkmark", STONE, INK, 0.9, 20), x + 15, y + 15)
    words = texts("pictures")["panel"]["order"]
    text(d, left - NAMED, y, words, "text", 22, SOFT, "rm")
    return right - order_width(position)


def draw_deck(picture: Image.Image, position: Position, x: float, y: float, limit: float) -> None:
    """Draw how many cards the deck still has: it ends the Epoch (ACME §11)."""
    words = texts("pictures")["panel"]["deck"].format(n=position.deck)
    if x + 34 + width(words, "text", 22) <= limit:
        stamp(picture, icon("hand_of_cards", 26, SOFT), x + 13, y)
        text(ImageDraw.Draw(picture), x + 34, y, words, "text", 22, SOFT)
