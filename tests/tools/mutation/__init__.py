"""Faults that are seeded into a ruleset, as a designer's slips: what finds them (`docs/write/scenarios.md`,
Mutation)?"""
