"""Applies the fixes of diagnostics, so far as reading the content again bears them out."""
