# The two commands of the README are `make compare` and `make test`; all else is for those who work
# on the project. A virtual environment is made once and used until its inputs change.

VENV := .venv
BIN := $(VENV)/bin
# `make compare PYTHON=/path/to/python` chooses another one; by default the first that fits.
FITS := 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c $(FITS) \
	2>/dev/null && echo $$python && break; done)
ARGS ?=

.PHONY: compare test test-slow lint format clean
.PHONY: results compose-results explain-results sweep-results ladder-results answer-results round-trips
.PHONY: notebooks lab lab-picture

compare: $(VENV)/.installed
	$(BIN)/tf1-updates compare $(ARGS)

# Twice, since the switch of v2 behaviour is global: once on, and the parts that see it once off.
test: $(VENV)/.installed-tools
	$(BIN)/python -m pytest -q $(ARGS)
	TF1_UPDATES_TESTS_V2=off $(BIN)/python -m pytest -q tests/rules tests/approaches tests/agreement tests/optimizer tests/tf1_scripts tests/commands/test_compare_device.py

test-slow: $(VENV)/.installed-tools
	$(BIN)/python -m pytest -q -m slow $(ARGS)

lint: $(VENV)/.installed-tools
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . \
	|| { echo "mend it with: make format, and by hand what that names" >&2; exit 1; }
	$(BIN)/python -m tf1_updates.notebook_checks notebooks

# What ruff can mend, and then what is left to be done by hand.
format: $(VENV)/.installed-tools
	@$(BIN)/ruff check --fix --exit-zero --silent .
	$(BIN)/ruff format .
	$(BIN)/ruff check .

# A real run on this machine: its raw figures, its plot, and the README's table made from them.
results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates compare --json data/results/compare.json --plot data/results/compare.svg
	$(BIN)/tf1-updates show data/results/compare.json --into README.md
	$(BIN)/tf1-updates diff data/results/compare-tf1.json data/results/compare.json --into README.md

# What composes with what, tried on this machine, and the README's section made from it.
compose-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates compose --json data/results/compose.json --into README.md

# Why the hacks are slow, measured on this machine; the README's section and figure made from it.
explain-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates explain --json data/results/explain.json --plot data/results/explain.svg
	$(BIN)/tf1-updates show data/results/explain.json --into README.md

# How the cost scales with the number of weights, measured on this machine; then ten million of
# them, without noise and with, for the README's tables of how near the memory's speed they come.
MEMORY_SPEED := sweep --over weights --points 10000000 --budget 60 \
	--approaches group_assign,optimizer_subclass,compiled,built_in
sweep-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/tf1-updates sweep --over weights --json data/results/sweep.json \
	--plot data/results/sweep.svg
	$(BIN)/tf1-updates $(MEMORY_SPEED) --noise-stddev 0 --allocator \
	--json data/results/memory_speed.json
	$(BIN)/tf1-updates show data/results/memory_speed.json --into README.md
	$(BIN)/tf1-updates $(MEMORY_SPEED) --json data/results/memory_speed_noise.json
	$(BIN)/tf1-updates show data/results/memory_speed_noise.json --into README.md

# The small rungs: make_callable, feed against tf.data, constants, loops; and their README section.
ladder-results: $(VENV)/.installed
	mkdir -p data/results
	$(BIN)/python -m tf1_updates.benchmarks.ladder --json data/results/ladder.json --into README.md

