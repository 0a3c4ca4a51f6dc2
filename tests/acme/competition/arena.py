"""Positions at the start of a Competition Phase."""

from __future__ import annotations

from tests.acme.story import Story

HOLDERS = '[options]\nnegate_window="holders"'
HOMES = {
    "egypt": "thebes",
    "hittites": "hattusha",
    "assyria": "assur",
    "babylon": "babylon",
    "elam": "elam",
    "greeks": "thrace",
    "sea_peoples": "alashiya",
    "urartu": "van",
    "medes_persians": "persis",
    "indus_valley": "gandhara",
}


def phase(areas: dict[str, str], *, top: str = "", order: str = "egypt hittites", **civs: str) -> Story:
    """A Competition Phase about to begin; of each civ the lines of its table."""
    names = order.split()
    tables = "".join(f'[civs.{c}]\nhome="{HOMES[c]}"\n{civs.get(c, "")}\n' for c in names)
    stacks = "".join(f'{area}="{stack}"\n' for area, stack in areas.items())
    listed = ",".join(f'"{c}"' for c in names)
    return Story(f'map="full"\nphase="competition"\norder=[{listed}]\n{top}\n{tables}[areas]\n{stacks}')


def fight(stacks: str, *, area: str = "aleppo", top: str = "", order: str = "egypt hittites", **civs: str) -> Story:
    """One Competition, up to its first question that is no window."""
    return phase({area: stacks}, top=top, order=order, **civs).windows()


def finish(t: Story) -> Story:
    """Nobody plays or pays anything any more: on to the Reckoning."""
    while t.table.pending is not None and t.state.phase == "competition":
        if t.is_window():
            t.silence()
            continue
        ask = t.ask()
        stop = [o for o in ("done", "pass", "lose", "white", "disk", "cube", "none") if o in ask.options]
        t.answer(ask.seat, *(stop[:1] or ask.options[: max(1, ask.least)]))
    return t
