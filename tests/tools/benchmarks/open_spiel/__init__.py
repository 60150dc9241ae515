"""OpenSpiel's games of the same names as ours: the same rules, as far as what can be chosen makes them equal."""
