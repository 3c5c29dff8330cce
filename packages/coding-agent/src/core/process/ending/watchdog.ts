import { type ChildProcess, spawn } from "node:child_process";

/**
 * Starts a small process that outlives ours, even after a `kill -9`, and then kills every process that carries our
 * mark. It waits for the end of its input, of which only we hold the other end. Linux only, where marks can be read.
 */
export function startWatchdog(mark: string): void {
  if (process.platform !== "linux") return;
  const child: ChildProcess = spawn("/bin/sh", ["-c", SCRIPT, "tau-watchdog", mark], {
    // Without our environment the watchdog carries no mark itself.
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell or a descriptor for the pipe there is no watchdog, but the session still works.
  child.on("error", () => undefined);
  child.stdin?.on("error", () => undefined);
  child.unref();
  (child.stdin as { unref?(): void } | undefined)?.unref?.();
}

/** A process may fork between being found and being killed, so the script searches again until none is left. */
const SCRIPT = `
  trap "" INT TERM HUP
  while read -r line; do :; done
  for round in 1 2 3 4 5; do
    found=$(grep -lsaF -- "$1" /proc/[0-9]*/environ)
    [ -n "$found" ] || exit 0
    for file in $found; do
      pid=\${file#/proc/}
      kill -9 "\${pid%/environ}"
    done
  done
`;
