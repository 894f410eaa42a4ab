"""Each measurement starts with a garbage collection, and some tests here make hundreds of them."""

import gc

import pytest


@pytest.fixture(autouse=True, scope="package")
def _nothing_old_to_collect():
    gc.freeze()  # spares the collector the ten thousands of objects of libraries loaded before
    yield
    gc.unfreeze()
