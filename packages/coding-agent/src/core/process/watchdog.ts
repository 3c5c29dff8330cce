import { spawn } from "node:child_process";

/**
 * The last to leave: a small process that outlives ours however it ends, `kill -9` included, and then kills whatever carries our
 * mark. It waits for the end of its input, of which we hold the only other end. Linux only, where marks can be read.
 */
export function startWatchdog(mark: string): void {
  if (process.platform !== "linux") return;
  const child = spawn("/bin/sh", ["-c", SCRIPT, "tau-watchdog", mark], {
    // Without the environment of ours it carries no mark itself.
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell there is no watchdog, but the session runs.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  (child.stdin as { unref?(): void }).unref?.();
}

/** A process may fork between being seen and being killed, so it is looked again until nobody is left. */
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
