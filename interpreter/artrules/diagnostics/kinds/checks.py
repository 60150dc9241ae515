"""Kinds of diagnostic of checks of whole rulesets."""
