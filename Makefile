# Everything happens in .venv; the first target that needs it makes it, and compiles what all processes read.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CODE := bot engine render data nisaba tests bench tools
# The bots and workers that tests start come up in half the time when Python may keep what it has compiled
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test pythons soak long rest door browser guided postgres old-code check mutants bench fmt lock image-digest goldens docs po site clean

$(VENV)/ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q -j 0 -x '/test_' $(CODE)
	touch $@

# A table in the browser, without a token: opens http://127.0.0.1:8765
play: $(VENV)/ready
	$(BIN)/python -m bot --local --open

# The stories, and a seed or a few of every random test: about two minutes on two cores
test: $(VENV)/ready
	$(BIN)/pytest -q -m "not browser and not long and not soak and not postgres" -n auto

# The same on the other Pythons that are promised, each in an environment of its own, where pyenv or PATH has them
OTHERS ?= 3.12 3.13
pythons:
	@for version in $(OTHERS); do \
		export PYENV_VERSION="$$(pyenv latest $$version 2>/dev/null)"; \
		if python$$version -c "" 2>/dev/null; then \
			$(MAKE) --no-print-directory test PYTHON=python$$version VENV=.venv-$$version || exit 1; \
		else \
			echo "Python $$version is not on this machine: nothing was run on it"; \
		fi \
	done

# The other seeds, casts and maps of the random tests, whole pictures, databases of old, what reads all code, and what
# needs a bot or a process of its own
soak: $(VENV)/ready
	$(BIN)/pytest -q -m "soak and not browser and not long and not postgres" -n auto

# Whole games: random play on every map, the scripted game over the wire
long: $(VENV)/ready
	$(BIN)/pytest -q -m "long and not browser and not postgres" -n auto --maxschedchunk 1

# Both of them side by side, so that no processor is idle while one test is left; two workers more than there are
# processors, for games over the wire wait for their posts: a channel takes five in five seconds
rest: $(VENV)/ready
	$(BIN)/pytest -q -m "(soak or long) and not browser and not postgres" -n $$(($$(getconf _NPROCESSORS_ONLN) + 2)) --maxschedchunk 1

# All that goes over the wire, with a bot that takes what people do over HTTP instead of the gateway
door: $(VENV)/ready
	NISABA_TEST_DOOR=http $(BIN)/pytest -q tests/wire -m "not browser and not postgres" -n auto --maxschedchunk 1

# The local table, and the pages of tables, in Debian's Chromium
browser: $(VENV)/ready
	$(BIN)/pytest -q tests/wire tests/docs tests/web -m "browser and not long"

# The guided games in Chromium by their hints, at two widths, and the pictures of the guides beside today's screens. Not in .ci/run: now and then such a run hangs
guided: $(VENV)/ready
	$(BIN)/pytest -q tests/wire tests/docs tests/web -m "browser and long"

# The service, and what several processes do, on a PostgreSQL that is started for it (Debian's package `postgresql`)
postgres: $(VENV)/ready
	$(BIN)/python -m tests.postgres

# The newest release (a git tag) on the tables of today, as while a new version takes over: its own tests of the service
old-code: $(VENV)/ready
	$(BIN)/python -m tests.old_code

check: $(VENV)/ready
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy

fmt: $(VENV)/ready
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

# Sixty slips of the hand in the rules, one at a time in a copy: which of them the stories notice (SEED=2 takes others)
SEED ?= 1
mutants: $(VENV)/ready
	$(BIN)/python -m tests.mutants --sample 60 --seed $(SEED)

# Speed and size; with BEFORE=../another-checkout both are measured in one run and compared. PARTS="engine pictures" measures these only, PARTS=weeks how long people wait, PARTS=load what 10,000 tables ask, PARTS=morning 10,000 DMs at once
BEFORE ?=
PARTS ?=
ROUNDS ?= $(if $(BEFORE),3,1)
bench: $(VENV)/ready
	$(BIN)/python -m bench $(PARTS) --rounds $(ROUNDS) $(if $(BEFORE),--before $(BEFORE))

# Written anew: read the difference before you commit it
goldens: $(VENV)/ready
	$(BIN)/python -m tests.golden.make

docs: $(VENV)/ready
	$(BIN)/python -m tools.coverage
	$(BIN)/python -m tools.provenance
	$(BIN)/python -m tools.civ_coverage
	$(BIN)/python -m tools.npc_games
	$(BIN)/python -m tools.npc_games tracks 40
	$(BIN)/python -m tools.scenario_games
	$(BIN)/python -m tools.civ_npc_games
	$(BIN)/python -m tools.turn
	$(BIN)/python -m tools.pictures

# Texts as gettext files in po/, for translators; READ=po/fr.po puts what they have translated into data/text
READ ?=
po: $(VENV)/ready
	$(BIN)/python -m tools.po $(if $(READ),read $(READ),write po $(NEW))

# The documentation as a site in `site`: what is English there and in `site/en`, what is German in `site/de`
SITE := .venv-site/bin
export NO_MKDOCS_2_WARNING := 1
site: .venv-site/ready
	$(SITE)/mkdocs build --strict --config-file mkdocs.yml
	$(SITE)/mkdocs build --strict --config-file mkdocs.de.yml

.venv-site/ready: requirements-site.lock
	$(PYTHON) -m venv .venv-site
	$(SITE)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-site.lock
	touch $@

# Every release that was tried, with the hashes of all its files; UPGRADE=--upgrade takes the newest of all
UPGRADE ?=
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install --quiet --disable-pip-version-check uv
	.venv-lock/bin/uv pip compile --quiet --no-config --no-emit-index-url \
		--universal --python-version 3.11 --extra dev --extra postgres --generate-hashes --no-header $(UPGRADE) \
		--output-file requirements.lock pyproject.toml
	.venv-lock/bin/uv pip compile --quiet --no-config --no-emit-index-url \
		--universal --python-version 3.11 --group site --generate-hashes --no-header $(UPGRADE) \
		--output-file requirements-site.lock
	rm -rf .venv-lock

# The digest of the newest base image, for PYTHON_IMAGE in the Dockerfile (needs Docker)
image-digest:
	docker buildx imagetools inspect python:3.11-slim --format '{{.Manifest.Digest}}'

clean:
	rm -rf .venv .venv-* .mypy_cache .ruff_cache .pytest_cache build site *.egg-info
