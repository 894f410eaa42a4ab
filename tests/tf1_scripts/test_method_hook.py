"""A hook on one method of one object: heard while it listens, gone afterwards."""

import pytest

from tf1_updates.tf1_scripts.method_hook import listen


class Adder:
    def __init__(self):
        self.numbers = []

    def add(self, number, times=1):
        self.numbers += [number] * times
        return len(self.numbers)


def test_listeners_hear_the_arguments_and_the_result():
    adder, heard = Adder(), []
    stop = listen(adder, "add", lambda *args, **kwargs: heard.append((args, kwargs)), heard.append)
    assert adder.add(7, times=2) == 2
    assert heard == [((7,), {"times": 2}), 2] and adder.numbers == [7, 7]
    stop()
    adder.add(8)
    assert len(heard) == 2 and vars(adder) == {"numbers": [7, 7, 8]}


def test_a_listener_that_raises_keeps_the_method_from_being_called():
    adder = Adder()

    def refuse(number):
        raise RuntimeError("no {}".format(number))

    stop = listen(adder, "add", before=refuse)
    with pytest.raises(RuntimeError, match="no 7"):
        adder.add(7)
    assert adder.numbers == []
    stop()
    assert adder.add(7) == 1


def test_only_this_object_is_heard():
    adder, other, heard = Adder(), Adder(), []
    stop = listen(adder, "add", before=heard.append)
    other.add(1)
    assert heard == [] and "add" not in vars(other) and "add" in vars(adder)
    stop()


def test_what_another_tool_put_there_is_called_and_given_back():
    adder, seen = Adder(), []
    adder.add = seen.append
    earlier = adder.add
    stop = listen(adder, "add", before=lambda number: seen.append(-number))
    adder.add(3)
    assert seen == [-3, 3]
    stop()
    assert vars(adder)["add"] is earlier


def test_what_another_tool_puts_on_top_is_left():
    adder, heard = Adder(), []
    stop = listen(adder, "add", before=heard.append)
    hook = adder.add
    on_top = adder.add = lambda number: hook(number)
    stop()
    assert adder.add is on_top and adder.add(5) == 1 and heard == []


def test_stopping_twice_does_nothing_more():
    adder, heard = Adder(), []
    first, second = [listen(adder, "add", before=heard.append) for _ in range(2)]
    first()
    first()
    adder.add(4)
    assert heard == [4]
    second()
    second()
    assert "add" not in vars(adder)
