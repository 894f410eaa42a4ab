"""The sentences follow from the data: each test flips the data and sees the words flip."""

from sample_documents import NOISY, approach, document, ladder, refused

from tf1_updates.reports.findings import findings


def reference(**fields):
    return approach("group_assign", "A2", **fields)


def growing(**fields):
    fields = dict(dict(growth=2.0, ops_added_per_step=52, session_runs_per_step=2), **fields)
    return approach("session_run_in_update", "Q2", **fields)


def text_of(*approaches, **settings):
    found = findings(document(list(approaches), **settings))
    assert 2 <= len(found) <= 5
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in found)
    return " ".join(found)


def test_the_whole_ladder_takes_four_sentences_and_names_what_matters():
    found = findings(ladder())
    assert len(found) == 4
    agreement, growth, costs, doubts = found
    assert agreement.startswith("8 approaches compute the rule's weights bit for bit")
    assert "rewritten_gradient does so for 91% of them and is 3.8e-06 off at worst" in agreement
    assert "process_gradients is unsupported: cannot see w (off by 9.8)" in agreement
    assert "session_run_in_update adds 51.2 ops" in growth and "(steps 42 to 45)" in growth
    assert "eval_after_step adds 4 ops" in growth and "the other 9 approaches add no ops" in growth
    assert "compiled are not told apart from group_assign" in costs
    assert "the 4 session calls a step of prebuilt_session_run, without growth, take 1.78x" in costs
    assert "session_run_in_update was stopped early at step 45 (time budget 10 s)" in doubts
    assert NOISY in doubts


def test_agreement_of_all_some_and_none():
    pair = reference(), approach("constraint")
    assert "group_assign and constraint compute the rule's weights bit for bit" in text_of(*pair)
    many = [approach(name) for name in ("compiled", "in_graph_loop", "optimizer_subclass")]
    assert "All 4 approaches compute the rule's weights" in text_of(reference(), *many)
    apart = approach("constraint", bit_equal_share=0.5, max_circle_error=2e-6)
    mixed = text_of(reference(), apart)
    assert "group_assign computes the rule's weights bit for bit" in mixed
    assert "constraint does so for 50% of them and is 2e-06 off at worst" in mixed
    nowhere = text_of(reference(bit_equal_share=0.75), apart)
    assert nowhere.startswith("No approach computes the rule's weights bit for bit")


def test_what_was_not_compared_is_not_said_to_agree():
    text = text_of(reference(), approach("constraint", bit_equal_share=None))
    assert "constraint was not compared" in text
    assert "constraint compute" not in text


def test_the_floor_follows_another_rule_unless_the_rule_is_plain_descent():
    floor = approach("built_in", "floor")
    assert "built_in, the floor, follows plain gradient descent" in text_of(reference(), floor)
    plain = {"name": "gradient_descent", "learning_rate": 0.1}
    assert "group_assign and built_in compute" in text_of(reference(), floor, rule=plain)


def test_an_approach_that_is_wrong_is_not_among_those_that_agree_or_cost():
    wrong = refused("compiled", "wrong", "step 3 in 'w': 5 of 20 weights", error=0.5)
    text = text_of(reference(), wrong)
    assert "compiled is WRONG at step 3 in 'w': 5 of 20 weights (off by 0.5)" in text
    assert "group_assign computes" in text
    assert "compiled takes" not in text and "told apart" not in text


def test_only_the_reference():
    text = text_of(reference())
    assert "no other approach was run, so there is nothing to compare" in text
    assert "group_assign adds no ops to its graph" in text
    assert "told apart" not in text and "as long" not in text


def test_a_growing_approach_is_held_against_the_end_of_the_reference():
    flat = reference(step_seconds=[1e-3] * 200)
    steep = growing(step_seconds=[1e-3] * 180 + [25e-3] * 20)
    text = text_of(flat, steep)
    assert "adds 52 ops to its graph at each step" in text
    assert (
        "a step of its last tenth (steps 181 to 200) takes 25x as long as in group_assign's" in text
    )


