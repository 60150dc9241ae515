"""The chapters of a booklet, one file each.

In: the `Subject` of the booklet. Out: blocks of a document; none if the model declares nothing for the chapter.
`artrules.booklet.make` puts them in order.
"""
