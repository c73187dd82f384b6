//! `rival tournament`, whole runs: mock engines that misbehave in every way, real engines over both protocols, kills
//! and resumption.
//!
//! This program is its own mock engine: `mock gtp|nboard ...`. `torture N` and `kills N` are the long forms of two
//! tests.

#[cfg(unix)]
mod catalogue;
#[cfg(unix)]
mod clocks;
#[cfg(unix)]
mod conformance;
#[cfg(target_os = "linux")]
mod doors;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod features;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
#[cfg(unix)]
mod mock;
#[cfg(unix)]
mod real;
#[cfg(unix)]
mod resume;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod schedules;
#[cfg(unix)]
mod tune;
#[cfg(unix)]
mod usage;

/// A tournament needs Linux or macOS.
#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    use std::path::Path;

    use libtest_mimic::{Arguments, Trial};

    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("mock") => return mock::run(&words[1..]),
        Some("torture") => return faults::torture(words[1].parse().expect("a number of games")),
        Some("kills") => return resume::kills(words[1].parse().expect("a number of kills"), 200),
        _ => {}
    }
    let mut arguments = Arguments::from_args();
    // Half of these tests wait for an engine that sleeps or hangs.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    let test = |name: &str, run: fn()| {
        Trial::test(name, move || {
            run();
            Ok(())
        })
    };
    // Shown, and left out where this machine lacks what they need.
    let needs = |what: &str, found: bool, name: &str, run: fn()| {
        test(name, run).with_kind(format!("needs {what}")).with_ignored_flag(!found)
    };
    let linux = cfg!(target_os = "linux");
    let mut tests = vec![
        test("our_players_conform", conformance::our_players_conform),
        test("each_case_is_told_at_once", conformance::each_case_is_told_at_once),
        test("every_fault_of_a_mock_is_found", conformance::every_fault_of_a_mock_is_found),
        test(
            "an_engine_without_an_answer_may_speak_another_protocol",
            conformance::an_engine_without_an_answer_may_speak_another_protocol,
        ),
        test("an_engine_that_does_not_start_is_told_once", conformance::an_engine_that_does_not_start_is_told_once),
        test("an_engine_that_ends_in_a_case_is_told", conformance::an_engine_that_ends_in_a_case_is_told),
        test("unusable_arguments_of_conformance", conformance::unusable_arguments_of_conformance),
        test("slow_engines_lose_on_time", faults::slow_engines_lose_on_time),
        test("torture", || faults::torture(40)),
        test("the_end_of_standard_error_is_kept", faults::the_end_of_standard_error_is_kept),
        test("a_run_stops_at_a_fault", faults::a_run_stops_at_a_fault),
        test("idle_engines_are_ended", faults::idle_engines_are_ended),
        needs("Linux", linux, "memory_is_limited", faults::memory_is_limited),
        needs("Linux", linux, "clocks_can_count_processor_time", clocks::clocks_can_count_processor_time),
        needs("Linux", linux, "our_engines_think_by_processor_time", clocks::our_engines_think_by_processor_time),
        needs("Linux", linux, "a_busy_machine_is_told", clocks::a_busy_machine_is_told),
        needs(
            "Linux",
            linux,
            "losses_for_want_of_a_processor_are_played_again",
            clocks::losses_for_want_of_a_processor_are_played_again,
        ),
        test("an_entry_is_enough", catalogue::an_entry_is_enough),
        test("engines_are_listed", catalogue::engines_are_listed),
        test("the_known_optimum_is_found", tune::the_known_optimum_is_found),
        test("a_search_goes_on", tune::a_search_goes_on),
        test("a_search_is_killed_in_its_first_write", tune::killed_in_its_first_write),
        test("any_field_can_be_tuned", tune::any_field_can_be_tuned),
        test("a_step_of_faults_ends_the_search", tune::a_step_of_faults_ends_the_search),
        test("the_side_with_the_fewest_discs_may_win", tune::the_side_with_the_fewest_discs_may_win),
        test("the_same_games_at_any_concurrency", resume::the_same_games_at_any_concurrency),
        test("killed_and_resumed", || resume::kills(5, 30)),
        test("a_folder_is_enough_to_go_on", resume::a_folder_is_enough_to_go_on),
        test("killed_in_its_first_write", resume::killed_in_its_first_write),
        test("a_torn_line_is_played_again", resume::a_torn_line_is_played_again),
        test("a_result_is_held_against_its_moves", resume::a_result_is_held_against_its_moves),
        test("a_full_disk_is_a_part_that_failed", resume::a_full_disk_is_a_part_that_failed),
        test("parts_are_put_together_to_the_whole", resume::parts_are_put_together_to_the_whole),
        test("parts_are_extended_and_killed", resume::parts_are_extended_and_killed),
        test("sprt_stops_at_the_same_game", resume::sprt_stops_at_the_same_game),
        test("losses_are_those_of_the_games_that_count", resume::losses_are_those_of_the_games_that_count),
        test("of_several_attempts_the_last_is_converted", resume::of_several_attempts_the_last_is_converted),
        test("a_gauntlet_keeps_its_first_engine", resume::a_gauntlet_keeps_its_first_engine),
        test(
            "engines_that_cannot_load_an_opening_are_named_before_the_first_game",
            resume::engines_that_cannot_load_an_opening_are_named_before_the_first_game,
        ),
        test("an_engine_that_gives_up_has_lost", features::an_engine_that_gives_up_has_lost),
        test("an_even_game_is_drawn", features::an_even_game_is_drawn),
        test("what_each_engine_has", features::what_each_engine_has),
        needs("Linux", linux, "each_game_has_its_processors", features::each_game_has_its_processors),
        test("more_games_are_the_same_as_all_at_once", schedules::more_games_are_the_same_as_all_at_once),
        test("more_engines_join_a_finished_run", schedules::more_engines_join_a_finished_run),
        test("twenty_engines_have_a_readable_table", schedules::twenty_engines_have_a_readable_table),
        test("anchors_move_the_scale", schedules::anchors_move_the_scale),
        test("both_protocols_play_the_same_games", real::both_protocols_play_the_same_games),
        test("both_protocols_tell_depth_nodes_and_value", real::both_protocols_tell_depth_nodes_and_value),
        test(
            "its_games_are_no_lessons_unless_the_engine_s_env_says_so",
            real::its_games_are_no_lessons_unless_the_engine_s_env_says_so,
        ),
        test("positions_over_both_protocols", real::positions_over_both_protocols),
        needs("Debian's grhino", Path::new("/usr/games/gtp-rhino").exists(), "gtp_rhino", real::gtp_rhino),
        needs(
            "Debian's grhino",
            Path::new("/usr/games/gtp-rhino").exists(),
            "rhino_by_its_entry",
            catalogue::rhino_by_its_entry,
        ),
        test("adjudicated_games_are_not_played_out", real::adjudicated_games_are_not_played_out),
        test("a_round_robin_over_clocks", real::a_round_robin_over_clocks),
        test("our_engines_play_by_the_millisecond", real::our_engines_play_by_the_millisecond),
        test("engines_are_shown_before_they_play", real::engines_are_shown_before_they_play),
        test("openings_of_a_file_and_losses", usage::openings_of_a_file_and_losses),
        test("losses_need_values_for_the_rule", usage::losses_need_values_for_the_rule),
        test("unusable_arguments", usage::unusable_arguments),
        test("the_users_home_is_known", usage::the_users_home_is_known),
        test("players_for_the_other_rule_are_named", usage::players_for_the_other_rule_are_named),
        test("a_log_has_the_standing", usage::a_log_has_the_standing),
        test("a_changed_program_is_named", usage::a_changed_program_is_named),
        test("every_file_says_how_it_was_played", usage::every_file_says_how_it_was_played),
        test("another_tournaments_folder", usage::another_tournaments_folder),
        test("the_page_needs_nothing_else", usage::the_page_needs_nothing_else),
        test("logs_are_not_written_through_links", usage::logs_are_not_written_through_links),
        test("results_are_not_written_through_links", usage::results_are_not_written_through_links),
        test("a_folder_that_was_changed", usage::a_folder_that_was_changed),
        test("a_configuration_file", usage::a_configuration_file),
    ];
    #[cfg(target_os = "linux")]
    tests.push(test("nothing_listens", doors::nothing_listens));
    tests.extend(hostile::trials().map(|(name, run)| {
        Trial::test(name, move || {
            run();
            Ok(())
        })
    }));
    libtest_mimic::run(&arguments, tests).exit();
}
