"""Functions that every cell has."""

import builtins
import collections
import difflib
import os
import re

from display import display
from streams import NO_INPUT

URL = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")


class Tools:
    """tool.read(path="a.txt") calls a tool of the session with the same checks as a call of the model."""

    def __init__(self, kernel):
        self._kernel = kernel

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def call(arguments=None, **named):
            return self._kernel.call_tool(name, {**(arguments or {}), **named})

        call.__name__ = name
        return call

    __getitem__ = __getattr__

    def __repr__(self):
        return "tool.<name>(key=value, …) calls a tool"


def install_prelude(kernel):
    def no_input(_prompt=""):
        raise EOFError(NO_INPUT)

    builtins.input = no_input
    tool = Tools(kernel)
    kernel.names.update(
        tool=tool,
        display=lambda *values: display(kernel, *values),
        output=lambda number: tool.read(path="artifact://%s" % number),
        read=read,
        write=write,
        append=append,
        sort=sort,
        uniq=uniq,
        counter=counter,
        diff=diff,
        tree=tree,
        env=env,
        __tau_magic__=kernel.magics.line,
        __tau_cell_magic__=kernel.magics.cell,
        __tau_shell__=kernel.magics.shell,
        __tau_capture__=kernel.magics.capture,
    )
    kernel.prelude = set(kernel.names)


def local(path):
    path = os.fspath(path)
    if URL.match(path):
        raise ValueError("%s is a URL. This function takes files; tool.read takes URLs." % path)
    return os.path.expanduser(path)


def read(path, offset=1, limit=None):
    """The text of a file, or some of its lines, counted from 1."""
    with open(local(path), encoding="utf-8", errors="replace") as file:
        if offset == 1 and limit is None:
            return file.read()
        lines = file.read().splitlines(True)
    start = max(offset, 1) - 1
    return "".join(lines[start : None if limit is None else start + limit])


def write(path, content):
    """Writes a file, with the folders that it needs."""
    return save(path, content, "w")


def append(path, content):
    return save(path, content, "a")


def save(path, content, mode):
    path = local(path)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, mode, encoding="utf-8", newline="") as file:
        file.write(content)
    return path


def lines_of(text):
    return text.splitlines() if isinstance(text, str) else list(text)


def sort(text, reverse=False):
    """Sorted lines, or the sorted items of a list."""
    lines = sorted(lines_of(text), reverse=reverse)
    return "\n".join(lines) if isinstance(text, str) else lines


def uniq(text):
    """Lines or items without repetitions, in their order."""
    lines = list(dict.fromkeys(lines_of(text)))
    return "\n".join(lines) if isinstance(text, str) else lines


def counter(items, limit=None):
    """The lines or items with their counts, the most frequent first."""
    return collections.Counter(lines_of(items)).most_common(limit)


def diff(before, after):
    """The unified diff of two files."""
    texts = [read(path).splitlines(True) for path in (before, after)]
    return "".join(difflib.unified_diff(*texts, fromfile=str(before), tofile=str(after)))


def tree(path=".", depth=3, hidden=False):
    """The files below a folder, indented."""
    lines = []

    def walk(folder, level):
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        for entry in entries:
            if entry.name.startswith(".") and not hidden:
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            lines.append("  " * level + entry.name + ("/" if is_folder else ""))
            if is_folder and level + 1 < depth:
                walk(entry.path, level + 1)

    walk(local(path), 0)
    return "\n".join(lines)


def env(name=None, value=None):
    """Reads or sets a variable of the environment; without a name, all of them."""
    if name is None:
        return dict(os.environ)
    if value is not None:
        os.environ[name] = str(value)
    return os.environ.get(name)
