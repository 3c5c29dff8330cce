import { spawnSync } from "node:child_process";
import type { FaultCase } from "./fault-cases.ts";
import type { Random } from "./random.ts";

/** System calls that change files, which Node itself does not need to run a program. */
const CALLS = ["mkdir", "rename", "link", "unlink", "rmdir", "fsync", "fdatasync", "ftruncate", "fchmod", "symlink"];
const ERRORS = ["ENOSPC", "EIO", "EACCES", "EROFS", "EDQUOT", "EPERM"];
/** A run makes about so many calls of each kind. */
const MOST_CALLS = 30;
const SLOW_CALLS = ["openat", "write", "rename", "mkdir", "unlink", "link", "fsync", "fdatasync"];
const SLOW_MICROSECONDS = 3000;

let isPossible: boolean | undefined;

/** Whether there is a program that lets system calls of another one fail. */
export function canFailCalls(): boolean {
  isPossible ??= spawnSync("strace", ["-o", "/dev/null", "--seccomp-bpf", "-f", "true"]).status === 0;
  return isPossible;
}

/** Calls that fail at random moments: a single one, or all from there on. */
export function failingCallCases(count: number, random: Random): FaultCase[] {
  if (!canFailCalls()) return [];
  return Array.from({ length: count }, () => {
    const call = CALLS[random.below(CALLS.length)] ?? "";
    const error = ERRORS[random.below(ERRORS.length)] ?? "";
    const when = `${1 + random.below(MOST_CALLS)}${random.below(2) === 0 ? "" : "+"}`;
    return {
      name: `${call} number ${when} fails with ${error}`,
      prepare: () => ({ through: injecting([call], `error=${error}:when=${when}`) }),
    };
  });
}

/** A disk on which every change takes its time. */
export function slowDiskCases(): FaultCase[] {
  if (!canFailCalls()) return [];
  const through = injecting(SLOW_CALLS, `delay_exit=${SLOW_MICROSECONDS}`);
  return [
    { name: "each change of a file takes 3 ms", mustAnswer: true, prepare: () => ({ through, timeoutMs: 180_000 }) },
  ];
}

function injecting(calls: readonly string[], fault: string): string[] {
  const list = calls.join(",");
  return ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", `trace=${list}`, "-e", `inject=${list}:${fault}`];
}
