"""Policies by name, some with a strength after a colon."""

import pytest

from plateau_sim.errors import PlateauError
from plateau_sim.plateau.choosers import check_bidder, check_policy, load_policy


def test_search_takes_its_worlds_from_its_name():
    assert load_policy("search").params[0] == 20
    assert load_policy("search:80").params[0] == 80
    assert load_policy("search").params[0] == 20


def test_a_stronger_search_is_run_in_smaller_chunks():
    assert load_policy("search:80").deals < load_policy("search:5").deals
    assert load_policy("search:10000").deals == 1


@pytest.mark.parametrize("worlds", ["0", "-1", "", "many", "2.5", "10001", "08", " 8", "8:8"])
def test_a_number_of_worlds_that_is_none_is_refused(worlds):
    with pytest.raises(PlateauError) as caught:
        check_policy(f"search:{worlds}")
    lines = str(caught.value).splitlines()
    assert "a whole number from 1 to 10,000" in lines[0]
    assert "search:80" in lines[-1]
    assert len(lines) <= 3


@pytest.mark.parametrize("name", ["random:2", "greedy:80", "Search:20", "search-20"])
def test_other_policies_take_no_number(name):
    with pytest.raises(PlateauError, match="no such policy"):
        check_policy(name)


def test_search_is_no_bidder():
    with pytest.raises(PlateauError, match="no such bidder"):
        check_bidder("search:20")