def test_new_ops_without_a_resolved_growth_are_said_to_be_just_that():
    text = text_of(reference(), growing(growth_ci95=[-1e-3, 3e-3]))
    assert "adds 52 ops to its graph at each step, but a growth of its step time is not" in text
    assert "last tenth" not in text


def test_a_growing_approach_without_a_last_tenth_tells_its_growth():
    short = growing(steps=9, growth_seconds_per_step=2e-3, growth_ci95=[1.9e-3, 2.1e-3])
    text = text_of(reference(), short)
    assert "a step takes 2.00 ms [1.90, 2.10] longer than the one before" in text
    nothing_to_hold_it_against = text_of(growing(growth_ci95=[1.9e-3, 2.1e-3]))
    assert "longer than the one before" in nothing_to_hold_it_against
    assert "group_assign was not timed, so there are no ratios" in nothing_to_hold_it_against


def test_nothing_grows():
    text = text_of(reference(), approach("constraint"))
    assert "The approaches add no ops to their graphs" in text
    assert "no step time is seen to change by a quarter or more" in text


def test_too_noisy_to_tell_is_not_called_steady():
    wide = {"growth_ci95": [-1e-4, 1e-4]}
    some = text_of(reference(), approach("constraint", **wide))
    assert "too short or too noisy to tell for constraint" in some
    every = text_of(reference(**wide), approach("constraint", **wide))
    assert "the run is too short or too noisy to show whether a step time grows" in every
    assert "no step time is seen" not in every


def test_a_step_time_that_changes_without_new_ops_is_a_warning():
    rising = {"growth_seconds_per_step": 1e-5, "growth_ci95": [0.9e-5, 1.1e-5]}
    falling = {"growth_seconds_per_step": -1e-5, "growth_ci95": [-1.1e-5, -0.9e-5]}
    assert "group_assign's step time rose by about 2.0 ms over the run" in text_of(
        reference(**rising), approach("constraint")
    )
    assert "group_assign's step time fell by about 2.0 ms over the run" in text_of(
        reference(**falling), approach("constraint")
    )


def test_a_ratio_is_a_difference_only_if_its_interval_excludes_one():
    def ratio(value, low, high):
        return text_of(reference(), approach("constraint", ratio=value, ratio_ci95=[low, high]))

    alike = ratio(1.02, 0.95, 1.1)
    assert "constraint is not told apart from group_assign (its ratio's interval holds 1" in alike
    assert "a difference of 10% could hide there" in alike
    assert "a difference of 120% could hide there" in ratio(1.5, 0.8, 2.2)
    assert "constraint takes 1.20x [1.15, 1.25] as long as group_assign" in ratio(1.2, 1.15, 1.25)
    assert "constraint takes 0.80x [0.75, 0.85] as long as group_assign" in ratio(0.8, 0.75, 0.85)
    assert "not told apart" not in ratio(0.8, 0.75, 0.85) + ratio(1.2, 1.15, 1.25)


def test_a_ratio_without_an_interval_is_shown_as_one():
    text = text_of(reference(), approach("constraint", ratio=1.2, ratio_ci95=None))
    assert "constraint takes 1.2x (no interval) as long as group_assign" in text


def test_round_trips_without_growth():
    def calls(low, high):
        slow = approach("prebuilt_session_run", session_runs_per_step=4)
        slow.update(ratio=(low + high) / 2, ratio_ci95=[low, high])
        return text_of(reference(), slow)

    begins = "The 4 session calls a step of prebuilt_session_run, without growth, "
    assert begins + "take 1.40x [1.35, 1.45] as long as group_assign" in calls(1.35, 1.45)
    assert begins + "are not told apart from group_assign" in calls(0.9, 1.3)
    assert "With one session call" not in calls(1.35, 1.45)


def test_many_steps_in_one_call_are_at_most_one_call_a_step():
    single, loop = approach("constraint"), approach("in_graph_loop", session_runs_per_step=0.05)
    assert "With one session call a step" in text_of(reference(), single)
    assert "With at most one session call a step" in text_of(reference(), single, loop)


