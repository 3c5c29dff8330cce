import type { SshConnection } from "./connection.ts";
import { runScript } from "./run-script.ts";
import { SshError } from "./ssh-error.ts";

/** How commands are given to a machine. `windows-bash`: a POSIX shell that a shell of Windows starts. */
export type ShellKind = "posix" | "windows-bash" | "powershell" | "cmd";

/** What a machine turned out to be. */
export interface HostInfo {
  readonly kind: ShellKind;
  /** As `uname -s` says it, or `Windows`. */
  readonly os: string;
  /** The shell that runs commands: bash, sh, powershell or cmd. */
  readonly shell: "bash" | "sh" | "powershell" | "cmd";
}

const PROBE = `printf '%s\\n' "$(uname -s 2>/dev/null)" "$(command -v bash >/dev/null 2>&1 && echo bash || echo sh)"`;
/** PowerShell and cmd each replace the variable that they know. */
const WINDOWS_PROBE = "echo TAU-%OS%-$env:OS";
const PROBE_LIMIT_MS = 30_000;

/** Finds out which system and shell a machine has. */
export async function detectHost(connection: SshConnection): Promise<HostInfo> {
  try {
    const [os = "", shell] = (await read(connection, PROBE)).split("\n");
    return { kind: "posix", os, shell: shell === "bash" ? "bash" : "sh" };
  } catch (error) {
    if (!(error instanceof SshError) || error.code !== "no-shell") throw error;
    const info = await detectWindows(connection);
    if (!info) throw error;
    return info;
  }
}

async function read(connection: SshConnection, script: string): Promise<string> {
  let text = "";
  const onData = (bytes: Buffer) => {
    text += bytes;
  };
  await runScript(connection, {
    script,
    onData,
    onErrorData: () => undefined,
    isRepeatable: true,
    timeoutMs: PROBE_LIMIT_MS,
  });
  return text;
}

async function detectWindows(connection: SshConnection): Promise<HostInfo | undefined> {
  const { compat } = connection.destination;
  const [, byCmd, byPowerShell] = /TAU-(.+)-(\S+)/.exec(await say(connection, WINDOWS_PROBE)) ?? [];
  const shell = byPowerShell === "Windows_NT" ? "powershell" : byCmd === "Windows_NT" ? "cmd" : undefined;
  if (shell === undefined) return undefined;
  const hasBash = compat !== false && /TAU-BASH/.test(await say(connection, "bash -s", "echo TAU-BASH\n"));
  if (hasBash || compat) return { kind: "windows-bash", os: "Windows", shell: "bash" };
  return { kind: shell, os: "Windows", shell };
}

async function say(connection: SshConnection, command: string, input = ""): Promise<string> {
  const running = await connection.start(command);
  const timer = setTimeout(() => void running.kill(), PROBE_LIMIT_MS);
  running.stdin.end(input);
  running.stderr.resume();
  let text = "";
  for await (const chunk of running.stdout) text += chunk;
  clearTimeout(timer);
  return text;
}
