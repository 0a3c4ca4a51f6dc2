"""A person who knows nothing of the game and presses, chooses and types whatever a screen offers."""

from __future__ import annotations

from random import Random

from bot.ui.parts import Form, Line, Note, Pick
from tests.ui.play.fake_service import Presser

ASIDE = {"hand", "notes", "seat", "undo", "undo_now", "unseal", "over", "back", "map", "log"}
ASIDE |= {"hint_why", "hint_off", "learn_stop", "learn", "alone"}
FORMS = {"line", "before", "deity", "number", "typed_ord", "part_form"}


async def wander(who: Presser, chance: Random) -> None:
    """One step that may lead on."""
    if isinstance(who.at, Form):
        await who.fill(**fields(who.at, chance))
        return
    leading = [b for b in who.buttons() if b.verb not in ASIDE]
    if len(leading) > 1 and chance.random() < 0.8:
        leading = [b for b in leading if b.verb not in FORMS or b.verb in {"number", "typed_ord"}] or leading
    menus = who.menus()
    if menus and (not leading or chance.random() < 0.5):
        menu = chance.choice(menus)
        n = chance.randint(max(menu.least, 1), max(menu.least, min(menu.most, 6), 1))
        await who.choose(menu.verb, *(c.value for c in chance.sample(menu.choices, n)))
        return
    ways = leading or [b for b in who.buttons() if b.verb in {"seat", "over"}]
    await (who.press_button(chance.choice(ways)) if ways else who.open())


def fields(form: Form, chance: Random) -> dict[str, str | tuple[str, ...]]:
    """Something for every field."""
    filled: dict[str, str | tuple[str, ...]] = {}
    for field in form.fields:
        if isinstance(field, Line):
            typed = {"order": "6 5 4 3 2 1", "number": str(chance.randrange(100))}
            filled[field.key] = typed.get(
                field.key, chance.choice(["settlements, back", "tyre", "judah 2, 3", "zab two"])
            )
        elif isinstance(field, Pick):
            n = chance.randint(max(field.least, 1), min(field.most, 3))
            filled[field.key] = tuple(c.value for c in chance.sample(field.choices, n))
        else:
            assert isinstance(field, Note)
    return filled
