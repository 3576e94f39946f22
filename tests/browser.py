"""Opens a page in headless Chromium and tells what it did."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=5000"),
)
_LIGHT, _DARK = 1, 0
# The page stands in a frame of the wanted width, as a window can't be made as narrow as a phone.
_WRAPPER = """<!doctype html><title>frame</title><body style="margin:0">
<iframe id="page" width="{width}" height="900" style="border:0" srcdoc="{page}"></iframe>
<script>
const frame = document.getElementById("page");
frame.addEventListener("load", () => {{
  const page = frame.contentDocument;
  const style = frame.contentWindow.getComputedStyle(page.body);
  document.body.dataset.width = page.documentElement.scrollWidth;
  document.body.dataset.paper = style.backgroundColor;
}});
</script></body>"""


class Seen(NamedTuple):
    """What a browser made of a page: width in pixels, background, and console messages."""

    width: int
    paper: str
    console: list[str]


def look_at(page: str, width: int, *, dark: bool, folder: Path) -> Seen:
    """Open the text of an HTML page in a frame of a width in pixels."""
    assert CHROMIUM is not None
    wrapper = folder / "wrapper.html"
    wrapper.write_text(_WRAPPER.format(width=width, page=html.escape(page)), encoding="utf-8")
    scheme = f"--blink-settings=preferredColorScheme={_DARK if dark else _LIGHT}"
    arguments = [
        *_FLAGS,
        scheme,
        f"--user-data-dir={folder / 'profile'}",
        "--window-size=1400,1000",
    ]
    done = subprocess.run(
        [CHROMIUM, *arguments, "--dump-dom", wrapper.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    width_seen = re.search(r'data-width="(\d+)"', done.stdout)
    paper = re.search(r'data-paper="([^"]*)"', done.stdout)
    console = [line for line in done.stderr.splitlines() if ":CONSOLE:" in line]
    assert width_seen and paper, "the page did not load"
    return Seen(int(width_seen[1]), paper[1], console)
