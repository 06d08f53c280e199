"""The rules, one file per chapter of `rules.md`."""
