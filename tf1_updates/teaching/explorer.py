"""Sliders for a function where ipywidgets is installed, and a plain call where it is not."""


def explore(function, **choices):
    """Show controls that call a function anew at each change; without ipywidgets, call it once.

    Args:
        function: what draws; called with one value for each choice.
        **choices: by argument: (low, high, step, start) for a slider, or a list of names, of
            which the first is the start.

    Returns:
        The values that the function was first called with, as a dict.

    >>> explore(lambda rate, name: None, rate=(0.0, 1.0, 0.1, 0.3), name=["a", "b"])["rate"]
    0.3
    """
    start = {
        name: choice[0] if isinstance(choice, list) else choice[3]
        for name, choice in choices.items()
    }
    try:
        import ipywidgets
        from IPython import get_ipython
    except ImportError:
        get_ipython = None
    if get_ipython is None or get_ipython() is None:
        function(**start)
        return start
    ipywidgets.interact(function, **{name: _control(name, choices[name]) for name in choices})
    return start


def _control(name, choice):
    import ipywidgets

    text = name.replace("_", " ")
    if isinstance(choice, list):
        return ipywidgets.Dropdown(options=choice, value=choice[0], description=text)
    low, high, step, start = choice
    return ipywidgets.FloatSlider(
        value=start, min=low, max=high, step=step, description=text, continuous_update=False
    )
