"""What a watch has seen, as text: what it comes to, then a paragraph for each line of code."""

FINALIZE = "Once all is built before the loop, graph.finalize() makes any new op in it an error."
_MOST_NAMED = 3


def growth_report(lines, steps_marked, ops_unseen=0, stopped=None, graphs=1):
    """Return the report.

    Args:
        lines: list of `GrowingLine`.
        steps_marked: how many steps were marked.
        ops_unseen: how many ops have no line.
        stopped: the message with which the watch has stopped the loop, or `None`.
        graphs: how many graphs were watched.

    >>> print(growth_report([], steps_marked=0))
    no growth: no op was added
    """
    if stopped:
        return "stopped: " + stopped
    to_mend = [line for line in lines if line.growth != "once"]
    once = [line for line in lines if line.growth == "once"]
    text = [_verdict(lines, steps_marked, ops_unseen)]
    for line in to_mend:
        text += _paragraph(line, steps_marked, graphs) + ["    instead: " + line.advice]
    if once and to_mend:
        text.append("built once, in one pass of several:")
    for line in once:
        text += _paragraph(line, steps_marked, graphs)
    return "\n".join(text + [FINALIZE] * bool(to_mend))


def stop_message(tally, op_type):
    """Return one line that says where an op is added and what to do instead.

    Args:
        tally: the line's `LineTally`.
        op_type: the op's type.
    """
    led_from = "".join(", " + text for text in _led_from(tally))
    text = "the graph grows by a {} op: {}{}; instead: {}"
    return text.format(op_type, tally.place, led_from, tally.advice)


def _verdict(lines, steps_marked, ops_unseen):
    in_steps = " in " + _count(steps_marked, "step") if steps_marked else ""
    ops = {"grows": 0, "unknown": 0, "once": 0}
    for line in lines:
        ops[line.growth] += line.ops
    unseen = "; {} of unknown lines".format(_count(ops_unseen, "op")) if ops_unseen else ""
    if ops["grows"]:
        per_step = ", {} per step".format(_mean(ops["grows"], steps_marked)) if in_steps else ""
        return "growth: {} added{}{}{}".format(
            _count(ops["grows"], "op"), in_steps, per_step, unseen
        )
    if ops["unknown"] or ops_unseen:
        text = "growth or built once? {} added, and no second pass was seen{}"
        return text.format(_count(ops["unknown"], "op"), unseen)
    if ops["once"]:
        return "no growth{}: {} built once".format(in_steps, _count(ops["once"], "op"))
    return "no growth: no op was added" + in_steps


def _paragraph(line, steps_marked, graphs):
    if steps_marked:
        times, of_all = line.steps, " of " + _count(steps_marked, "step")
    else:
        times, of_all = line.calls, " call" if line.calls == 1 else " calls"
    figures = "{} in {:,}{}".format(_count(line.ops, "op"), times, of_all)
    if times > 1:
        figures += ", {} each".format(_mean(line.ops, times))
    if graphs > 1:
        figures += ", in graph {} of {}".format(line.graph, graphs)
    types = ["{:,} {}".format(number, name) for name, number in line.op_types[:_MOST_NAMED]]
    types += ["..."] * (len(line.op_types) > _MOST_NAMED)
    details = ["{}: {}".format(figures, ", ".join(types))]
    if line.inner_ops:
        text = "and {} in the bodies of functions, loops or branches"
        details.append(text.format(_count(line.inner_ops, "op")))
    return ["  {}".format(line.place)] + ["    " + text for text in details + _led_from(line)]


def _led_from(line):
    """Say from where the line was reached, and through which lines of libraries it made ops."""
    found = ["called from {}".format(caller) for caller in line.callers]
    for place, ops in line.library_places[:_MOST_NAMED]:
        found.append("{} through {}".format(_count(ops, "op"), place))
    more = line.library_places[_MOST_NAMED:]
    if more:
        ops = sum(ops for _, ops in more)
        text = "{} through {} more of such lines"
        found.append(text.format(_count(ops, "op"), len(more)))
    return found


def _count(number, noun):
    return "{:,} {}{}".format(number, noun, "" if number == 1 else "s")


def _mean(total, number):
    """The mean, exact where it is whole and with one decimal where it is not.

    >>> _mean(26, 2), _mean(5, 2)
    ('13', '2.5')
    """
    return "{:,.{}f}".format(total / number, 0 if total % number == 0 else 1)
