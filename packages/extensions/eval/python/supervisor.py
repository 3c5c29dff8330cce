"""Starts the kernel as a child process and passes requests on to it.

The supervisor is a process of its own for two reasons. It interrupts user code with a real SIGINT from inside the sandbox, which signals
from outside do not reach, and which also stops loops inside C code that check for signals. And it ends as soon as the kernel has ended,
even if processes that user code has started still hold the kernel's pipes.

Descriptors: 3 is read (one JSON object per line), 4 is for the frames of the kernel, 1 and 2 take whatever user code and its programs
write. See kernel/protocol.ts for the lines.
"""

import os
import signal
import sys

REQUESTS = int(os.environ.pop("TAU_KERNEL_REQUESTS", "3"))
FRAMES = int(os.environ.pop("TAU_KERNEL_FRAMES", "4"))
INTERRUPT = b'{"type":"interrupt"'


def main():
    sys.path[0] = os.path.dirname(os.path.abspath(__file__))
    for descriptor in (REQUESTS, FRAMES):
        os.set_inheritable(descriptor, False)
    if not hasattr(os, "fork"):
        run_kernel(REQUESTS)
    reading, writing = os.pipe()
    kernel = 0

    def end_with_kernel(_signal, _frame):
        ended, status = os.waitpid(kernel, os.WNOHANG)
        if ended == kernel:
            os._exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A kernel that ends at once must not be missed, so the signal waits until its process id is known.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    signal.signal(signal.SIGCHLD, end_with_kernel)
    kernel = os.fork()
    if kernel == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        os.close(writing)
        os.close(REQUESTS)
        # User code gets a process group of its own: an interrupt reaches its programs too, as in a terminal.
        os.setpgid(0, 0)
        run_kernel(reading)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    os.close(reading)
    os.close(FRAMES)
    supervise(kernel, writing)


def run_kernel(requests):
    from kernel import Kernel

    Kernel(requests, FRAMES).serve()
    os._exit(0)


def supervise(kernel, writing):
    with open(REQUESTS, "rb", closefd=False) as requests:
        for line in requests:
            if line.startswith(INTERRUPT):
                signal_group(kernel, signal.SIGINT)
            else:
                send(writing, line)
    # Tau has ended or has closed the kernel.
    signal_group(kernel, signal.SIGKILL)


def signal_group(kernel, number):
    try:
        os.killpg(kernel, number)
    except OSError:
        os.kill(kernel, number)


def send(descriptor, line):
    try:
        view = memoryview(line)
        while view:
            view = view[os.write(descriptor, view) :]
    except BrokenPipeError:
        pass  # The kernel has ended; SIGCHLD ends this process.


main()
