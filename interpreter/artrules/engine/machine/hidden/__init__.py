"""What seats don't know: what each knows of where cards are, and positions that a seat can't tell from another."""
