# Everything a contributor or CI runs. `make help` lists the targets.

# Any Python from 3.11 to 3.13; `make PYTHON=/path/to/python setup` chooses one.
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))
PYTHON := $(shell for py in python3 python3.13 python3.12 python3.11 python; do \
	"$$py" -c '$(SUPPORTED)' 2>/dev/null && { command -v "$$py"; break; }; done)
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
STAMP := .venv/.installed
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help setup run test lint format bench freeze messages lock clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## */\1\t/' | expand -t 10

setup: $(STAMP)  ## create .venv with the locked dependencies

$(BIN)/python:
	@test -n '$(PYTHON)' || { echo 'bang-by-message needs Python 3.11, 3.12 or 3.13; none is on PATH' >&2; exit 1; }
ifneq ($(UV),)
	uv venv --quiet --clear --python '$(PYTHON)' .venv
else
	'$(PYTHON)' -m venv --clear .venv
endif

# The project itself is installed in place, with the locked build backend, so that nothing is fetched unlocked.
$(STAMP): pyproject.toml requirements-dev.lock | $(BIN)/python
ifneq ($(UV),)
	uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.lock
	uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
endif
	@touch $@

run: setup  ## try it without Telegram: starts everything and prints the page's address
	$(BIN)/bang play

test: setup  ## run all tests (WORKERS=2 sets the number of processes)
	$(BIN)/python -m pytest -n $(WORKERS) tests

lint: setup  ## ruff, mypy and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: setup  ## format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: setup  ## measure the engine and the storage
	$(BIN)/python -m tests.bench

freeze: setup  ## store paused games of this release for later ones to load
	$(BIN)/python -m tests.paused

messages: setup  ## collect the texts to translate; bring the catalogues up to date and compile them
	$(BIN)/pybabel -q extract -F pyproject.toml -k N_ -k Refusal --omit-header --no-location --sort-output \
		-w 120 -o tgbot/locales/bang.pot .
	@for po in tgbot/locales/*/LC_MESSAGES/bang.po; do test -e "$$po" || continue; \
		$(BIN)/pybabel -q update -D bang -i tgbot/locales/bang.pot -d tgbot/locales -l "$$(basename "$${po%/LC*}")" && \
		$(BIN)/pybabel -q compile -D bang -d tgbot/locales -l "$$(basename "$${po%/LC*}")" || exit; done

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock' $(LOCKFLAGS) pyproject.toml

lock: | $(BIN)/python  ## resolve the lock files anew (LOCKFLAGS=--upgrade takes newer releases)
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet uv
	$(LOCK) --extra dev -o requirements-dev.lock
	$(LOCK) -c requirements-dev.lock -o requirements.lock

clean:  ## remove the environment, caches and build results
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find engine storage tgbot tests \( -name __pycache__ -o -name .ruff_cache \) -type d -prune -exec rm -rf {} +
