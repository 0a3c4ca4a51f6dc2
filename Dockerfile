# Two stages: the first builds the packages, the second holds only what runs.
# The base is named by what it holds, so that nobody can put another in its place; `make image-digest` tells a newer one.
ARG PYTHON_IMAGE=python:3.11.16-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7
FROM ${PYTHON_IMAGE} AS build
WORKDIR /src
RUN python -m venv /venv
COPY requirements.lock ./
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY data data
COPY engine engine
COPY render render

# Base maps cost seconds each: they are drawn here once, before the bot is there, whose changes are no reason to draw them anew
RUN /venv/bin/python -m render --bases /bases

COPY pyproject.toml README.md LICENSE NOTICE ./
COPY bot bot
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation . \
    && /venv/bin/pip uninstall --yes --quiet hypothesis mypy openapi-spec-validator playwright pytest pytest-asyncio pytest-timeout pytest-xdist ruff setuptools tomlkit \
    ast-serialize execnet iniconfig jsonschema jsonschema-path jsonschema-specifications lazy-object-proxy librt mypy-extensions openapi-schema-validator packaging pathable pathspec pluggy pygments pyyaml referencing rfc3339-validator rpds-py six sortedcontainers

# The bot speaks three languages, and installs nothing
RUN cd /venv/lib/python3.11/site-packages \
    && find babel/locale-data -name "*.dat" ! -name "root.dat" ! -name "en*.dat" ! -name "de*.dat" ! -name "fr*.dat" -delete \
    && rm -rf pip pip-*.dist-info /venv/bin/pip*

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 1000 --home /home/nisaba --create-home nisaba && install --directory --owner nisaba --mode 0700 /data
COPY --from=build /venv /venv
COPY --from=build /bases /bases
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 NISABA_DATA=/data NISABA_BASES=/bases
USER nisaba
WORKDIR /home/nisaba
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "--health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
