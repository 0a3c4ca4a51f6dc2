"""What is done in Discord alone, which tells what a person may do there. A seat can do all else on its page."""

from __future__ import annotations

from typing import Final

_VERBS: Final = """
    accept add_npc again alone begin cup cup_draw cup_end cup_join cup_leave data_no data_yes decline end_yes
    film find find_join find_seat fewer give_back greet_at greet_new how about more teams join join_again
    keep_lobby learn learn_ends learn_stop leave leave_yes letter_all letters late_vote map map_post map_show
    map_text mend mend_yes not_fewer npcs_sent offer_back open options opt_basic opt_civ opt_civs opt_more
    opt_npcs opt_page opt_sent opt_set basic_sent page page_sent pause picture privacy reclaim remove replay
    replay_go replay_of retry_dm rewind rewind_ask rewind_yes room room_team room_with seat_at set set_form
    set_sent settings setup_away setup_data setup_form setup_gone setup_look setup_sent setup_set setup_stay
    setup_try stand_for stand_yes start start_end start_fill start_wait starts starts_in tables team_all
    team_form team_pick team_sent team_talk tell_again tell_form tell_host tell_sent tell_stop tell_to there
    thread times times_in verify watch copy copy_in tokens token_form token_sent token_end programs
    prog_form prog_sent prog_end prog_table prog_seat prog_out calendar cal_new cal_end
    hooks hook_form hook_sent hook_end
"""
DISCORD_ALONE: Final = frozenset(_VERBS.split())
