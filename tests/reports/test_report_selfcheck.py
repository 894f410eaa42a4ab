"""The self-check's words and figures, as text."""

from tf1_updates.reports.selfcheck_table import render

LOAD = {"cpus": 2, "average_before": 0.5, "average_after": 1.0, "share_of_others": 0.02}


def checks(held=19, of=20, found=17, slopes=100):
    return [
        {"name": "same", "asked": 0.9, "held": held, "of": of, "passes": held >= 18},
        {"name": "delayed", "asked": 0.8, "held": found, "of": of, "passes": found >= 16},
        {"name": "slope", "asked": 0.95, "held": slopes, "of": 100, "passes": slopes >= 95},
    ]


def document(**fields):
    return dict(
        {
            "complete": True,
            "environment": {"python": "3.11.9"},
            "settings": {"approach": "group_assign", "problem": "quadratic", "steps": 1000},
            "load": LOAD,
            "checks": checks(),
            "session_to_session": 0.0062,
            "first_to_later": [1.001, 0.997, 1.004],
            "delay_share": [0.0497, 0.049, 0.051],
            "repeats": [{}] * 20,
        },
        **fields,
    )


def test_everything_is_told():
    assert (
        render(document())
        == """\
selfcheck of group_assign on quadratic: 20 repeats of 1,000 steps each

check                                                    asked         found              passes
-------------------------------------------------------  ------------  -----------------  ------
two equal copies: the interval of their ratio holds 1    at least 90%  95% (19 of 20)     yes
a copy with 5% more per step: its interval lies above 1  at least 80%  85% (17 of 20)     yes
made-up series of known slope: it is found within 10%    at least 95%  100% (100 of 100)  yes

- measured in new sessions, an approach has a level of its own: 0.6% of a step (standard deviation)
  beyond the noise within; the intervals of ratios reckon with 0.7%
- whose turn comes first in a round takes 1.001x [0.997, 1.004] as long as who comes later
- the delay, scaled before each repeat, was 5.0% of a step in the middle repeat
- python 3.11.9
"""
    )  # noqa: E501


def test_what_fails_cannot_be_overlooked():
    text = render(document(checks=checks(held=17, slopes=94)))
    lines = [line for line in text.split("\n") if line.endswith("NO")]
    assert len(lines) == 2
    assert "85% (17 of 20)" in lines[0] and "94% (94 of 100)" in lines[1]


def test_a_loaded_machine_is_told_beside_the_result():
    text = render(document(load=dict(LOAD, share_of_others=0.5)), width=200)
    assert "the machine was loaded: other programs had 50% of its 2 processors" in text
    assert "repeat it on a quiet one before you believe a NO" in text


def test_an_interrupted_check_says_how_far_it_came():
    text = render(document(complete=False, checks=checks(held=3, of=3, found=3), repeats=[{}] * 3))
    assert "3 repeats of 1,000 steps each, interrupted" in text
    assert "fewer than 20 repeats pass nothing" in text


def test_before_the_first_repeat_there_is_nothing():
    nothing = [dict(check, held=0, of=0, passes=False) for check in checks()]
    empty = document(
        complete=False,
        checks=nothing,
        repeats=[],
        load=None,
        session_to_session=None,
        first_to_later=None,
        delay_share=None,
    )
    assert render(empty).count("nothing  ") == 3
