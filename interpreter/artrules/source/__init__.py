"""YAML files as trees of nodes that know their exact place in the file."""
