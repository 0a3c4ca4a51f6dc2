"""`make bench`: every figure in one go."""

from __future__ import annotations

from bench import engine, pictures, service

for part in (engine, pictures, service):
    part.main()
