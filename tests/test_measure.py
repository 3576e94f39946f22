"""Measuring: precision, partial results, seats, own values."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from plateau_sim import simulate
from plateau_sim.errors import PlateauError
from plateau_sim.plateau.bids import BidCell, cells
from plateau_sim.plateau.experiment import Experiment
from plateau_sim.plateau.rules import GameRules
from plateau_sim.plateau.runner import Runner
from plateau_sim.plateau.tallies import OUTCOMES
from plateau_sim.plateau.values import read_values
from plateau_sim.studies.measure import Measurement, half_width, measure
from plateau_sim.studies.perdeal import COLUMNS, deal_rows


def experiment(players: int = 4, **options: Any) -> Experiment:
    policies = {"declaring": "random", "defending": "random"}
    return Experiment(GameRules.published(players), **policies, **options)


def test_precision_stops_at_the_first_fixed_count_that_is_precise_enough() -> None:
    setup, looks = experiment(), (500, 1000, 2000, 4000, 8000)
    widths = {deals: half_width(measure(setup, deals)) for deals in looks}
    for asked in (0.03, 0.02, 0.0125):
        measured = measure(setup, 500, precision=asked)
        assert measured.deals == next(deals for deals in looks if widths[deals] < asked)


def test_precision_gives_the_tallies_of_a_plain_run() -> None:
    setup = experiment()
    measured = measure(setup, 300, precision=0.02, jobs=2)
    assert (measured.tallies == Runner(setup)(0, measured.deals)).all()


class Asked(Runner):
    """Notes how many deals each call is asked for."""

    counts: ClassVar[list[int]] = []

    def __call__(self, first: int, count: int) -> Any:
        self.counts.append(count)
        return super().__call__(first, count)


def test_few_bids_are_played_in_long_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("plateau_sim.studies.measure.Runner", Asked)
    one = (BidCell(exchange=False, objective="bridge", team="solo"),)
    for setup, deals, longest in (
        (experiment(cells=one), 40_000, 2500),
        (experiment(cells=one), 300_000, 15_000),
        (experiment(), 20_000, 500),
    ):
        Asked.counts.clear()
        measure(setup, deals, jobs=2)
        assert max(Asked.counts) == longest
        assert sum(Asked.counts) == deals


def test_max_deals_stops_a_measurement_that_is_not_precise_enough() -> None:
    assert measure(experiment(), 400, precision=0.001, max_deals=1500).deals == 1500
    assert measure(experiment(), 400, precision=0.001, max_deals=100).deals == 100


def test_an_interrupted_measurement_holds_the_first_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = experiment()

    def stop(done: int, goal: int) -> None:
        if done >= 1500:
            raise KeyboardInterrupt

    measured = measure(setup, 100_000, jobs=2, progress=stop)
    assert measured.partial and measured.deals == 1500
    assert (measured.tallies == Runner(setup)(0, 1500)).all()


def test_interrupted_in_the_second_look_it_keeps_the_first() -> None:
    setup = experiment()

    def stop(done: int, goal: int) -> None:
        if done > 1000:
            raise KeyboardInterrupt

    measured = measure(setup, 1000, precision=0.001, progress=stop)
    assert measured.partial and 1000 < measured.deals < 2000
    assert (measured.tallies == Runner(setup)(0, measured.deals)).all()


def test_interrupted_before_anything_was_counted_there_is_no_measurement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise simulate.Interrupted(None, 0)

    monkeypatch.setattr(simulate, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measure(experiment(), 10)


def test_rows_by_seat_add_up_to_the_rows_of_all_seats() -> None:
    measured = measure(experiment(3), 900)
    by_seat, whole = measured.table(by_seat=True), measured.table()
    assert list(by_seat["seat"]) == [0, 1, 2] * 10
    sums = by_seat.groupby(["exchange", "objective", "team"], sort=False)[["deals", "wins"]].sum()
    assert (sums.to_numpy() == whole[["deals", "wins"]].to_numpy()).all()


def test_a_named_seat_is_the_seat_of_the_table_by_seat_on_the_same_deals() -> None:
    tallies = measure(experiment(3), 600).tallies
    named = [measure(experiment(3, seat=seat), 600).tallies for seat in range(3)]
    for seat in range(3):
        assert (tallies[:, seat, :OUTCOMES] <= named[seat][:, seat, :OUTCOMES]).all()


def test_own_values_change_points_and_not_win_rates(tmp_path: Path) -> None:
    file = tmp_path / "values.toml"
    file.write_text("[bridge]\nduo = [10, 20]\n[y]\ntrio = [7, 8]\nsolo = [9, 90]\n", "utf-8")
    values = read_values(file, 4)
    assert values[BidCell(True, "bridge", "duo")] == 10
    assert values[BidCell(False, "y", "solo")] == 90
    assert values[BidCell(True, "fork", "duo")] == 5
    measured = measure(experiment(), 500)
    own, book = measured.table(values=values), measured.table()
    assert (own["win_rate"] == book["win_rate"]).all()
    per_value = book["ev"] / book["value"]
    assert np.allclose(own["ev"], per_value * [values[cell] for cell in cells(4)])


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("[square]\nduo = [1, 2]", "square"),
        ("[y]\nquartet = [1, 2]", "y.quartet"),
        ("[y]\nduo = [1]", "y.duo"),
        ("[y]\nduo = [1, -2]", "y.duo"),
        ("[y]\nduo = [1, 2.5]", "y.duo"),
        ("y = 3", "y"),
        ("[y", "TOML"),
    ],
)
def test_bad_values_are_refused(content: str, named: str, tmp_path: Path) -> None:
    file = tmp_path / "values.toml"
    file.write_text(content, "utf-8")
    with pytest.raises(PlateauError, match=named):
        read_values(file, 4)


def test_rows_per_deal_add_up_to_the_table() -> None:
    setup = experiment(3, raises=True)
    rows = [dict(zip(COLUMNS, row, strict=True)) for deal in deal_rows(setup, 200) for row in deal]
    assert len(rows) == 200 * 10
    table = Measurement(setup, Runner(setup)(0, 200), 200).table()
    for cell, (_, row) in zip(setup.cells, table.iterrows(), strict=True):
        own = [
            r for r in rows if (r["objective"], r["exchange"]) == (cell.objective, cell.exchange)
        ]
        assert sum(r["won"] for r in own) == row["wins"]
        assert sum(r["points"] for r in own) / 200 == pytest.approx(row["ev"])
        assert sum(r["tricks"] for r in own) / 200 == pytest.approx(row["mean_tricks"])
