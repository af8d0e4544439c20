# Everything below sets up .venv by itself: Python 3.11 or newer and make are all it needs.
# Another Python: make play PYTHON=/path/to/python3

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILED := $(VENV)/.compiled
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11 python
HEADLESS := SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
ARGS ?=
# All tests run on two processes, each file on one of them.
PARALLEL := --numprocesses 2 --dist loadfile
# Tests that try more than a sample with MICROMUTANTS_THOROUGH=1.
THOROUGH := tests/test_damage.py tests/test_files.py tests/test_fuzz.py tests/lab/test_lab_handfit.py \
    tests/ui/test_shell_storm.py tests/ui/test_shell_typed.py

.DEFAULT_GOAL := help
.PHONY: help play test thorough lint format bench golden goldens soak pages pictures clean

help: ## list what can be made
	@echo "make play    play in a window; with no display two bots play an exhibition"
	@echo "make test    run the tests, without a display or a network"
	@echo "make thorough run those tests at length that otherwise try a sample, about an hour"
	@echo "make lint    check style (ruff) and types (mypy)"
	@echo "make format  put the style right where ruff can"
	@echo "make bench   measure what a flick costs; with ARGS=--ui what a frame of the window costs"
	@echo "make golden  compute the golden digests anew, after a change of physics or rules"
	@echo "make goldens draw the main screens anew, with which the tests compare them"
	@echo "make soak    let bots play a match of every kind, and hold each to what must be true"
	@echo "make pages   renew the help page that is written from the types"
	@echo "make pictures draw the pictures of the README anew, about a minute"
	@echo "make clean   remove .venv and everything that was built"
	@echo "ARGS='...' is handed on: make test ARGS='-k fumble', make play ARGS='--help'"

play: $(COMPILED)
	@$(BIN)/micromutants $(ARGS)

test: $(COMPILED)
	@$(HEADLESS) $(BIN)/python -m pytest $(or $(ARGS),$(PARALLEL))

thorough: $(COMPILED)
	@MICROMUTANTS_THOROUGH=1 $(HEADLESS) $(BIN)/python -m pytest $(or $(ARGS),$(THOROUGH))

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(STAMP)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(COMPILED)
	@$(HEADLESS) $(BIN)/micromutants bench $(ARGS)

golden: $(COMPILED)
	@$(HEADLESS) $(BIN)/python -m micromutants.golden

goldens: $(STAMP)
	@$(BIN)/python tests/ui/goldens.py

soak: $(COMPILED)
	@$(HEADLESS) $(BIN)/micromutants soak $(ARGS)

pages: $(STAMP)
	@$(BIN)/python -m micromutants.scenario.describing

pictures: $(STAMP)
	@$(HEADLESS) $(BIN)/micromutants pictures assets/pictures --screen title --screen showcase
	@$(HEADLESS) $(BIN)/micromutants exhibit --gif assets/pictures/exhibition.gif >/dev/null

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis micromutants/_compiled
	find micromutants tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp comes last, so a set-up that was broken off is done again.
$(STAMP): pyproject.toml
	@if ! $(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    found=; usable=; \
	    for python in $(PYTHON); do \
	        if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	            found="$${found:-$$python}"; \
	            if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then usable="$$python"; break; fi; \
	        fi; \
	    done; \
	    if [ -z "$$found" ]; then \
	        echo "micromutants needs Python 3.11 or newer, and none was found: install it, or name it with PYTHON=..." >&2; \
	        exit 1; \
	    fi; \
	    if [ -z "$$usable" ]; then \
	        echo "$$found cannot make virtual environments: install its venv module (Debian, Ubuntu: apt install python3-venv)." >&2; \
	        exit 1; \
	    fi; \
	    echo "Making $(VENV) with $$usable ..."; \
	    "$$usable" -m venv --clear $(VENV); \
	fi
	@echo "Installing micromutants and what it needs into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' || \
	    { echo "The installation failed; the first one needs a network to fetch packages." >&2; exit 1; }
	@touch $@

# Machine code for the physics: the same results, some times as fast.  Without a compiler the sources run.
$(COMPILED): $(STAMP) $(wildcard micromutants/physics/*.py micromutants/table/*.py micromutants/geometry.py)
	@echo "Compiling the physics; this takes half a minute, once ..."
	@$(BIN)/python -m micromutants compile >/dev/null || echo "It stays plain Python: the same game, a few times slower."
	@touch $@
