"""Things to begin with, that `artrules new` writes: folders of templates, and `write.py`, which fills them in.

In a template `$name` stands for the name that was given, `$title` for the same as words. A file's name ends in
`.template`; `NAME` in it stands for the name too.
"""
