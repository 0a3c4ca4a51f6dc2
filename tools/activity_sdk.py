"""`python -m tools.activity_sdk`: writes Discord's Embedded App SDK as one file, with the licences of all in it.

Needs npm, and what npm's registry has. The same versions make the same bytes, which a test compares with `SHA256`.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent.parent / "bot" / "web" / "page"
CODE, LICENCES = PAGE / "discord-sdk.js", PAGE / "discord-sdk.txt"
SDK: Final = "@discord/embedded-app-sdk"
VERSIONS: Final[Mapping[str, str]] = {
    SDK: "2.5.0",
    "big-integer": "1.6.52",
    "decimal.js-light": "2.5.1",
    "eventemitter3": "5.0.4",
    "lodash.transform": "4.6.0",
    "uuid": "11.1.1",
    "zod": "3.25.76",
}
"""What ends up in the file."""
BUNDLER: Final = "esbuild@0.28.2"
SHA256: Final = "e3572011940ac39ff392632aa07c0b6d40fe8e136740acd63973d8aa867a4374"
BANNER: Final = f"/* {SDK} {VERSIONS[SDK]} and what it needs, bundled. The licences are in discord-sdk.txt. */"
ENTRY: Final = f'export {{ DiscordSDK }} from "{SDK}";\n'


def main() -> int:
    """Write both files, and say which hash belongs into this program."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "package.json").write_text("{}", encoding="utf-8")
        (folder / "entry.js").write_text(ENTRY, encoding="utf-8")
        wanted = [f"{name}@{version}" for name, version in VERSIONS.items()]
        _run(folder, "npm", "install", "--no-audit", "--no-fund", "--save-exact", *wanted, BUNDLER)
        _run(folder, *_bundling())
        CODE.write_bytes((folder / "out.js").read_bytes())
        LICENCES.write_text(licences(folder / "node_modules"), encoding="utf-8")
    sys.stdout.write(f"{digest()}\n")
    return 0


def _bundling() -> tuple[str, ...]:
    how = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none", f"--banner:js={BANNER}")
    return ("node_modules/.bin/esbuild", "entry.js", *how, "--outfile=out.js", "--log-level=warning")


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - the commands stand above


def licences(modules: Path) -> str:
    """Return the licences of all packages in the file, each below its name and version."""
    parts = []
    for name, version in VERSIONS.items():
        found = next(file for file in sorted((modules / name).iterdir()) if file.name.upper().startswith("LICEN"))
        head = f"{name} {version}"
        parts.append(f"{head}\n{'=' * len(head)}\n\n{found.read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(parts)


def digest() -> str:
    """Return the hash of both files."""
    return hashlib.sha256(CODE.read_bytes() + LICENCES.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
