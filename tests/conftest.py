"""Set-up of all tests."""

from collections.abc import Iterator

import pytest

# Comparisons in the helpers then show both sides when they fail.
pytest.register_assert_rewrite("helpers")


def pytest_configure(config: pytest.Config) -> None:
    """Silence what `plateau_sim.jit` silences, since pytest sets the filters anew for each test."""
    config.addinivalue_line("filterwarnings", "ignore:First-class function")


@pytest.fixture(scope="session", autouse=True)
def _own_last_question(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Leave the user's last question (``--continue``) as it is."""
    path = tmp_path_factory.mktemp("questions") / "last-question.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("plateau_sim.cli.lastquestion._path", lambda: path)
        yield
