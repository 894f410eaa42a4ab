"""Each point ends with a garbage collection, and the tests here make hundreds of points."""

import gc

import pytest


@pytest.fixture(autouse=True, scope="package")
def _nothing_old_to_collect():
    gc.freeze()  # spares the collector the ten thousands of objects of libraries loaded before
    yield
    gc.unfreeze()