# Every notebook run afresh, from the first cell to the last, its outputs kept with it.
notebooks: $(VENV)/.installed-tools
	$(BIN)/python -m tf1_updates.notebook_checks.execute notebooks/*.ipynb

# Opens JupyterLab with the three approaches of the thread in three columns.
# Root, who is all that a container has, is let in by Jupyter only when told so.
LAB := notebooks/lab/three_columns.jupyterlab-workspace
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)
lab: export JUPYTERLAB_WORKSPACES_DIR := $(CURDIR)/$(VENV)/workspaces
lab: $(VENV)/.installed-tools
	$(BIN)/python -m jupyterlab.labapp workspaces import $(LAB)
	$(BIN)/python -m jupyterlab --ServerApp.root_dir=$(CURDIR)/notebooks \
	--LabApp.default_url=/lab/workspaces/three-columns $(AS_ROOT) $(ARGS)

# The README's picture of it, by headless Chromium (Debian: chromium, chromium-driver; selenium).
lab-picture: $(VENV)/.installed-tools
	TF1_UPDATES_LAB_PICTURE=$(CURDIR)/notebooks/lab/three_columns.png \
	$(BIN)/python -m pytest -q -m slow tests/notebooks/test_lab.py

# Answer 2's program on real digits, by this TensorFlow; notebook 05 reads it. With 1.15 as well:
# `python -m tf1_updates.benchmarks.answer_on_digits --json data/results/answer_on_digits_1.15.json`
# `python -m tf1_updates.benchmarks.learning_rate_race --json data/results/learning_rate_race_1.15.json`
answer-results: $(VENV)/.installed
	$(BIN)/python -m tf1_updates.benchmarks.answer_on_digits \
	--json data/results/answer_on_digits.json
	$(BIN)/python -m tf1_updates.benchmarks.learning_rate_race \
	--json data/results/learning_rate_race.json

# What approaches cost at several distances from the server; the README's table is its output.
round-trips: $(VENV)/.installed
	$(BIN)/python -m tf1_updates.benchmarks.round_trips

# What tells one Python from another: its version and its home, which a virtual environment shares
# with the Python that made it.
IDENTITY := 'import sys; print(sys.version_info[:3], sys.base_prefix)'

# "stale" if there is a virtual environment $(1) that does not run, or that is not of the Python
# which was given in the variable named $(2). If none was given, any that runs is right.
given = $(filter command environment,$(origin $(1)))
stale = $(shell test -e $(1)/pyvenv.cfg || exit 0; \
	found=$$($(1)/bin/python -c $(IDENTITY) 2>/dev/null) || { echo stale; exit; }; \
	$(if $(call given,$(2)),test "$$found" = "$$($($(2)) -c $(IDENTITY) 2>/dev/null)" || echo stale))
STALE := $(call stale,$(VENV),PYTHON)

.PHONY: FORCE
$(VENV)/.installed: $(if $(STALE),FORCE)
$(VENV)/.installed: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11, 3.12 or 3.13 found (TensorFlow has wheels\
	 for these); name one: make compare PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c $(FITS) 2>/dev/null \
	|| { echo "make: PYTHON=$(PYTHON) is no Python 3.11, 3.12 or 3.13" >&2; exit 2; }
	@test -z "$(STALE)" || echo "make: $(VENV) is not of $(PYTHON); it is made anew"
	test -z "$(STALE)" -a -x $(BIN)/python || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.installed-tools: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[test,lint,legacy,notebooks,lab-test]'
	touch $@

# TensorFlow 1.15.5, the last of its line, on Python 3.7: `make test-tf1 PYTHON37=/path/to/python3.7`
# chooses one; by default `python3.7` if it runs, and then pyenv's newest.
VENV_TF1 := .venv-tf1
BIN_TF1 := $(VENV_TF1)/bin
FITS_TF1 := 'import sys; sys.exit(sys.version_info[:2] != (3, 7))'
PYTHON37 ?= $(shell for python in python3.7 $$(ls -d "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.7.*/bin/python3.7 \
	2>/dev/null | sort -rV); do \
	$$python -c $(FITS_TF1) \
	2>/dev/null && echo $$python && break; done)

.PHONY: test-tf1 has-python37 compare-tf1 golden

# All but what TensorFlow 1.15 lacks, which each test says of itself where it is skipped.
test-tf1: $(VENV_TF1)/.installed
	$(BIN_TF1)/python -m pytest -q -rs $(ARGS)

has-python37:
	@test -n "$(PYTHON37)"

# The golden trajectories, made anew.
golden: $(VENV_TF1)/.installed
	mkdir -p data/golden
	$(BIN_TF1)/python -m tf1_updates.golden data/golden

# The comparison on 1.15 on this machine, and the README's section with it next to what `make
# results` measured on the current TensorFlow.
compare-tf1: $(VENV_TF1)/.installed
	mkdir -p data/results
	$(BIN_TF1)/tf1-updates compare --json data/results/compare-tf1.json
	$(BIN_TF1)/tf1-updates diff data/results/compare-tf1.json data/results/compare.json \
	--into README.md

STALE_TF1 := $(call stale,$(VENV_TF1),PYTHON37)
$(VENV_TF1)/.installed: $(if $(STALE_TF1),FORCE)
$(VENV_TF1)/.installed: pyproject.toml constraints-tf1.txt
	@test -n "$(PYTHON37)" || { echo "make: no Python 3.7 found, which TensorFlow 1.15 needs; name\
	 one: make test-tf1 PYTHON37=..." >&2; exit 2; }
	@$(PYTHON37) -c $(FITS_TF1) 2>/dev/null \
	|| { echo "make: PYTHON37=$(PYTHON37) is no Python 3.7" >&2; exit 2; }
	@test -z "$(STALE_TF1)" || echo "make: $(VENV_TF1) is not of $(PYTHON37); it is made anew"
	test -z "$(STALE_TF1)" -a -x $(BIN_TF1)/python || $(PYTHON37) -m venv --clear $(VENV_TF1)
	$(BIN_TF1)/python -m pip install --quiet --constraint constraints-tf1.txt --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV) $(VENV_TF1)
