# Everything happens in .venv; the first target that needs it makes it.
PYTHON ?= python3
BIN := .venv/bin
CODE := bot engine render data tests bench docs

.PHONY: play test long browser postgres check bench fmt lock goldens docs clean

.venv/ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

# A table in the browser, without a token: opens http://127.0.0.1:8765
play: .venv/ready
	$(BIN)/python -m bot --local --open

# All tests but those that play for minutes or need a browser
test: .venv/ready
	$(BIN)/pytest -q -m "not browser and not long" -n auto

# Whole games: random play on every map, the scripted game over the wire
long: .venv/ready
	$(BIN)/pytest -q -m "long and not browser" -n auto

# The local table in Debian's Chromium
browser: .venv/ready
	$(BIN)/pytest -q -m browser

# The service on PostgreSQL: make postgres URL=postgresql://user:password@host/postgres (a user who may create databases)
postgres: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check 'asyncpg>=0.30'
	NISABA_TEST_DATABASE=$(URL) $(BIN)/pytest -q tests/service

check: .venv/ready
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy

fmt: .venv/ready
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

# Each part in a process of its own, so that none weighs on another
bench: .venv/ready
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.pictures
	$(BIN)/python -m bench.service

# Written anew: read the difference before you commit it
goldens: .venv/ready
	$(BIN)/python -m tests.golden.make

docs: .venv/ready
	$(BIN)/python -m docs.coverage
	$(BIN)/python -m docs.npc_games

lock:
	$(BIN)/pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --extra dev --strip-extras --no-emit-index-url --no-header --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache build *.egg-info
