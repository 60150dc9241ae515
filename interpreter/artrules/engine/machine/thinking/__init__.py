"""Bots inside the machine: how good a position is, playouts, and the searches that choose by them."""
