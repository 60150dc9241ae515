"""Scaffolds: folders of templates with which `artrules new` starts a project.

In: the name of a scaffold and the name of the new thing. Out: a new folder with the filled-in files. Start with
`write.py`.

The name of a template file ends in `.template`, and `NAME` in it stands for the name of the new thing. In the text,
`$name` stands for that name, `$title` for the name as words, `$dashed` for the name with `-` instead of `_`, `$Class`
for a name of a class, and `$letters` for two to eight capital letters.
"""
