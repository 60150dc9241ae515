"""Which tests take long: `pytest` leaves them out, and `pytest -m thorough` runs them alone (`docs/inside/testing.md`).

Long are: all that starts many processes or a browser, oracles that try everything, the tools, and what is tried in
every game where one or two of them find most of it. Of what is tried in every game, the short tests have a few games,
the thorough ones more, and `pytest -m every_game` has the others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

SHORT = "not thorough and not every_game"
"""The choice that `pyproject.toml` makes."""
TESTS = Path(__file__).parent
ALL = ""
THOROUGH = {
    "lab/balance/test_comparisons.py": ALL,
    "lab/balance/test_deals.py": ALL,
    "lab/balance/test_reports.py": "test_games_that_nobody_wins_are_no_games_with_several_winners",
    "lab/balance/test_sets_by_seat.py": ALL,
    "lab/bots/test_hints_of_games.py": "hearts",
    "lab/simulation/test_notebook.py": ALL,
    "table/browser": "test_finding_chromium test_hot_seat",
    "check/checks/test_certainties.py": ALL,
    "check/checks/test_each_check.py::test_each_case": ALL,
    "check/checks/test_examples.py::test_an_example": "1",
    "check/checks/test_fixes.py::test_the_fixes_of_an_example": "unknown wrong unused",
    "check/checks/test_look_alikes.py::test_a_character_of_another_kind_behind_a_key": ALL,
    "check/checks/test_same_facts.py": ALL,
    "check/checks/test_slips.py": ALL,
    "check/checks/test_slips_of_use.py": ALL,
    "check/checks/test_ignoring.py::test_a_file_full_of_comments_is_judged_in_no_time": ALL,
    "check/checks/test_whole_models.py::test_shipped_rulesets_are_clean": "avant_carde kuhn_poker klondike",
    "check/checks/test_whole_models.py::test_no_check_minds_what_is_broken": "0",
    "table/commands/test_command_against.py": ALL,
    "table/commands/test_command_balance.py": ALL,
    "table/commands/test_command_build.py::test_the_same_bytes_everywhere": ALL,
    "table/commands/test_command_check.py": (
        "test_a_ruleset_without_mistakes test_what_is_broken_is_found test_several_mistakes_come_in_one_run"
    ),
    "table/commands/test_command_check_again.py": ALL,
    "table/commands/test_command_check_fix.py": ALL,
    "table/commands/test_command_check_formats.py": ALL,
    "table/commands/test_command_check_ignore.py": ALL,
    "table/commands/test_command_check_policy.py": ALL,
    "table/commands/test_command_check_watch.py": ALL,
    "table/commands/test_command_export_cards.py::test_what_is_refused": "options0 options6 options11 options12",
    "table/commands/test_command_main.py::test_a_reader_who_goes_away_is_no_mistake": ALL,
    "table/commands/test_command_main.py::test_an_executor_that_cannot_be_had_is_said_on_one_line": ALL,
    "table/commands/test_command_match.py": ALL,
    "table/commands/test_command_new.py::test_a_copy_of_each_shipped_game_is_clean_and_passes": ALL,
    "table/commands/test_command_new.py::test_each_shipped_game_can_have_one": ALL,
    "table/commands/test_command_new.py::test_positions_of_each_shipped_game_become_scenarios": ALL,
    "table/commands/test_command_seats.py": ALL,
    "table/commands/test_command_show.py::test_all_names_are_listed_and_each_can_be_shown": ALL,
    "table/commands/test_command_show.py::test_as_machine_code": ALL,
    "table/commands/test_command_simulate.py": ALL,
    "table/commands/test_command_export.py::test_a_game_that_plays_is_one_file": ALL,
    "table/commands/test_command_export.py::test_what_is_large_is_told_in_words": ALL,
    "table/commands/test_config.py": ALL,
    "table/commands/test_long_work.py": ALL,
    "table/commands/test_outside_content_option.py": ALL,
    "table/commands/test_random_games.py": ALL,
    "table/commands/test_streams.py": ALL,
    "table/web/test_game_file.py::test_a_file_holds_all_numbers_of_players_and_whole_sets": ALL,
    "table/web/test_game_file.py::test_pictures_stand_in_the_file": ALL,
    "table/web/test_game_file.py::test_pictures_that_are_refused": ALL,
    "table/web/test_game_file.py::test_titles_are_text": ALL,
    "table/web/test_hall.py::test_tables_of_a_file": ALL,
    "text/content/test_avant_carde_pairs.py": ALL,
    "text/content/test_bioutifoul.py": ALL,
    "text/content/test_stories.py::test_every_option_has_a_sentence": "vintage",
    "text/content/test_stories.py::test_no_name_of_the_rules_shows": ALL,
    "text/diagnostics/test_catalogue.py::test_a_page_is_read_only_if_somebody_asks_for_it": ALL,
    "text/diagnostics/test_messages.py": ALL,
    "text/schema/test_gate.py::test_both_say_the_same_of_a_file_that_was_changed": ALL,
    "text/schema/test_schemas.py::test_uses_known_keywords_only": ALL,
    "text/source/test_recover.py::test_the_work_for_a_file_full_of_faults_is_bounded": ALL,
    "text/syntax/test_driver.py::test_right_code_needs_no_lark": ALL,
    "text/syntax/test_grammar.py::test_stored_tables_give_the_same_trees": ALL,
    "text/syntax/test_numbers.py::test_in_files": ALL,
    "play/content_from_outside": ALL,
    "model/declare/test_overlay_mistakes.py::test_what_is_no_mistake": ALL,
    "author/editor/test_colours_and_lenses.py": ALL,
    "author/editor/test_names.py::test_a_name_is_renamed_wherever_it_stands": "table money",
    "author/editor/test_random_edits.py": ALL,
    "author/editor_schemas": ALL,
    "author/formatting/test_random_layouts.py::test_the_rules_of_a_game_stay_the_same": "lanterns",
    "author/formatting/test_random_layouts.py::test_the_rules_of_a_random_game_stay_the_same": "0",
    "author/booklet/test_writers.py::test_every_text_survives": ALL,
    "author/booklet/test_rulebooks.py": "art_decko avant_carde bioutifoul hearts spades",
    "author/cards/test_deck.py::test_there_are_as_many_as_the_game_has": "bioutifoul hearts",
    "author/cards/test_printed_by_command.py": ALL,
    "author/cards/test_printed_hostile.py": ALL,
    "author/cards/test_printed_pictures.py": ALL,
    "author/cards/test_printed_sheets.py": ALL,
    "table/commands/test_printed_rulebook.py": ALL,
    "author/printing/test_printing.py": ALL,
    "author/test_site.py::test_the_site_needs_nothing_from_elsewhere": ALL,
    "author/test_site.py::test_links_that_lead_nowhere_end_the_build": ALL,
    "engine/execute/test_limited_memory.py::test_what_does_not_fit_is_a_fault_and_the_game_goes_on": ALL,
    "engine/execute/test_limited_memory.py::test_every_shipped_game_fits_into_a_module": ALL,
    "engine/execute/test_wasm.py::test_games_are_the_same": "lanterns whispers",
    "engine/execute/test_wasm.py::test_a_position_stays_in_memory_until_somebody_needs_it": ALL,
    "engine/execute/test_wasm.py::test_memory_outlives_its_instance": ALL,
    "engine/machine/test_foresight.py::test_games_are_the_same_without_foresight": "lanterns",
    "engine/execute/test_wasm.py::test_threads_that_share_an_instance_leave_the_process_alone": ALL,
    "play/game/test_collect.py::test_as_trying_everything_finds": ALL,
    "play/game/test_counted_pieces.py::test_most_games_need_no_machine": ALL,
    "play/game/test_all_node_kinds.py": ALL,
    "play/game/test_executors.py::test_games_go_on_the_same": "lanterns",
    "play/game/test_executors.py::test_nothing_thinks_under_cpython": ALL,
    "play/game/test_hidden_values.py": ALL,
    "play/game/test_interrupted_steps.py": "test_a_lock_is_enough",
    "play/game/test_long_code.py": ALL,
    "play/game/test_looking_ahead.py::test_in_random_games": "lanterns crafts",
    "play/game/test_marks.py::test_who_tells_cards_apart_by_marks_learns_nothing_else": ALL,
    "play/game/test_metering.py": ALL,
    "play/game/test_playing_in_memory.py": ALL,
    "play/game/test_saves_and_pickles.py::test_a_pickle_of_other_content_is_refused": ALL,
    "play/game/test_size_limits.py::test_a_position_holds_so_much": "watches",
    "play/game/test_properties.py": ALL,
    "play/game/test_random_settings.py::test_a_simulation_draws_for_each_game": ALL,
    "play/game/test_rollouts.py::test_they_are_games_played_out_one_by_one": "lanterns",
    "play/game/test_same_for_a_seat.py": "hearts",
    "play/game/test_search.py::test_an_interruption_leaves_the_game_as_it_was": ALL,
    "model/ir/test_ir_json.py::test_what_is_written_can_be_read_and_keeps_everything": "hearts",
    "engine/lower/test_expressions.py::test_every_expression_comes_to_what_it_came_to": ALL,
    "engine/lower/test_programs.py": "lanterns hearts",
    "engine/machine/test_knowledge.py": "0 1 2 3 nested returned shown_beside shown_and_kept",
    "engine/machine/test_determinization.py": "test_every_consistent_deal_is_equally_likely",
    "engine/machine/test_planted_faults.py": ALL,
    "lab/matches/test_match.py": ALL,
    "play/observation/test_page_of_research.py": ALL,
    "play/observation/test_pettingzoo.py": ALL,
    "lab/parallel/test_cluster.py": ALL,
    "lab/parallel/test_jobs.py": "test_processes_give_what_one_gives",
    "play/plugins/test_activation.py": ALL,
    "play/plugins/test_bots_of_plugins.py": ALL,
    "play/plugins/test_checks.py": ALL,
    "play/plugins/test_functions_of_plugins.py": ALL,
    "play/plugins/test_listeners.py::test_simulated_games_tell_their_ends": ALL,
    "play/plugins/test_misbehaving_plugins.py": "test_a_plugin_that_leaves_is_named",
    "play/plugins/test_page.py": ALL,
    "play/presentation/test_page_states.py": "lanterns hearts",
    "author/properties/test_tells_breaks.py": "test_two_branches_that_do_different_things",
    "author/properties": ALL,
    "author/random_testing/test_faults_found.py": ALL,
    "author/random_testing/test_unreached.py": ALL,
    "check/scenario_files/test_slips_in_scenarios.py::test_a_slip_is_found_on_its_line": "whispers",
    "author/scenarios/test_command.py": "test_json test_coverage_as_data",
    "author/scenarios/test_all_scenarios.py::test_each_power_is_missed": ALL,
    "author/scenarios/test_coverage.py::test_shipped_rulesets_are_covered": ALL,
    "table/serve/test_asking_others.py::test_bots_agree_without_being_asked": ALL,
    "table/serve/test_killed_server.py": ALL,
    "table/serve/test_misfortune.py": ALL,
    "table/serve/test_rematch.py": "test_settings_stay",
    "table/serve/test_shelf.py::test_the_command_without_a_name_serves_all": ALL,
    "table/serve/test_worker.py::test_a_question_that_takes_too_long_is_given_up": ALL,
    "table/serve/test_worker.py::test_a_question_is_answered_by_another_process_that_may_end": ALL,
    "table/serve/test_worker.py::test_a_worker_answers_as_the_table_would": "vintage",
    "table/session/test_autosave.py::test_only_one_of_many_gets_a_place": ALL,
    "table/session/test_record.py::test_a_game_that_is_left_after_each_choice_ends_like_one_that_is_not": ALL,
    "table/session/test_undo.py::test_every_position_is_found_again": "crazy_eights",
    "table/session/test_undo.py::test_taking_back_leaves_no_trace_but_in_the_log": "crazy_eights",
    "lab/simulation/test_simulate.py": ALL,
    "play/standalone/test_module.py::test_it_imports_nothing_and_its_memory_does_not_grow": ALL,
    "play/standalone/test_digests.py": "hearts cribbage",
    "play/standalone/test_hosts.py": ALL,
    "play/standalone/test_page.py": ALL,
    "play/standalone/test_reasons.py": "crazy_eights",
    "play/standalone/test_undo.py::test_choices_are_taken_back_alike": "whispers caravans",
    "play/standalone/test_two_worlds.py::test_every_byte_is_the_same_in_many_worlds": ALL,
    "play/standalone/test_states.py::test_each_seat_is_shown_the_same": ALL,
    "play/stored": "test_cache",
    "table/terminal/test_loop.py": ALL,
    "table/terminal/test_output.py": ALL,
    "table/terminal/test_screens.py::test_a_screen_depends_on_nothing_that_the_seat_cannot_see": "lanterns hearts",
    "table/terminal/test_screens.py::test_no_line_is_too_long": ALL,
    "table/page/test_bytes.py::test_what_is_sent_is_a_script_with_the_same_lines": ALL,
    "table/terminal/test_settings_line.py::test_headings": ALL,
    "table/terminal/test_widths.py": "lanterns test_labels_and_words_of_any_length",
    "test_authoring.py": ALL,
    "test_examples_of_pages.py::test_a_program_of_a_page_runs": ALL,
    "test_examples_of_pages.py::test_the_examples_run": ALL,
    "test_links.py::test_files_that_comments_name_are_there": ALL,
    "test_usage.py": ALL,
    "tools": ALL,
    "engine/webassembly/test_executors.py::test_games_are_the_same": "lanterns",
    "engine/webassembly/test_executors.py::test_code_that_counts_is_the_same": ALL,
    "engine/webassembly/test_planted_faults.py": ALL,
    "play/why_not/test_answers_in_all_games.py": ALL,
    "play/why_not/test_other_decisions.py::test_hostile_texts": ALL,
    "play/workspace/test_typing.py::test_models_of_earlier_texts_are_let_go": ALL,
    "play/workspace/test_workspace.py::test_a_workspace_says_the_same_as_a_fresh_reading": ALL,
    "play/workspace/test_workspace.py::test_comments_use_nothing": ALL,
    "play/workspace/test_workspace.py::test_random_edits_of_scenarios": ALL,
}
"""By folder, module or test: the names of the modules, tests or cases in it that are short all the same. The first
place that holds a test counts."""


EVERY_GAME = {
    "table/browser/test_one_file.py::test_a_whole_game_by_clicks": "vintage",
    "table/browser/test_whole_games.py::test_a_whole_game_by_clicks_on_things_at_a_desk": "avant_carde hearts vintage",
    "table/browser/test_whole_games.py::test_a_whole_game_with_the_keyboard_alone": "vintage",
}
"""By test: the games in which it is thorough; in its others it takes minutes, and is left to `pytest -m every_game`."""

LARGE = frozenset({"moors"})
"""The rulesets of the tests that are as large as shipped ones."""

WHOLE = frozenset({"art_decko", "avant_carde", "bioutifoul", "hearts", "vintage"})
"""The games in which nearly all forms of the language stand: each thorough test tries them."""
_RULESETS = (TESTS.parent / "rulesets", TESTS / "rulesets")
OTHERS = sorted({file.parent.name for each in _RULESETS for file in each.glob("*/ruleset.yaml")} - WHOLE)
MANY = 10
"""A test of cases of so many games is one that is tried in every game."""
ONE_IN_SHORT = 6
ONE_IN = 12
"""One in so many games has a case among the short tests; one in so many of all but WHOLE, among the thorough ones. They
are other games for each test."""
OF_EACH = (
    "author/scenarios",
    "check/checks/test_whole_models.py::test_shipped_rulesets_are_clean",
    "table/browser/test_one_screen.py::test_full_positions_are_those_of_the_games",
    "table/browser/test_one_screen.py::test_full_tables_are_one_screen",
    "text/content",
    "tools/same_games",
)
"""What says something of each game, and not of the engine in each game."""


@cache
def places_of(path: Path) -> list[tuple[Path, str, frozenset[str]]]:
    """The places that hold tests of a module: the folder or module of each, its function or "", and what is short there
    all the same."""
    around = {str(each) for each in (path, *path.parents)}
    places = ((*place.partition("::")[::2], short) for place, short in THOROUGH.items())
    return [
        (TESTS / file, only, frozenset(short.split())) for file, only, short in places if f"{TESTS}/{file}" in around
    ]


def is_left_out(path: Path) -> bool:
    """Whether nothing in a folder or module belongs to the short tests."""
    for place, only, short in places_of(path):
        if not only:
            return path.stem not in short if path != place else not short
    return False


def is_thorough(path: Path, function: str, case: str) -> bool:
    """Whether a test, or a case of it, is left out of the short tests. `case` is what pytest
    calls it, with `-` between the values."""
    names = names_of(path, function, case)
    if names & LARGE:
        return True
    for _, only, short in places_of(path):
        if only in ("", function):
            return not names & short
    return False


def names_of(path: Path, function: str, case: str) -> set[str]:
    """By what a list may name a case of a test."""
    return {path.stem, function, *re.split("[-/]", case)}


Case = tuple[Path, str, str]
"""Where a test stands, its function, and what pytest calls its case."""


def spared(cases: Iterable[Case], games: Sequence[str], one_in: int) -> set[Case]:
    """Those of the cases of tests that are tried in every game that are left out: of each `games`, all but so many."""
    by_test: dict[tuple[Path, str], dict[str, list[Case]]] = {}
    for path, function, case in cases:
        for game in {*re.split("[-/]", case)} & {*OTHERS, *WHOLE}:
            by_test.setdefault((path, function), {}).setdefault(game, []).append((path, function, case))
    return {
        case
        for (path, function), cases_of_game in by_test.items()
        if len(cases_of_game) >= MANY and not _is_of_each(path, function)
        for turn, game in enumerate(games)
        for case in cases_of_game.get(game, ())
        if (turn + crc32(case[2].replace(game, function).encode())) % one_in
    }


def left_to_longer_tiers(cases: Collection[Case]) -> tuple[set[Case], set[Case]]:
    """Which of all cases are thorough, and which are left to `pytest -m every_game`."""
    long = {case for case in cases if is_thorough(*case)}
    long |= spared((case for case in cases if case not in long), [*OTHERS, *sorted(WHOLE)], ONE_IN_SHORT)
    rare = spared(long, OTHERS, ONE_IN) | {case for case in long if _takes_minutes(case)}
    return long - rare, rare


def _takes_minutes(case: Case) -> bool:
    games = EVERY_GAME.get(f"{case[0].relative_to(TESTS).as_posix()}::{case[1]}")
    return games is not None and not names_of(*case) & {*games.split()}


def _is_of_each(path: Path, function: str) -> bool:
    places = (place.partition("::") for place in OF_EACH)
    return any(path.is_relative_to(TESTS / file) and only in ("", function) for file, _, only in places)
