"""Kinds of diagnostic of scenarios."""
