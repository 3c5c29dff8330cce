import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isWithin } from "../permission/rule-paths.ts";
import type { Mount } from "./mount.ts";

/** Where a sandbox keeps its own files; commands cannot write there. */
export interface SandboxFiles {
  readonly folder: string;
  /** Stands for a file that does not exist or is hidden, and is empty: programs do without their configuration. */
  readonly empty: string;
  /** The seccomp filter; absent on processors for which there is none. */
  readonly filter?: string | undefined;
}

export interface BubblewrapCommand {
  readonly bwrap: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly mounts: readonly Mount[];
  readonly files: SandboxFiles;
  /** Shows as `/tmp` inside, and at its own path. */
  readonly temporary: string;
  /** Bubblewrap writes the process id of the sandbox there. */
  readonly infoFile?: string | undefined;
  readonly diesWithParent?: boolean | undefined;
  /** Joins the network of this process instead of having none. */
  readonly network?: { readonly nsenter: string; readonly pid: number } | undefined;
}

/** Only Tau's sandbox makes it: `/run` belongs to root. */
export const INSIDE_MARK = "/run/tau-sandbox";

const NAMESPACES = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];

/** Trees that are replaced as a whole: sockets of the machine's programs, and files that its programs leave there and trust. */
const REPLACED = ["/run", "/tmp", "/var/tmp"];

/** Parts of `/run` that are programs, not sockets. */
const KEPT = ["/run/current-system", "/run/wrappers", "/run/booted-system"];

/**
 * The program and arguments that run a command confined. A shell opens the descriptors that bubblewrap reads, which needs nothing of
 * the way in which the process is started.
 */
export function bubblewrapCommand(command: BubblewrapCommand): { readonly file: string; readonly args: string[] } {
  const { bwrap, network, files, infoFile } = command;
  const enter = network
    ? [
        network.nsenter,
        "--preserve-credentials",
        `--user=/proc/${network.pid}/ns/user`,
        `--net=/proc/${network.pid}/ns/net`,
      ]
    : [];
  const descriptors = [
    ...(files.filter === undefined ? [] : ["--seccomp", "3"]),
    ...(infoFile === undefined ? [] : ["--info-fd", "4"]),
  ];
  const inherited = inheritedDescriptors();
  const script = `${inherited.map((number) => `exec ${number}>&-; `).join("")}${SCRIPT}`;
  const opened = [files.filter ?? "/dev/null", infoFile ?? "/dev/null"];
  const flags = [...descriptors, ...flagsOf(command)];
  return {
    // Only bash closes a descriptor of two digits.
    file: inherited.some((number) => number > 9) ? "/bin/bash" : "/bin/sh",
    args: ["-c", script, "sh", ...opened, ...enter, bwrap, ...flags, "--", command.file, ...command.args],
  };
}

const SCRIPT = 'f=$1 i=$2; shift 2; exec "$@" 3<"$f" 4>"$i"';

const CLOSE_ON_EXEC = 0o2000000;

/** What Tau was started with besides its three streams, and what would stay open in every program that it starts. */
function inheritedDescriptors(): number[] {
  const folder = "/proc/self/fdinfo";
  const numbers = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  return numbers.filter((number) => number > 2 && isInherited(`${folder}/${number}`));
}

function isInherited(path: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(path, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor with which the folder was read.
    return false;
  }
}

function flagsOf({ mounts, files, temporary, cwd, network, diesWithParent }: BubblewrapCommand): string[] {
  const visible = mounts.filter((mount) => !isCovered(mount, mounts));
  return [
    ...NAMESPACES,
    ...(network ? [] : ["--unshare-net"]),
    // A terminal of its own, so that nothing can be typed into the user's.
    "--new-session",
    ...(diesWithParent ? ["--die-with-parent"] : []),
    "--cap-drop",
    "ALL",
    ...["--ro-bind", "/", "/"],
    ...["--dev", "/dev", "--proc", "/proc"],
    ...kernelFiles().flatMap((path) => ["--ro-bind", path, path]),
    ...["--tmpfs", "/run", "--dir", INSIDE_MARK],
    ...KEPT.filter((path) => existsSync(path)).flatMap((path) => ["--ro-bind", path, path]),
    ...["--tmpfs", "/var/tmp"],
    ...["--bind", temporary, "/tmp", "--bind", temporary, temporary],
    ...visible.flatMap((mount) => mountFlags(mount, files)),
    ...["--chdir", cwd],
  ];
}

/** Where root sets what holds for the whole machine. The kernel asks for the user alone, not for a capability. */
const KERNEL_FILES = ["sys", "sysrq-trigger", "fs", "scsi", "acpi", "driver", "mtrr"].map((name) => `/proc/${name}`);

function kernelFiles(): string[] {
  return process.getuid?.() === 0 ? KERNEL_FILES.filter((path) => existsSync(path)) : [];
}

/** A secret in a tree that is replaced is not there to be hidden. */
function isCovered({ kind, path }: Mount, mounts: readonly Mount[]): boolean {
  if (!kind.startsWith("hidden") || !REPLACED.some((tree) => isWithin(tree, path))) return false;
  return !mounts.some((mount) => mount.kind === "writable" && isWithin(mount.path, path));
}

function mountFlags({ kind, path, text }: Mount, files: SandboxFiles): string[] {
  switch (kind) {
    case "writable":
      return ["--bind", path, path];
    case "read-only":
      return ["--ro-bind", path, path];
    case "absent-folder":
    case "hidden-folder":
      return ["--perms", "0555", "--tmpfs", path];
    case "absent-file":
    case "hidden-file":
      return ["--ro-bind", text === undefined ? files.empty : path, path];
  }
}