def test_an_interrupted_comparison_says_how_far_it_came():
    done = reference(steps=40), approach("constraint", steps=30)
    assert "interrupted: at most 40 of 200 steps" in text_of(*done, complete=False)
    assert "interrupted" not in text_of(*done, complete=True)


def test_nothing_was_timed():
    empty = reference(steps=0), approach("constraint", steps=0)
    text = text_of(*empty, complete=False)
    assert "No step was timed" in text
    assert "interrupted before a step was timed" in text
    assert "group_assign and constraint compute the rule's weights" in text
    assert "told apart" not in text and "add no ops" not in text


def test_no_approach_at_all():
    assert "No step was timed" in text_of(complete=False)


def test_an_early_stop_is_told_once_although_it_is_a_warning_too():
    stopped = growing(
        steps=45,
        stopped_early_at_step=45,
        warnings=["stopped early at step 45, because its share of the time budget was used"],
    )
    text = text_of(reference(), stopped)
    assert text.count("stopped early") == 1
    assert "stopped early" not in text_of(reference(), growing(steps=45))


def test_warnings_of_one_kind_are_quoted_once_and_of_another_again():
    noisy = "noisy: the middle half of its steps spans {}% of the median"
    quiet = text_of(reference(), approach("constraint"))
    assert "noisy" not in quiet
    text = text_of(
        reference(warnings=[noisy.format(15)]),
        approach("constraint", warnings=[noisy.format(23), "failed after 12 measured steps: no"]),
        approach("compiled", warnings=[noisy.format(31.5)]),
    )
    assert text.count("noisy") == 1
    assert noisy.format(15) + ", likewise constraint and compiled" in text
    assert "constraint: failed after 12 measured steps: no" in text


def test_a_name_at_the_start_of_a_sentence_keeps_its_small_letter():
    wrong = refused("compiled", "wrong", "step 3")
    assert text_of(wrong).startswith("compiled is WRONG")
    for name in ("group_assign", "compiled", "mine-2.0"):
        doubtful = approach(name, warnings=["noisy"])
        found = findings(
            document([reference(), doubtful] if name != "group_assign" else [doubtful])
        )
        assert found[-1] == name + ": noisy."


def test_text_from_a_document_cannot_break_a_line():
    wrong = refused("compiled", "wrong", "two\nlines\x1b[2J")
    assert "compiled is WRONG: two lines [2J" in text_of(reference(), wrong)


def warmed(name, found, apart=5, **fields):
    fields.update(warmup_seconds=[1e-2] * apart, warmup_steps_found=found)
    return approach(name, **fields)


def test_the_warm_up_that_was_found_is_told_and_whether_it_was_timed_apart():
    text = text_of(warmed("group_assign", 2), warmed("constraint", 4), warmup_steps=5)
    told = "The warm-up of an approach, found in the times, is its first 2 to 4 steps"
    assert told + "; 5 were timed apart, and none is in the numbers." in text
    text = text_of(warmed("group_assign", 2), warmed("constraint", 12), warmup_steps=5)
    assert "first 2 to 12 steps; 5 were timed apart" in text
    assert "which is too few for constraint (12); nothing is dropped." in text
    every = [warmed(name, 9) for name in ("group_assign", "constraint", "compiled", "built_in")]
    assert "is its first 9 steps; 5 were timed apart, which is too few for 4" in text_of(*every)


def test_no_warm_up_and_no_word_of_it_in_older_files():
    assert "No warm-up is found in the times." in text_of(warmed("group_assign", 0))
    assert "arm-up" not in text_of(reference(), approach("constraint"))
    assert "arm-up" not in text_of(reference(warmup_steps_found=None))


def test_a_loaded_machine_is_a_doubt():
    loaded = "the machine was loaded: other programs had 50% of its 2 processors"
    found = findings(dict(document([reference()]), warnings=[loaded]))
    assert found[-1] == "T" + loaded[1:] + "."


def test_a_rise_is_told_from_the_first_tenth_to_the_last():
    steep = growing(step_seconds=[1e-3] * 20 + [2e-3] * 160 + [25e-3] * 20)
    assert "as long as in group_assign's and 25x as long as in its own first" in text_of(
        reference(), steep
    )
