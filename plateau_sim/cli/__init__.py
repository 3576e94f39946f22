"""The command line: options in, screens and files out; no logic."""
