"""The house in figures: `python -m tools.house [ROOT ...]` prints a table with one column for each checkout.

Everything is read from the source; only the functions that one press enters are counted by playing, in a process of its
own for each checkout that has `bench/sitting.py`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

PRODUCT: Final = ("bot", "engine", "render", "data")
SMALL: Final = 80
"""Lines of a module that is a room with one door if one other imports it."""
APART: Final = ("local_table", "playground")
"""The stand-in for Discord, by its name now and before."""


def files(root: Path, *tops: str) -> list[Path]:
    """The Python files below these folders."""
    return sorted(file for top in tops for file in (root / top).rglob("*.py") if ".venv" not in file.parts)


@cache
def lines(file: Path) -> int:
    """How many lines a file has."""
    return len(file.read_text(encoding="utf-8").splitlines())


@cache
def tree(file: Path) -> ast.Module:
    """A file as Python reads it."""
    return ast.parse(file.read_text(encoding="utf-8"))


def module(root: Path, file: Path) -> str:
    """The name by which a file is imported."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def arrows(root: Path) -> Mapping[str, frozenset[str]]:
    """Which modules of the product each of them imports."""
    known = {module(root, file): file for file in files(root, *PRODUCT)}
    return {name: frozenset(imports(file, known) - {name}) for name, file in known.items()}


def imports(file: Path, known: Mapping[str, Path]) -> set[str]:
    """The modules among those known that a file names."""
    found: set[str] = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names} & known.keys()
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{name.name}" for name in node.names} & known.keys()
            found |= below or ({node.module} & known.keys())
    return found


def product_lines(root: Path) -> int:
    """Lines of the product, empty ones and comments included."""
    return sum(map(lines, files(root, *PRODUCT)))


def without_local_table(root: Path) -> int:
    """The same without the stand-in for Discord."""
    return sum(lines(file) for file in files(root, *PRODUCT) if not {*APART} & {*file.parts})


def test_lines(root: Path) -> int:
    """Lines of the tests."""
    return sum(map(lines, files(root, "tests")))


def modules(root: Path) -> int:
    """Modules of the product."""
    return len(files(root, *PRODUCT))


def import_lines(root: Path) -> str:
    """Which part of the product's lines imports something."""
    nodes = (node for file in files(root, *PRODUCT) for node in ast.walk(tree(file)))
    found = sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return f"{100 * found / product_lines(root):.1f} %"


def longest_chain(root: Path) -> int:
    """The most modules that stand on each other."""
    graph = arrows(root)

    @cache
    def height(name: str) -> int:
        return 1 + max(map(height, graph[name]), default=0)

    return max(map(height, graph))


def one_door(root: Path) -> int:
    """Modules of at most 80 lines that one other module imports."""
    doors = Counter(other for others in arrows(root).values() for other in others)
    small = (file for file in files(root, *PRODUCT) if lines(file) <= SMALL and file.name != "__init__.py")
    return sum(doors[module(root, file)] == 1 for file in small)


def change_module(root: Path) -> str:
    """Lines of the module that writes a change, and how many features it imports."""
    file = next(file for file in files(root, "bot") if file.name in {"commit.py", "change.py"})
    named = [name for name in arrows(root)[module(root, file)] if name.startswith("bot.features.")]
    return f"{lines(file)}, {len(named)}"


def top_of_bot(root: Path) -> int:
    """Modules at the top of `bot/`."""
    return len(list((root / "bot").glob("*.py")))


def functions(root: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of the product that is no command."""
    for file in files(root, *PRODUCT):
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_command(node):
                yield node


def is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether Discord's rules say which parameters it has."""
    return any("command(" in ast.unparse(one) for one in node.decorator_list)


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many parameters a function has, without `self`."""
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return sum(one.arg not in {"self", "cls"} for one in given)


def most_parameters(root: Path) -> str:
    """The most parameters of a function, and which it is."""
    most = max(functions(root), key=parameters)
    return f"{parameters(most)} ({most.name})"


def loose_types(root: Path) -> int:
    """Signatures in which a dict or mapping of anything stands."""
    said = (ast.unparse(node.args) + (ast.unparse(node.returns) if node.returns else "") for node in functions(root))
    return sum(text.count("[str, Any]") for text in said)


PRESS: Final = """
import asyncio, sys, tempfile, threading
from pathlib import Path
from bench import sitting

inside = tuple(str(Path.cwd() / top) for top in ("bot", "engine", "render"))
entered, counting = set(), False

def enter(frame, event, _):
    code = frame.f_code
    if counting and event == "call" and code.co_filename.startswith(inside) and code.co_name[0] != "<":
        entered.add((code.co_filename, code.co_firstlineno))

press = sitting.Bench.press

async def counted(self, visit, act=""):
    global counting
    counting = act == "confirm"
    try:
        return await press(self, visit, act)
    finally:
        counting = False

async def main(folder):
    sitting.Bench.press, sitting.TABLES, sitting.GAMES = counted, 1, {"acme": sitting.GAMES["acme"]}
    await sitting.run(Path(folder))

sitting.structlog.configure(wrapper_class=sitting.structlog.make_filtering_bound_logger(40))
threading.setprofile(enter)
sys.setprofile(enter)
with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(folder))
print(len(entered))
"""


def entered_by_a_press(root: Path) -> str:
    """The functions of the product that run when a player of ACME confirms a plan."""
    command = (sys.executable, "-c", PRESS)
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.split()[-1]  # noqa: S603


FIGURES: Final[Mapping[str, Callable[[Path], object]]] = {
    "product, lines": product_lines,
    "product without the local table": without_local_table,
    "tests, lines": test_lines,
    "modules": modules,
    "lines that import": import_lines,
    "longest chain of imports": longest_chain,
    "rooms with one door": one_door,
    "change: lines, features imported": change_module,
    "modules at the top of bot/": top_of_bot,
    "most parameters": most_parameters,
    "[str, Any] in signatures": loose_types,
    "functions that a press enters": entered_by_a_press,
}


def main(roots: list[Path]) -> None:
    """Print the table."""
    width = max(map(len, FIGURES))
    for name, figure in FIGURES.items():
        print(f"{name:<{width}}  " + "  ".join(f"{figure(root)!s:>16}" for root in roots))


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main([Path(one).resolve() for one in sys.argv[1:]] or [Path(__file__).parents[1]])
