# Two stages: the first builds the packages, the second holds only what runs.
FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /venv
COPY requirements.lock ./
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check -r requirements.lock \
    && /venv/bin/pip uninstall --yes --quiet mypy ruff pytest pytest-asyncio pytest-xdist pytest-timeout playwright
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY data data
COPY engine engine
COPY render render
COPY bot bot
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps .

FROM python:3.11-slim
RUN useradd --system --uid 1000 --home /home/nisaba --create-home nisaba && mkdir /data && chown nisaba /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 NISABA_DATA=/data
USER nisaba
WORKDIR /home/nisaba
VOLUME /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "--health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
