# The two commands of the README are `make compare` and `make test`; all else is for those who work
# on the project. A virtual environment is made once and used until its inputs change.

VENV := .venv
BIN := $(VENV)/bin
# `make compare PYTHON=/path/to/python` chooses another one; by default the first that fits.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	2>/dev/null && echo $$python && break; done)
ARGS ?=

.PHONY: compare test test-slow lint format results compose-results explain-results sweep-results clean

compare: $(VENV)/.installed
	$(BIN)/tf1-updates compare $(ARGS)

# Twice, since the switch of v2 behaviour is global: once on, and the parts that see it once off.
test: $(VENV)/.installed-tools
	$(BIN)/python -m pytest -q $(ARGS)
	TF1_UPDATES_TESTS_V2=off $(BIN)/python -m pytest -q tests/rules tests/approaches tests/agreement tests/optimizer tests/tf1_scripts

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

# Why the hacks are slow, measured on this machine; the README's section and figure made from it.
explain-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates explain --json data/results/explain.json --plot data/results/explain.svg
	$(BIN)/tf1-updates show data/results/explain.json --into README.md

# How the cost scales with the number of weights, measured on this machine.
sweep-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates sweep --over weights --json data/results/sweep.json \
	--plot data/results/sweep.svg

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
