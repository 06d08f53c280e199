"""Campaigns: files that name scenarios in order, and what is carried from one to the next (DS-CAMP)."""
