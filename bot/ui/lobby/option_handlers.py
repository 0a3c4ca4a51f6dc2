"""Handlers of the forms in which a host sets the options of a lobby; a mistake in one is shown on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.contract.tables import Person, Refused, TableInfo
from bot.ui.lobby import form_reader, npc_form
from bot.ui.lobby import screens as lobby
from bot.ui.lobby.basics_form import LENGTH, OWN, basics_fields, basics_form, read_basics
from bot.ui.lobby.handlers import TableHandlers, go
from bot.ui.lookup import errors
from bot.ui.parts import Form, Screen, refilled
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import lobby_of

FORM: Final = "form"
"""What is put off when a form has something wrong in it."""
OF_PAGE: Final = "~"
WRONG: Final = frozenset(
    {
        "bad_option",
        "bad_value",
        "civ_taken",
        "no_length",
        "setup",
        "too_long_field",
        "unknown_civ",
        "unknown_event",
        "unknown_option",
    }
)
"""Refusals that tell what is wrong in a form."""


class OptionHandlers(TableHandlers):
    """Scenario, board, length, pace, NPCs, house options."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "opt_set": self.set_one,
            "opt_basic": self.basics,
            "basic_sent": self.basics_sent,
            "opt_more": self.more,
            "opt_sent": self.sent,
            "opt_page": self.page,
            "page_sent": self.page_sent,
            "opt_npcs": self.npcs,
            "npcs_sent": self.npcs_sent,
        }

    async def set_one(self, visit: Visit) -> Answer:
        """Set the scenario from its menu; or board, length, pace or NPCs from a menu of an older screen.

        Refused: host_only, begun, bad_option, setup.
        """
        info, person, value = await self.lobby_found(visit), person_of(visit), next(iter(visit.values), "")
        if visit.option.startswith("scenario"):
            return self.options_of(await self.service.set_options(info.id, person, scenario=value), person)
        if visit.option == LENGTH and value == OWN:
            return lobby.more_form(info, self.names(info))
        if visit.option not in {field.key for field in basics_fields(info)}:
            options = {lobby_of(info.game).map: value}  # refused, with the reason why there is no choice of map
            return self.options_of(await self.service.set_options(info.id, person, options=options), person)
        return await self._set_basics(info, person, {visit.option: (value,)})

    async def basics(self, visit: Visit) -> Form:
        """Return the form of board, length, pace and number of NPCs. Refused: begun, over."""
        return await self._again(visit, visit.option, basics_form(await self.lobby_found(visit)))

    async def basics_sent(self, visit: Visit) -> Answer:
        """Apply the form. Refused: host_only, begun; mistakes are shown on the screen."""
        info, person = await self.lobby_found(visit), person_of(visit)
        try:
            return await self._set_basics(info, person, visit.fields)
        except Refused as refused:
            return await self._told_wrong(visit, info, refused, "opt_basic")

    async def _set_basics(self, info: TableInfo, person: Person, fields: Mapping[str, Sequence[str]]) -> Screen:
        options, pace, npcs = read_basics(info, fields)
        if options or npcs is not None or not pace:
            info = await self.service.set_options(info.id, person, options=options, npcs=npcs)
        if pace:
            info = await self.service.change_settings(info.id, person, pace=pace)
        return self.options_of(info, person)

    async def _told_wrong(self, visit: Visit, info: TableInfo, refused: Refused, verb: str, page: str = "") -> Screen:
        """Return the options with what is wrong in a form, and a button that opens it with what was filled in."""
        if refused.code not in WRONG:
            raise refused
        wanted = {"fields": {key: list(values) for key, values in visit.fields.items()}}
        mark = await self.service.put_off(person_of(visit), FORM, wanted)
        again = go("form_again", verb, f"{page}{OF_PAGE}{mark}", "primary")
        line = errors.text(Refused(refused.code, **{"info": info, **refused.said}))
        return lobby.options_screen(info, person_of(visit), self.names(info), line, again)

    async def _again(self, visit: Visit, option: str, form: Form) -> Form:
        """Return the form with what was filled in before, if its button says so and it is still known."""
        _, _, mark = option.partition(OF_PAGE)
        try:
            wanted = await self.service.take_up(person_of(visit), FORM, mark) if mark else {}
        except Refused:
            return form
        if wanted:
            await self.service.put_off(person_of(visit), FORM, wanted)  # the form may be closed without being sent
        return refilled(form, wanted.get("fields", {}))

    async def more(self, visit: Visit) -> Form:
        """Return the form with more options. Refused: begun, over."""
        info = await self.lobby_found(visit)
        return await self._again(visit, visit.option, lobby.more_form(info, self.names(info)))

    async def sent(self, visit: Visit) -> Answer:
        """Apply the form. Refused: host_only, begun; mistakes are shown on the screen."""
        info = await self.lobby_found(visit)
        try:
            return self.options_of(await self._set_more(visit, info), person_of(visit))
        except Refused as refused:
            return await self._told_wrong(visit, info, refused, "opt_more")

    async def _set_more(self, visit: Visit, info: TableInfo) -> TableInfo:
        person, offered = person_of(visit), lobby_of(info.game, info.scenario)
        changes, settings = form_reader.read_boxes(offered, visit.fields.get("house", ()))
        if info.settings.window_close == "double" and settings.get("window_close") == "fixed":
            settings.pop("window_close")  # the box is only for early ones: left empty it changes nothing
        changes |= form_reader.read_end(visit.field("end"), offered, info.game, info.options)
        if offered.left_out_option:
            changes[offered.left_out_option.name] = form_reader.read_left_out(
                visit.field("out"), self.names(info), offered.left_out_option
            )
        for option in offered.options_with("radio")[:1]:
            changes[option.name] = option.parse(visit.field("returns") or str(option.values[0]))
        changes |= {option.name: list(visit.fields.get("set", ())) for option in offered.options_with("set")[:1]}
        await self.service.set_options(info.id, person, options=changes)
        return await self.service.change_settings(info.id, person, **settings, note=visit.field("note"))

    async def page(self, visit: Visit) -> Form:
        """Return a further form of the game's. Refused: begun, over, and refused, for one that its scenario does not
        have.
        """
        info, page = await self.lobby_found(visit), visit.option.partition(OF_PAGE)[0]
        if page not in lobby_of(info.game, info.scenario).pages:
            raise Refused("refused", table=info.id)
        return await self._again(visit, visit.option, lobby.page_form(info, page))

    async def page_sent(self, visit: Visit) -> Answer:
        """Apply the form of options. Refused: host_only, begun; mistakes are shown on the screen."""
        info, person = await self.lobby_found(visit), person_of(visit)
        offered = lobby_of(info.game, info.scenario)
        filled = [(option, visit.field(option.name)) for option in offered.options_with("radio", page=visit.option)]
        changes = {option.name: option.parse(value) for option, value in filled if value}
        ticked = offered.options_with("set", page=visit.option)
        changes |= {option.name: list(visit.fields.get(option.name, ())) for option in ticked}
        try:
            return self.options_of(await self.service.set_options(info.id, person, options=changes), person)
        except Refused as refused:
            return await self._told_wrong(visit, info, refused, "opt_page", visit.option)

    async def npcs(self, visit: Visit) -> Form:
        """Return the form about the NPC seats. Refused: begun, over."""
        info = await self.lobby_found(visit)
        return await self._again(visit, visit.option, npc_form.npc_form(info, self.names(info)))

    async def npcs_sent(self, visit: Visit) -> Answer:
        """Apply the form of NPC seats. Refused: host_only, begun; mistakes are shown on the screen."""
        info, person = await self.lobby_found(visit), person_of(visit)
        try:
            civs, changes = npc_form.read_form(info, self.names(info), visit.fields)
            return self.options_of(
                await self.service.set_options(info.id, person, options=changes, npc_civs=civs), person
            )
        except Refused as refused:
            return await self._told_wrong(visit, info, refused, "opt_npcs")
