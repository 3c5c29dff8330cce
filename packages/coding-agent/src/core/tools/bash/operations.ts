import { constants } from "node:fs";
import { access } from "node:fs/promises";
import {
  getShellConfig,
  localProcesses,
  type ProcessPort,
  type ProcessPurpose,
  type ShellConfig,
} from "../../process/index.ts";
import { ToolError } from "../tool-error.ts";

export interface BashExecOptions {
  onData(data: Buffer): void;
  signal?: AbortSignal;
  /** Seconds. */
  timeout?: number;
  env?: NodeJS.ProcessEnv;
  /** A folder for the output and exit code, if this machine runs the command: the command then outlives a crash. */
  record?: string;
}

/** The system operations that the tool needs. The default runs on this machine; ssh, containers and tests provide their own. */
export interface BashOperations {
  /**
   * Runs a command. Resolves to the exit code: 128 plus the number for death by a signal, null if it is unknown.
   * Rejects with the message `aborted` if the signal ended the command, and `timeout:<seconds>` if the time limit did.
   */
  exec(command: string, cwd: string, options: BashExecOptions): Promise<{ exitCode: number | null }>;
}

export interface LocalBashOptions {
  shellPath?: string | undefined;
  processes?: ProcessPort | undefined;
  /** Default `model`. */
  purpose?: ProcessPurpose;
}

export function createLocalBashOperations(options: LocalBashOptions = {}): BashOperations {
  return createLocalShellOperations(options, async () => {
    const { shellPath } = options;
    if (shellPath !== undefined) await checkShell(shellPath);
    return getShellConfig(shellPath);
  });
}

/** Creates operations for a local shell. `findShell` is called for each command. */
export function createLocalShellOperations(
  { processes = localProcesses, purpose = "model" }: Pick<LocalBashOptions, "processes" | "purpose">,
  findShell: () => Promise<ShellConfig>,
): BashOperations {
  return {
    async exec(command, cwd, { onData, signal, timeout, env, record }) {
      const { shell, args } = await findShell();
      const request = {
        file: shell,
        args: [...args, command],
        cwd,
        env: env ?? process.env,
        purpose,
        onData,
        signal,
        record,
        timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      };
      const outcome = await processes.run(request).catch(async (error: unknown) => {
        const { whyNotStarted } = await import("./why-not-started.ts");
        throw (await whyNotStarted(command, cwd, error)) ?? error;
      });
      if (outcome.ended === "abort") throw new Error("aborted");
      if (outcome.ended === "timeout") throw new Error(`timeout:${timeout}`);
      return { exitCode: outcome.exitCode };
    },
  };
}

async function checkShell(shellPath: string): Promise<void> {
  try {
    await access(shellPath, constants.X_OK);
  } catch (error) {
    throw unusableShell(shellPath, error);
  }
}

function unusableShell(shellPath: string, cause: unknown): ToolError {
  return new ToolError(
    "unavailable",
    `The configured shell cannot be run: ${shellPath}. Check shellPath in the settings.`,
    { cause },
  );
}
