"""Tests of people: names, passwords, ratings, levels, the audit log."""
