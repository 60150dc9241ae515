"""Diagnostics in the forms that other programs read: SARIF, annotations of GitHub, and the schema of our own JSON."""
