"""What a seat can do on the page of its table. All else is done in Discord, which tells what a person may do there."""

from __future__ import annotations

from typing import Final

QUESTIONS: Final = """
    seat take both pick toggle part part_less part_form part_sent group order go back over number typed_num typed_ord
    order_sent fix less fill line line_sent before before_ok stop add let_pass reseal unseal undo undo_now
    f_go f_none f_none_all f_pay f_plan f_step f_until f_with
    deity deity_ok save pay save_go save_all save_best lose_all advance advance_to
    joined join_less join_form join_sent tax_form tax_rate join_go join_type join_typed shortcut
"""
BESIDE: Final = """
    auto orders auto_kind auto_set auto_off ahead ahead_sent ahead_off q_next q_pick q_line q_sent q_off q_stops
    hand npc_hand show_to notes note_add note_sent note_off late_back snooze hint_why hint_on hint_off advise
    ask_back back_in what_back agree refuse here away_form away_sent show_table
"""
"""What else a seat has."""
LOOKS: Final = """
    status cities discard legend log log_go log_then story why chart rules rule rule_find rule_found rule_list help
    since result figures prefs_form prefs_sent prefs_set prefs_look prefs_show zone_form zone_sent zone_on stay done
    report report_in review browsers sign_out
"""
"""What looks something up, or concerns the person alone."""
ON_PAGE: Final = frozenset(f"{QUESTIONS}{BESIDE}{LOOKS}".split())
