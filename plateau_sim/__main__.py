"""``python -m plateau_sim``: the command line."""

from plateau_sim.cli.main import main

main()
