import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { devNull } from "node:os";
import { isWithin } from "../permission/rule-paths.ts";
import type { DirectCommand } from "../process/index.ts";
import type { Mount } from "./mount.ts";
import { REPLACED } from "./own-program.ts";

/** The sandbox's own files; commands cannot write to them. */
export interface SandboxFiles {
  readonly folder: string;
  /** An empty file that replaces a missing or hidden file: programs then work without that configuration. */
  readonly empty: string;
  /** The seccomp filter; absent on processors that have none. */
  readonly filter?: string | undefined;
}

export interface BubblewrapCommand {
  readonly bwrap: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly mounts: readonly Mount[];
  readonly files: SandboxFiles;
  /** Mounted as `/tmp` inside the sandbox, and at its own path. */
  readonly temporary: string;
  /** File to which bubblewrap writes the process id of the sandbox. */
  readonly infoFile?: string | undefined;
  readonly diesWithParent?: boolean | undefined;
  readonly keepsTerminal?: boolean | undefined;
  /** Joins the network of this process instead of having no network. */
  readonly network?: { readonly nsenter: string; readonly pid: number } | undefined;
}

/** Marks the inside of a sandbox. Only Tau's sandbox creates it, because `/run` belongs to root. */
export const INSIDE_MARK = "/run/tau-sandbox";

const NAMESPACES = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];

/** Parts of `/run` that contain programs, not sockets. */
const KEPT = ["/run/current-system", "/run/wrappers", "/run/booted-system"];

/** A command in the sandbox, in two forms that do the same. */
export interface BubblewrappedCommand {
  /** A shell that opens the descriptors that bubblewrap reads, so the process can be started in any way. */
  readonly file: string;
  readonly args: string[];
  /** Bubblewrap itself. Absent if the descriptors cannot be passed on. */
  readonly direct?: DirectCommand;
}

export function bubblewrapCommand(command: BubblewrapCommand): BubblewrappedCommand {
  const { bwrap, network, files, infoFile } = command;
  const enter = network
    ? [
        network.nsenter,
        "--preserve-credentials",
        `--user=/proc/${network.pid}/ns/user`,
        `--net=/proc/${network.pid}/ns/net`,
      ]
    : [];
  const flags = [
    ...(files.filter === undefined ? [] : ["--seccomp", String(FILTER)]),
    ...(infoFile === undefined ? [] : ["--info-fd", String(INFO)]),
    ...flagsOf(command),
  ];
  const inherited = inheritedDescriptors();
  const started = [...enter, bwrap, ...flags, "--", command.file, ...command.args];
  const opened = { filter: files.filter ?? devNull, info: infoFile ?? devNull };
  return { ...byShell(started, opened, inherited), ...directly(started, opened, inherited) };
}

/** The descriptors from which bubblewrap reads the filter and to which it writes the process id. */
const FILTER = 3;
const INFO = 4;

interface OpenedFiles {
  readonly filter: string;
  readonly info: string;
}

function byShell(started: readonly string[], { filter, info }: OpenedFiles, inherited: readonly number[]) {
  const script = `${inherited.map((number) => `exec ${number}>&-; `).join("")}${SCRIPT}`;
  return {
    // Only bash can close a descriptor with two digits.
    file: inherited.some((number) => number > 9) ? "/bin/bash" : "/bin/sh",
    args: ["-c", script, "sh", filter, info, ...started],
  };
}

const SCRIPT = `f=$1 i=$2; shift 2; exec "$@" ${FILTER}<"$f" ${INFO}>"$i"`;

/** Descriptors that Tau inherited are replaced: without a shell nothing can close them. */
function directly(
  [file = "", ...args]: readonly string[],
  { filter, info }: OpenedFiles,
  inherited: readonly number[],
): { direct?: DirectCommand } {
  if (inherited.some((number) => number > HIGHEST)) return {};
  const descriptors: [number, { path: string; flags: "r" | "w" }][] = [
    ...inherited.map((number) => [number, { path: devNull, flags: "r" }] as [number, { path: string; flags: "r" }]),
    [FILTER, { path: filter, flags: "r" }],
    [INFO, { path: info, flags: "w" }],
  ];
  return { direct: { file, args, descriptors: new Map(descriptors) } };
}

/** A descriptor above this one is closed by a shell instead, because all below it have to be listed. */
const HIGHEST = 1024;

const CLOSE_ON_EXEC = 0o2000000;

/** Returns the descriptors that Tau inherited besides its three streams and that would stay open in every program it starts. */
function inheritedDescriptors(): number[] {
  const folder = "/proc/self/fdinfo";
  const numbers = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  return numbers.filter((number) => number > 2 && isInherited(`${folder}/${number}`));
}

const fdinfo = Buffer.alloc(256);

/** Reads the first lines, which have the flags. The rest of the file can be long, as for a poll of many descriptors. */
function isInherited(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const text = fdinfo.toString("latin1", 0, readSync(file, fdinfo));
      const flags = /^flags:\s*(\d+)/m.exec(text)?.[1];
      return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
    } finally {
      closeSync(file);
    }
  } catch {
    // This is the descriptor with which the folder was read.
    return false;
  }
}

function flagsOf(command: BubblewrapCommand): string[] {
  const { mounts, files, temporary, cwd, network, diesWithParent, keepsTerminal } = command;
  const visible = mounts.filter((mount) => !isCovered(mount, mounts));
  return [
    ...NAMESPACES,
    ...(network ? [] : ["--unshare-net"]),
    // A new session without the user's terminal, so that the command cannot type into it.
    ...(keepsTerminal ? [] : ["--new-session"]),
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

/** Files with which root changes settings of the whole machine. The kernel checks only the user, not a capability. */
const KERNEL_FILES = ["sys", "sysrq-trigger", "fs", "scsi", "acpi", "driver", "mtrr"].map((name) => `/proc/${name}`);

function kernelFiles(): string[] {
  return process.getuid?.() === 0 ? KERNEL_FILES.filter((path) => existsSync(path)) : [];
}

/** Returns whether a hidden path needs no mount, because the folder around it is replaced. */
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
