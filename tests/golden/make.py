"""`make goldens`: play the recorded games anew. Read the difference before committing it."""

from __future__ import annotations

from tests.golden.replay import RECORDED, write

if __name__ == "__main__":
    for name in RECORDED:
        write(name)
