"""Saved comparisons in the formats of other tools.

| module | gives | for |
|---|---|---|
| `csv_file` | one line per step | spreadsheets, pandas, R |
| `pyperf_file` | one benchmark per approach | `python -m pyperf stats`, `compare_to`, `hist` |
"""
