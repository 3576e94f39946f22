"""Parts of a report, one file for what each answers: from measured results to sections."""
