"""How the numbers of an explanation are written."""

from tf1_updates.reports.number_text import seconds_text


def microseconds(seconds, interval=None):
    """Write seconds as microseconds with their interval: whole ones, or tenths below 10.

    >>> microseconds(0.0012345, [0.0011, 0.0014]), microseconds(-0.0000012), microseconds(None)
    ('1,234 [1,100, 1,400]', '-1.2', '-')
    """
    if seconds is None:
        return "-"
    numbers = [1e6 * each for each in [seconds] + list(interval or [])]
    form = "{:,.1f}" if max(map(abs, numbers)) < 10 else "{:,.0f}"
    texts = [form.format(number + 0.0) for number in numbers]
    return texts[0] + (" [{}, {}]".format(*texts[1:]) if interval else "")


def percent(share, interval=None):
    """Write a share, which noise may put below none or above all, with its interval.

    >>> percent(0.974, [0.951, 0.992]), percent(0.004), percent(None)
    ('97% [95%, 99%]', '0.4%', 'an unknown share')
    """
    if share is None:
        return "an unknown share"
    texts = [
        ("{:.1%}" if 0 < abs(each) < 0.01 else "{:.0%}").format(each)
        for each in [share] + list(interval or [])
    ]
    return texts[0] + (" [{}, {}]".format(*texts[1:]) if interval else "")


def duration(seconds, interval=None):
    """Write a time that may be hours long.

    >>> duration(90.0), duration(13400.0, [12600.0, 14400.0])
    ('90 s', '3.7 hours [3.5, 4.0]')
    """
    for least, unit in ((7200, "hours"), (120, "minutes")):
        if seconds >= least:
            size = 3600 if unit == "hours" else 60
            text = "{:,.1f} {}".format(seconds / size, unit)
            return text + (
                " [{:,.1f}, {:,.1f}]".format(*[e / size for e in interval or ()] or [0, 0])
                if interval
                else ""
            )
    return seconds_text(seconds, interval)
