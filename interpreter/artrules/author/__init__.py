"""What authors use beside the checks: scenarios, random games, the booklet, the vocabulary."""
