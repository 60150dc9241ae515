"""The chapters of a booklet, one a file: each makes blocks of what a model declares, or nothing."""
