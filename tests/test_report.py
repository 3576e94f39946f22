"""Reports: what is in the folder, that text, figures and data agree, and that browsers show it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from browser import CHROMIUM, look_at

from plateau_sim.cli.main import main

DEALS = "60"
KINDS = {
    "study": ["study", "-p", "3", "--hands", "10", "--also", "random", "--also-deals", "40"],
    "fair": ["fair", "-p", "2", "--hands", "10"],
    "shape": ["shape", "-p", "5", "--policy", "random"],
    "compare": ["compare", "standard", "random:7", "-p", "4"],
}


def status(*arguments: str) -> int:
    """Return how a command line ends."""
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    return int(ended.value.code or 0)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write a small report of each kind."""
    found = {}
    for kind, arguments in KINDS.items():
        found[kind] = tmp_path_factory.mktemp("reports") / kind
        assert status("report", *arguments, "-n", DEALS, "--out", str(found[kind])) == 0
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_needs_nothing_from_elsewhere(folders: dict[str, Path], kind: str) -> None:
    page = (folders[kind] / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    outside = re.findall(r'(?:src|href)="(?!#|data:,)[^"]*"', page)
    assert [link for link in outside if "w3.org" not in link] == []
    assert "url(http" not in page


@pytest.mark.parametrize("kind", KINDS)
def test_each_figure_is_on_the_page_in_words_and_a_file(
    folders: dict[str, Path], kind: str
) -> None:
    page = (folders[kind] / "report.html").read_text(encoding="utf-8")
    figures = sorted((folders[kind] / "figures").glob("*.svg"))
    assert page.count("<figure>") == len(figures) > 0
    assert page.count('role="img" aria-label="') == len(figures)
    for figure in figures:
        root = ET.fromstring(figure.read_text(encoding="utf-8"))
        assert root.find("{http://www.w3.org/2000/svg}title").text
        assert figure.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", KINDS)
def test_ids_on_a_page_are_unique(folders: dict[str, Path], kind: str) -> None:
    page = (folders[kind] / "report.html").read_text(encoding="utf-8")
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("kind", KINDS)
def test_the_manifest_says_how_to_repeat_it(folders: dict[str, Path], kind: str) -> None:
    manifest = json.loads((folders[kind] / "manifest.json").read_text())
    assert "report" in manifest["command"] or manifest["command"].startswith("plateau-sim")
    setups = manifest.get("setups", [manifest])
    for setup in setups:
        assert setup["deals"] == int(DEALS)
        assert {"seed", "layout", "declaring_policy", "defending_policy", "players"} <= set(setup)
    page = (folders[kind] / "report.html").read_text(encoding="utf-8")
    assert "Manifest" in page and setups[0]["layout"] in page


def test_figure_and_data_agree(folders: dict[str, Path]) -> None:
    table = pd.read_csv(folders["study"] / "data" / "bids.csv")
    figure = (folders["study"] / "figures" / "bid-table.svg").read_text(encoding="utf-8")
    rates = [int(text) for text in re.findall(r">(\d+)%<", figure)]
    assert sorted(rates) == sorted(np.rint(100 * table["win_rate"]).astype(int))
    rows = json.loads((folders["study"] / "data" / "bids.json").read_text())["rows"]
    assert len(rows) == len(table) == 10


def test_a_study_is_the_sum_of_its_parts(folders: dict[str, Path]) -> None:
    names = {path.stem for path in (folders["study"] / "data").glob("*.csv")}
    assert {"bids", "shape", "spaces", "best-bids", "policies"} <= names
    table = pd.read_csv(folders["study"] / "data" / "policies.csv")
    assert table.groupby("declaring_policy")["deals"].max().to_dict() == {
        "greedy": 60,
        "random": 40,
    }
    bids = pd.read_csv(folders["study"] / "data" / "bids.csv")
    assert table[table["declaring_policy"] == "greedy"]["wins"].tolist() == bids["wins"].tolist()


def test_the_same_command_writes_the_same_bytes(tmp_path: Path) -> None:
    arguments = ["report", "shape", "-p", "3", "-n", "40", "--out", str(tmp_path / "one")]
    contents = []
    for _ in range(2):
        assert status(*arguments) == 0
        files = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
        contents.append({path.name: path.read_bytes() for path in files})
    assert contents[0] == contents[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "nothing", "--out", "x"], "study"),
        (["report", "study", "-p", "3", "-p", "4", "--out", "x"], "2 setups"),
        (["report", "study", "other", "--out", "x"], "only compare takes setups"),
        (["report", "compare", "standard", "--out", "x"], "standard"),
        (["report", "study", "--mode", "auction", "--out", "x"], "forced"),
        (["report", "fair", "--raises", "--out", "x"], "raises"),
        (["report", "fair", "--also", "random", "--out", "x"], "only a study"),
        (["report", "study", "--also", "greedy", "--out", "x"], "one policy on both sides"),
        (["report", "study", "--out", "full"], "no earlier report"),
        (["report", "study", "--out", "no/such"], "no folder"),
        (["report", "study", "--out", "file"], "this is a file"),
        (["report", "study"], "--out"),
    ],
)
def test_bad_input_is_refused_in_three_lines_and_nothing_is_written(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full", "mine.txt").write_text("keep")
    Path("file").write_text("keep")
    assert status(*arguments) == 2
    error = capsys.readouterr().err
    assert said in error and len(error.splitlines()) <= 3
    kept = ["file", "full", "full/mine.txt"]
    assert sorted(str(path) for path in Path().rglob("*")) == kept


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: PAGES WERE NOT OPENED")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_browsers_show_the_page_at_any_width_in_light_and_dark(
    folders: dict[str, Path], kind: str, width: int, dark: bool, tmp_path: Path
) -> None:
    page = (folders[kind] / "report.html").read_text(encoding="utf-8")
    seen = look_at(page, width, dark=dark, folder=tmp_path)
    assert seen.console == []
    assert seen.width <= width
    shade = sum(int(part) for part in re.findall(r"\d+", seen.paper)[:3]) / 3
    assert shade < 60 if dark else shade > 200


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: PAGES WERE NOT OPENED")
def test_the_browser_tells_faults_of_a_page(tmp_path: Path) -> None:
    bad = '<!doctype html><div style="width:600px">x</div><script>console.error("no")</script>'
    seen = look_at(bad, 390, dark=False, folder=tmp_path)
    assert seen.width >= 600 and len(seen.console) == 1
