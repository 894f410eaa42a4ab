"""What tests with real servers need of the machine."""

import subprocess
import sys

import pytest


@pytest.fixture(scope="session")
def needs_a_network_of_its_own():
    """Skip where servers get no network of their own."""
    code = "from tf1_updates.cluster import private_network as p; p.enter()"
    result = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE)
    if result.returncode:
        pytest.skip("no network of its own here: " + result.stderr.decode().splitlines()[-1])
