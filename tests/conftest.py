"""Set-up of all tests."""

import pytest

# Comparisons in the helpers then show both sides when they fail.
pytest.register_assert_rewrite("helpers")


def pytest_configure(config: pytest.Config) -> None:
    """Silence what `plateau_sim.jit` silences, since pytest sets the filters anew for each test."""
    config.addinivalue_line("filterwarnings", "ignore:First-class function")
