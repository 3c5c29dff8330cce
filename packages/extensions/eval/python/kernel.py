"""Runs cells in one namespace that lasts as long as the process."""

import ast
import inspect
import json
import linecache
import os
import queue
import signal
import sys
import threading
import traceback
import types

from display import bundle_of, emit_figures
from magics import Magics, rewrite
from prelude import install_prelude
from streams import MarkedStream, NoInput

MOST_TEXT = 1 << 20
MOST_TRACEBACK = 50_000
CELL = "<cell "
OWN_FOLDER = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Kernel:
    def __init__(self, requests, frames):
        self.requests = requests
        self.frames = frames
        self.pid = os.getpid()
        self.writing = threading.Lock()
        self.inbox = queue.Queue()
        self.answers = {}
        self.calls = 0
        self.count = 0
        self.cell = None
        self.loop = None
        self.output = MarkedStream(os.environ.pop("TAU_KERNEL_MARK", ""))
        self.magics = Magics(self)

    def serve(self):
        sys.stdin = NoInput()
        for stream in (sys.stdout, sys.stderr):
            # A line is written at once, so that the lines of several processes stay whole.
            stream.reconfigure(line_buffering=True, write_through=False, errors="replace")
        os.environ.setdefault("MPLBACKEND", "Agg")
        sys.path[0] = ""
        sys.argv = [""]
        self.reset()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=self.read_requests, daemon=True).start()
        self.send({"type": "ready", "version": "%d.%d.%d" % sys.version_info[:3], "program": sys.executable})
        while True:
            request = self.inbox.get()
            if request is None:
                return
            self.run(request)

    def reset(self):
        """Empties the namespace. It is the module __main__, so that classes of cells can be pickled."""
        module = types.ModuleType("__main__")
        module.__dict__["__builtins__"] = __builtins__
        sys.modules["__main__"] = module
        self.names = module.__dict__
        install_prelude(self)

    def read_requests(self):
        with open(self.requests, "rb") as lines:
            for line in lines:
                request = json.loads(line)
                kind = request["type"]
                if kind == "run":
                    self.inbox.put(request)
                elif kind == "answer":
                    waiting = self.answers.pop(request["call"], None)
                    if waiting:
                        waiting.put(request)
                elif kind == "interrupt":
                    # Only without a supervisor.
                    signal.raise_signal(signal.SIGINT)
                elif kind == "exit":
                    break
        self.inbox.put(None)
        if self.cell is not None:
            os._exit(0)

    def send(self, frame):
        # A process that user code has forked has no frames of its own.
        if os.getpid() != self.pid:
            return
        data = (json.dumps(frame) + "\n").encode()
        with self.writing:
            view = memoryview(data)
            while view:
                view = view[os.write(self.frames, view) :]

    def send_in_order(self, frame):
        """Sends a frame that belongs after the output so far."""
        self.flush()
        if os.getpid() != self.pid:
            return
        self.send({**frame, "id": self.cell, "mark": self.output.mark()})

    def flush(self):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError):
                continue  # User code has closed or replaced the stream.

    def call_tool(self, name, arguments):
        self.flush()
        waiting = queue.SimpleQueue()
        with self.writing:
            self.calls += 1
            call = self.calls
        self.answers[call] = waiting
        self.send({"type": "call", "id": self.cell, "call": call, "tool": name, "args": arguments})
        answer = waiting.get()
        if not answer["ok"]:
            raise ToolError(answer["error"])
        return answer.get("value")

    def run(self, request):
        self.cell = request["id"]
        self.send({"type": "started", "id": self.cell})
        self.count += 1
        outcome = {"status": "ok", "cancelled": False}
        try:
            self.interruptible(request["code"])
        except KeyboardInterrupt:
            outcome = {"status": "error", "cancelled": True}
            self.report("KeyboardInterrupt", "", ["KeyboardInterrupt"])
        except BaseException as error:  # SystemExit too: a cell does not end the kernel.
            outcome = {"status": "error", "cancelled": False}
            self.report_error(error)
        if os.getpid() != self.pid:
            self.flush()
            os._exit(0)
        self.send_in_order({"type": "done", "executionCount": self.count, **outcome})
        self.cell = None

    def interruptible(self, code):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            value = self.execute(code, "%s%d>" % (CELL, self.count))
            if value is not None:
                self.names["_"] = value
                self.show(value)
            emit_figures(self)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def execute(self, code, filename):
        """Runs code in the namespace and returns the value of its last expression."""
        source = rewrite(code)
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        tree = compile(source, filename, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
            last = ast.Expression(tree.body.pop().value)
        self.evaluate(compile(tree, filename, "exec", flags, dont_inherit=True))
        return self.evaluate(compile(last, filename, "eval", flags, dont_inherit=True)) if last else None

    def evaluate(self, code):
        result = eval(code, self.names)
        return self.complete(result) if code.co_flags & inspect.CO_COROUTINE else result

    def complete(self, coroutine):
        import asyncio

        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        task = self.loop.create_task(coroutine)
        try:
            return self.loop.run_until_complete(task)
        except BaseException:
            if not task.done():
                task.cancel()
                self.loop.run_until_complete(asyncio.wait([task], timeout=1))
            raise

    def show(self, value, kind="result"):
        bundle = bundle_of(value)
        text = bundle.get("text/plain", "")
        if len(text) > MOST_TEXT:
            print(bundle.pop("text/plain"))
        self.send_in_order({"type": kind, "bundle": bundle})

    def status(self, operation, **facts):
        self.send_in_order({"type": "status", "status": {"op": operation, **facts}})

    def report_error(self, error):
        name = type(error).__name__
        try:
            text = str(error)
        except BaseException as failure:  # The user's own __str__.
            text = "<%s in __str__>" % type(failure).__name__
        try:
            shown = traceback.TracebackException.from_exception(error)
            leave_out_own_frames(shown)
            lines = list(shown.format())
        except BaseException:
            lines = ["%s: %s\n" % (name, text)]
        self.report(name, text, lines)

    def report(self, name, text, lines):
        whole = "".join(lines).rstrip("\n")
        if len(whole) > MOST_TRACEBACK:
            half = MOST_TRACEBACK // 2
            whole = whole[:half] + "\n…\n" + whole[-half:]
        self.send_in_order(
            {"type": "error", "ename": name, "evalue": text[:MOST_TRACEBACK], "traceback": whole.split("\n")}
        )


def leave_out_own_frames(shown):
    while shown is not None:
        first = next((at for at, frame in enumerate(shown.stack) if frame.filename.startswith(CELL)), 0)
        shown.stack[:] = [frame for frame in shown.stack[first:] if not frame.filename.startswith(OWN_FOLDER)]
        shown = shown.__cause__ or shown.__context__


class ToolError(Exception):
    """A tool has failed or was refused."""
