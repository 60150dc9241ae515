"""Everything that is said to an author about a file: kinds, diagnostics, collecting and rendering them."""
