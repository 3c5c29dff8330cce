import { existsSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../error-text.ts";
import { captureOutput } from "../process/index.ts";
import { bubblewrapCommand, INSIDE_MARK } from "./bubblewrap.ts";
import { sandboxFiles } from "./sandbox-files.ts";

export type SandboxSetting = "auto" | "bubblewrap" | "external" | "off";

/** The sandbox for the model's commands on this machine. */
export type SandboxState =
  | { readonly kind: "bubblewrap"; readonly bwrap: string; readonly nsenter: string | undefined; readonly text: string }
  | { readonly kind: "seatbelt"; readonly text: string }
  /** Tau itself runs inside a container, a virtual machine or Tau's own sandbox. */
  | { readonly kind: "external"; readonly text: string }
  | { readonly kind: "none"; readonly text: string; readonly fix: string };

const known = new Map<SandboxSetting, Promise<SandboxState>>();

/** Detects the sandbox by running it, once for each setting. */
export function detectSandbox(setting: SandboxSetting, agentDir: string): Promise<SandboxState> {
  const state = known.get(setting) ?? detect(setting, agentDir);
  known.set(setting, state);
  return state;
}

async function detect(setting: SandboxSetting, agentDir: string): Promise<SandboxState> {
  if (setting === "off") return { kind: "none", text: "The setting sandbox is off.", fix: "Set sandbox to auto." };
  if (setting === "external") return { kind: "external", text: "The setting says that Tau runs in a sandbox." };
  if (isInsideOurs()) return { kind: "external", text: "Tau runs inside its own sandbox, and adds no second one." };
  const own = process.platform === "darwin" ? seatbelt() : await bubblewrap(agentDir);
  if (own.kind !== "none" || setting === "bubblewrap") return own;
  const container = containerName();
  if (container === undefined) return own;
  return { kind: "external", text: `Tau runs in a container (${container}). ${own.text}` };
}

/** Returns whether Tau runs in a sandbox that Tau created. */
export function isInsideOurs(): boolean {
  return existsSync(INSIDE_MARK);
}

/** Folders of trusted programs. Never search the workspace or the user's `PATH`, because a fake program would confine nothing. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin", "/run/wrappers/bin"];

function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
}

const TIME_LIMIT_MS = 5000;

async function bubblewrap(agentDir: string): Promise<SandboxState> {
  if (process.platform !== "linux")
    return { kind: "none", text: `There is no sandbox for ${process.platform}.`, fix: "Commands ask instead." };
  const bwrap = findProgram("bwrap");
  if (bwrap === undefined)
    return { kind: "none", text: "bubblewrap is not installed.", fix: "Install it: apt-get install bubblewrap" };
  try {
    const files = sandboxFiles(agentDir, { allowsUnixSockets: false });
    const probe = bubblewrapCommand({
      bwrap,
      file: "/bin/sh",
      args: ["-c", ":"],
      cwd: "/",
      mounts: [],
      files,
      temporary: tmpdir(),
    });
    const ran = await captureOutput({ ...probe, cwd: "/", env: {}, purpose: "tau", timeoutMs: TIME_LIMIT_MS });
    if (ran.exitCode !== 0)
      return doesNotWork(bwrap, ran.stderr.toString().trim().split("\n")[0] || `exit code ${ran.exitCode}`);
    const filter = files.filter === undefined ? ", without a system call filter on this processor" : "";
    return { kind: "bubblewrap", bwrap, nsenter: findProgram("nsenter"), text: `${bwrap} works${filter}.` };
  } catch (error) {
    return doesNotWork(bwrap, errorText(error));
  }
}

function doesNotWork(bwrap: string, why: string): SandboxState {
  return { kind: "none", text: `${bwrap} does not work here: ${why}`, fix: whyForbidden() };
}

function whyForbidden(): string {
  if (readSystem("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1")
    return "AppArmor forbids user namespaces to it: install the profile of the distribution's bubblewrap.";
  if (
    readSystem("/proc/sys/user/max_user_namespaces") === "0" ||
    readSystem("/proc/sys/kernel/unprivileged_userns_clone") === "0"
  )
    return "The kernel forbids user namespaces: ask the administrator to allow them.";
  return "In a container, its seccomp profile may forbid namespaces: start it with --security-opt seccomp=unconfined.";
}

function readSystem(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

function seatbelt(): SandboxState {
  if (existsSync("/usr/bin/sandbox-exec")) return { kind: "seatbelt", text: "sandbox-exec is there." };
  return { kind: "none", text: "There is no /usr/bin/sandbox-exec.", fix: "Commands ask instead." };
}

/** Detects a container by files that only the container's engine or root creates. */
function containerName(): string | undefined {
  if (existsSync("/.dockerenv")) return "docker";
  if (existsSync("/run/.containerenv")) return "podman";
  const groups = readSystem("/proc/1/cgroup") ?? "";
  return /\b(docker|kubepods|containerd|lxc|libpod)\b/.exec(groups)?.[1];
}
