"""``plateau-sim``: the group of commands, and how faults end it."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from plateau_sim import __version__
from plateau_sim.errors import PlateauError

FAULT, BAD_INPUT, INTERRUPTED = 1, 2, 130
_COMMANDS = {
    "bid": "what to bid with a hand, and why",
    "table": "win rate and points of every bid cell",
    "compare": "layouts, variants or studies on the same deals",
    "fair": "is the bid table fair: dead bids, smallest changes of values",
    "board": "which spaces of a layout decide hands",
    "shape": "when hands are decided, how the lead changes, what is built",
    "report": "pages with figures, data and all that is needed to repeat them",
    "run": "an experiment as a file",
    "match": "how much better one policy plays than another",
    "ladder": "policies rated, and what they cost",
    "perfect": "how often policies throw won endings away, against perfect open-card play",
    "discard": "which cards to lay away in the exchange",
    "gift": "six players: which cards to give, and to whom",
    "call": "which card to call for a partner",
    "raise": "whether to raise the bid, and to what; abdication",
    "play": "which card to play now",
    "trace": "single hands as transcripts",
    "replay": "a transcript told trick by trick, with the board",
    "layout": "token layouts",
    "policies": "the policies and bidders by name",
}
_ALIASES = {"hand": "bid"}


_FILES = {"raise": "raising"}
"""Files of commands that can't be named like them."""


class _LazyGroup(click.Group):
    """Loads a command's module when it is asked for, so that help comes at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = _ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in _COMMANDS:
            return None
        name = _FILES.get(cmd_name, cmd_name)
        command: click.Command = import_module(f"plateau_sim.cli.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_LazyGroup,
    name="plateau-sim",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples: plateau-sim table -p 4   |   plateau-sim layout show standard-13",
)
@click.version_option(__version__, prog_name="plateau-sim")
@click.pass_context
def cli(context: click.Context) -> None:
    """Le Plateau by the million: which bids are sound, which boards are fair."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0, 2 on bad input, 1 on a fault, 130 if interrupted."""
    sys.exit(_status(arguments))


def _status(arguments: list[str] | None) -> int:
    try:
        outcome: Any = cli.main(arguments, prog_name="plateau-sim", standalone_mode=False)
        return outcome if isinstance(outcome, int) else 0
    except PlateauError as error:
        return _complain(*error.lines)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.UsageError as error:
        return _complain(" ".join(error.format_message().split()), f"valid: {_example(error)}")
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAULT
    except RuntimeError as error:
        if type(error).__name__ != "PolicyError":
            raise
        click.echo(f"error: {error}", err=True)
        return FAULT


def _complain(*lines: str) -> int:
    for line in ("error: " + lines[0], *lines[1:]):
        click.echo(line, err=True)
    return BAD_INPUT


def _example(error: click.UsageError) -> str:
    """Return the first example of the command's help."""
    epilog = (error.ctx.command.epilog if error.ctx else None) or "Example: plateau-sim table -p 4"
    return epilog.partition(": ")[2].partition("   |   ")[0]
