"""Matches, tournaments, ratings and reports, for every game."""
