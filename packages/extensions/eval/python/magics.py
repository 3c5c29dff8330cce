"""The commands of notebooks: %name, %%name, !command."""

import ast
import contextlib
import importlib
import io
import os
import re
import shlex
import subprocess
import sys
import time

LINE = re.compile(r"^(\s*)(?:([A-Za-z_][\w.\[\]'\", ]*?)\s*=\s*)?([%!])(.*)$")
CELL = re.compile(r"^\s*%%(\w+)[ \t]*(.*?)[ \t]*(?:\n|$)")


def rewrite(code):
    """Returns the code with the commands of notebooks as calls. What Python itself can read stays as it is."""
    found = CELL.match(code)
    if found:
        return "__tau_cell_magic__(%r, %r, %r)" % (found[1], found[2], code[found.end() :])
    lines = code.split("\n")
    while True:
        try:
            compile("\n".join(lines), "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            call = call_of(lines[at]) if 0 <= at < len(lines) else None
            if call is None:
                break
            lines[at] = call
        else:
            break
    return "\n".join(lines)


def call_of(line):
    found = LINE.match(line)
    if found is None:
        return None
    indent, name, sign, rest = found.groups()
    target = "%s = " % name if name else ""
    if sign == "!":
        return "%s%s%s(%r)" % (indent, target, "__tau_capture__" if name else "__tau_shell__", rest)
    magic, _, arguments = rest.partition(" ")
    return "%s%s__tau_magic__(%r, %r)" % (indent, target, magic, arguments.strip())


class ShellLines(list):
    """The lines that a command has written; `n` is the text, `s` the words on one line."""

    @property
    def n(self):
        return "\n".join(self)

    @property
    def s(self):
        return " ".join(self)


class Magics:
    def __init__(self, kernel):
        self.kernel = kernel

    def line(self, name, arguments):
        return self.find(LINE_MAGICS, "%", name)(self, arguments)

    def cell(self, name, arguments, body):
        return self.find(CELL_MAGICS, "%%", name)(self, arguments, body)

    def find(self, magics, sign, name):
        magic = magics.get(name)
        if magic is None:
            known = ", ".join(sign + each for each in magics)
            raise NameError("UsageError: there is no magic %s%s. There are: %s." % (sign, name, known))
        return magic

    def shell(self, command):
        self.kernel.flush()
        code = subprocess.call(command, shell=True, executable=shell_program(), stdin=subprocess.DEVNULL)
        if code != 0:
            print("(exit code %d)" % code)

    def capture(self, command):
        done = subprocess.run(
            command, shell=True, executable=shell_program(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        )
        return ShellLines(done.stdout.decode(errors="replace").splitlines())

    def pip(self, arguments):
        before = versions()
        self.kernel.flush()
        code = subprocess.call([sys.executable, "-m", "pip", *shlex.split(arguments)], stdin=subprocess.DEVNULL)
        importlib.invalidate_caches()
        forget_modules(before)
        if code != 0:
            raise RuntimeError("pip has failed with exit code %d." % code)

    def cd(self, arguments):
        os.chdir(os.path.expanduser(arguments.strip("'\"") or "~"))
        self.kernel.status("cd", path=os.getcwd())
        return os.getcwd()

    def pwd(self, _arguments):
        return os.getcwd()

    def ls(self, arguments):
        return sorted(os.listdir(os.path.expanduser(arguments or ".")))

    def env(self, arguments):
        if not arguments:
            return dict(os.environ)
        name, sign, value = arguments.partition("=")
        if sign:
            os.environ[name.strip()] = value.strip()
        return os.environ.get(name.strip())

    def set_env(self, arguments):
        name, _, value = arguments.partition(" ")
        os.environ[name] = value.strip()

    def time(self, arguments):
        begun, used = time.perf_counter(), time.process_time()
        value = self.kernel.execute(arguments, "<cell magic %time>")
        wall, cpu = time.perf_counter() - begun, time.process_time() - used
        print("Wall time: %s, CPU time: %s" % (duration(wall), duration(cpu)))
        return value

    def timeit(self, arguments, body=None):
        import timeit

        setup, statement = (arguments, body) if body is not None else ("", arguments)
        timer = timeit.Timer(statement, setup or "pass", globals=self.kernel.names)
        loops, _ = timer.autorange()
        best = min(timer.repeat(3, loops)) / loops
        print("%s per loop (best of 3 runs of %d loops)" % (duration(best), loops))
        self.kernel.status("timeit", ms=best * 1000)

    def user_names(self):
        names = self.kernel.names
        return sorted(name for name in names if not name.startswith("_") and name not in self.kernel.prelude)

    def who(self, _arguments):
        print("  ".join(self.user_names()) or "There are no variables.")

    def whos(self, _arguments):
        for name in self.user_names():
            value = self.kernel.names[name]
            print("%-20s %-12s %s" % (name, type(value).__name__, repr(value).replace("\n", " ")[:60]))

    def reset(self, _arguments):
        self.kernel.reset()

    def load(self, arguments):
        with open(os.path.expanduser(arguments), encoding="utf-8") as file:
            source = file.read()
        print(source)
        return self.kernel.execute(source, arguments)

    def run(self, arguments):
        import runpy

        path, *given = shlex.split(arguments)
        before, sys.argv = sys.argv, [path, *given]
        main = sys.modules["__main__"]
        try:
            made = runpy.run_path(os.path.expanduser(path), run_name="__main__")
        finally:
            sys.argv = before
            sys.modules["__main__"] = main
        self.kernel.names.update((name, value) for name, value in made.items() if not name.startswith("__"))

    def matplotlib(self, _arguments):
        """Figures are always shown in place."""

    def bash(self, _arguments, body, program="bash"):
        self.kernel.flush()
        code = subprocess.call([program, "-c", body], stdin=subprocess.DEVNULL)
        if code != 0:
            raise RuntimeError("%s has failed with exit code %d." % (program, code))

    def sh(self, arguments, body):
        self.bash(arguments, body, "sh")

    def capture_cell(self, arguments, body):
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            self.kernel.execute(body, "<cell magic %%capture>")
        if arguments:
            self.kernel.names[arguments.split()[0]] = text.getvalue()

    def writefile(self, arguments, body):
        is_added, _, path = arguments.rpartition("-a ")
        with open(os.path.expanduser(path.strip()), "a" if is_added or arguments.startswith("-a ") else "w") as file:
            file.write(body if body.endswith("\n") else body + "\n")
        print("Wrote %s" % path.strip())


LINE_MAGICS = {
    name: getattr(Magics, name)
    for name in "pip cd pwd ls env set_env time timeit who whos reset load run matplotlib".split()
}
CELL_MAGICS = {
    "bash": Magics.bash,
    "sh": Magics.sh,
    "capture": Magics.capture_cell,
    "timeit": Magics.timeit,
    "writefile": Magics.writefile,
}


def shell_program():
    return next((path for path in ("/bin/bash", "/usr/bin/bash") if os.path.exists(path)), None)


def duration(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return "%.3g %s" % (seconds * scale, unit)
    return "%.3g ns" % (seconds * 1e9)


def versions():
    from importlib import metadata

    return {each.metadata["Name"]: each.version for each in metadata.distributions()}


def forget_modules(before):
    """Forgets the modules of packages that pip has changed, so that the next import loads the new ones."""
    from importlib import metadata

    changed = (each for each in metadata.distributions() if before.get(each.metadata["Name"]) != each.version)
    tops = {path.parts[0].split(".")[0] for each in changed for path in each.files or [] if path.suffix == ".py"}
    for name in [name for name in sys.modules if name.split(".")[0] in tops]:
        del sys.modules[name]
