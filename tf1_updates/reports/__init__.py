"""Reports: text, figures and Markdown from saved comparison documents.

A report reads a document, that is a dict as loaded from a saved comparison's JSON, and nothing
else: it measures nothing and never imports TensorFlow. Each module stands alone, so that the words
of a comparison can be read where Matplotlib is not installed:

| module | gives |
|---|---|
| `table` | the comparison as text for a terminal, a pipe or a file |
| `findings` | what its numbers mean, in two to four sentences |
| `markdown` | both as GitHub Markdown |
| `plots` | the same as a figure of three panels |
"""
