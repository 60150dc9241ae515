"""From files to trees: reading, the shape of content, code to syntax trees, and what is reported of them."""
