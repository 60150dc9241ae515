"""Sets given by seat, one against another: which one is stronger, and at which seat."""
