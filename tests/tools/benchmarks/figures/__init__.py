"""What is measured: one kind of figure a file, each with `measure(effort)`."""
