# The two commands of the README are `make compare` and `make test`; all else is for those who work
# on the project. A virtual environment is made once and used until its inputs change.

VENV := .venv
BIN := $(VENV)/bin
# `make compare PYTHON=/path/to/python` chooses another one; by default the first that fits.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	2>/dev/null && echo $$python && break; done)
ARGS ?=

.PHONY: compare test test-slow lint format results compose-results clean

compare: $(VENV)/.installed
	$(BIN)/tf1-updates compare $(ARGS)

# Twice, since the switch of v2 behaviour is global: once on, and the parts that see it once off.
test: $(VENV)/.installed-tools
	$(BIN)/python -m pytest -q $(ARGS)
	TF1_UPDATES_TESTS_V2=off $(BIN)/python -m pytest -q tests/rules tests/approaches tests/agreement tests/optimizer

test-slow: $(VENV)/.installed-tools
	$(BIN)/python -m pytest -q -m slow $(ARGS)

lint: $(VENV)/.installed-tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.installed-tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# A real run on this machine: its raw figures, its plot, and the README's table made from them.
results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates compare --json data/results/compare.json --plot data/results/compare.svg
	$(BIN)/tf1-updates show data/results/compare.json --into README.md

# What composes with what, tried on this machine, and the README's section made from it.
compose-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates compose --json data/results/compose.json --into README.md

$(VENV)/.installed: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11, 3.12 or 3.13 found (TensorFlow has wheels\
	 for these); name one: make compare PYTHON=..." >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.installed-tools: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[test,lint]'
	touch $@

clean:
	rm -rf $(VENV)
