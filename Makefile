# Everything that people and CI call. Needs git, make and Python 3.11 or newer; the rest is set up here, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := $(BIN)/python scripts/build.py
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
# The stamps: their presence means that the lock they are named for is installed whole.
RUNTIME := $(VENV)/.runtime
TESTS := $(VENV)/.tests
LOCKS := requirements.lock tests/requirements.lock
UV := $(VENV)/uv/bin/uv
UV_VERSION := 0.13.9
# One version for all Pythons, so that all build the same site; no address in the file, so that any mirror serves it.
COMPILE = $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(ARGS)
ARGS ?=
# make gives 2 for whatever status a command fails with, so it cannot pass on that `check` tells problems (1) from a
# refusal (2). Who wants only a refusal to fail calls `make check TOLERATE=1`.
TOLERATE ?= 0

# Papers of a made corpus (0: the notes as they are), what it is drawn with, and where it goes.
N ?= 0
SEED ?= 1
OUT ?= /tmp/claimbook-corpus

# An environment whose Python was upgraded or removed is as good as none.
ifneq ($(wildcard $(RUNTIME)),)
ifneq ($(shell $(BIN)/python -c 'import pip; print("alive")' 2>/dev/null),alive)
$(shell rm -f $(RUNTIME))
endif
endif

.PHONY: help site serve check data test lint bench corpus bench-search regen lock clean setup
.DELETE_ON_ERROR:

help: ## list these commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1	\2/p' $(MAKEFILE_LIST)

site: $(RUNTIME) ## build the site into site/
	$(BUILD) site $(ARGS)

serve: $(RUNTIME) ## serve the site and rebuild it when a note changes
	$(BUILD) serve $(ARGS)

check: $(RUNTIME) ## report on the notes, build nothing
	@$(BUILD) check $(ARGS) || [ $$? -le $(TOLERATE) ]

data: $(RUNTIME) ## write the records into the built site as an SQLite file
	$(BUILD) data $(ARGS)

test: lint ## run the linters and all tests (set up a browser first)
	$(BIN)/python tests/browser/find_browser.py --install
	$(BIN)/python -m pytest $(ARGS)

lint: $(TESTS) ## run the linters only
	@! grep -nE '://|^ *--?(f|i|index|extra-index|find-links|trusted-host)\b' $(LOCKS) || { echo 'error: a lock file names a host; run make lock' >&2; exit 1; }
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PYTHONPATH=scripts $(BIN)/lint-imports

bench: $(RUNTIME) ## print what the commands cost
	$(BIN)/python scripts/bench/bench.py $(ARGS)

corpus: $(RUNTIME) ## recombine the notes into N new ones: make corpus N=5000 SEED=1 OUT=DIR
	$(BIN)/python scripts/bench/corpus.py --papers $(N) --seed $(SEED) --out $(OUT) $(ARGS)

bench-search: $(TESTS) ## measure the search on the notes, or on a corpus: make bench-search N=5000
	$(BIN)/python tests/browser/find_browser.py --install
	$(BIN)/python scripts/bench/search.py --papers $(N) --seed $(SEED) $(ARGS)

regen: $(TESTS) ## write the golden files anew; read the diff before you commit it
	$(BIN)/python -m pytest --regen tests/golden $(ARGS)

lock: $(UV) ## pin the dependencies of pyproject.toml (newest versions: make lock ARGS=--upgrade)
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --group test --constraints requirements.lock --output-file tests/requirements.lock

clean: ## remove what was built (not .venv)
	rm -rf site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	git clean -fdXq -- docs scripts tests

setup: $(RUNTIME) ## only set up the environment

# Made from nothing each time, so that a package dropped from the lock cannot stay importable. The stamp comes last.
$(RUNTIME): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo \
	'error: $(PYTHON) is missing or older than Python 3.11; install it (Debian: apt-get install python3 python3-venv) or name another: make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo \
	'error: $(PYTHON) cannot make a virtual environment; on Debian: apt-get install python3-venv' >&2; exit 1; }
	@echo 'Setting up $(VENV) (a minute the first time)'
	@$(PYTHON) -m venv --clear $(VENV)
	$(PIP_INSTALL) -r $<
	@touch $@

$(TESTS): tests/requirements.lock $(RUNTIME)
	@rm -f $@
	$(PIP_INSTALL) -r $<
	@touch $@

# Apart from the rest of .venv: what makes the locks must not need them.
$(UV):
	$(PYTHON) -m venv --clear $(VENV)/uv
	$(VENV)/uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
