"""The schema stage: whether a file has the shape that its kind of file must have, said in authors' words."""
