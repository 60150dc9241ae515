"""Plays our games and OpenSpiel's games of the same names in lockstep."""
