"""The options that set a rule's hyper-parameters, and the checked values that they stand for."""

from tf1_updates.errors import InputError
from tf1_updates.rules import RULES
from tf1_updates.rules.limits import check_box, check_number, check_one_region

NUMBERS = ("learning_rate", "bound", "noise_stddev", "noise_mean", "low", "high", "radius")
NUMBERS += ("momentum", "beta1", "beta2", "epsilon", "temperature")


def add_rule_options(parser):
    """Add the options to a parser, all as text, so that each refusal can name its option."""
    rules = parser.add_argument_group("the rule's hyper-parameters")
    for name in NUMBERS:
        flags = ["--" + name.replace("_", "-")] + ["--noise"] * (name == "noise_stddev")
        rules.add_argument(*flags, dest=name, metavar="X")
    rules.add_argument("--centred", action="store_true", help="wrap to [-B/2, B/2)")
    rules.add_argument("--nesterov", action="store_true", help="Nesterov's form of momentum")


def number(option, text, whole=False):
    """Return the number that stands in a text; refuse another text by the option's name.

    >>> number("--steps", "40", whole=True)
    40
    """
    try:
        return int(text) if whole else float(text)
    except ValueError:
        raise InputError(option, text, "a whole number" if whole else "a number") from None


def saved_rule_options(rule):
    """Return the options that ask for a saved rule, by `dest`.

    Args:
        rule: the settings' dictionary of its name and hyper-parameters.

    >>> asked = saved_rule_options({"name": "gradient_descent", "learning_rate": 0.5})
    >>> asked["rule"], asked["learning_rate"]
    ('gradient_descent', '0.5')
    """
    numbers = {name: repr(rule[name]) for name in NUMBERS if rule.get(name) is not None}
    return dict(
        numbers,
        rule=rule["name"],
        centred=rule.get("centred", False),
        nesterov=rule.get("use_nesterov", False),
    )


def hyper_parameters(options, rule_name, seed):
    """Return the rule's hyper-parameters as far as they were given, and its seed if it has one.

    Args:
        options: the `argparse.Namespace`.
        rule_name: one of `RULES`.
        seed: whole number.

    Raises:
        InputError: a value that is not allowed, or of another rule.
    """
    has = RULES[rule_name].hyper_parameters
    found = {"seed": seed} if "seed" in has else {}
    for name in NUMBERS:
        text, option = getattr(options, name), "--" + name.replace("_", "-")
        if text is None:
            continue
        if name not in has:
            raise InputError(option, text, "no value: {} has no {}".format(rule_name, name))
        found[name] = check_number(name, number(option, text), option)
    if options.centred:
        if "centred" not in has:
            raise InputError("--centred", True, "nothing: {} is not wrapped".format(rule_name))
        found["centred"] = True
    if options.nesterov:
        if "use_nesterov" not in has:
            raise InputError("--nesterov", True, "nothing: {} has no momentum".format(rule_name))
        found["use_nesterov"] = True
    check_one_region(found.get("radius"), found.get("low"), found.get("high"), "--radius")
    if "low" in has and "radius" not in found:
        check_box(found.get("low", -1.0), found.get("high", 1.0), "--high")
    return found
