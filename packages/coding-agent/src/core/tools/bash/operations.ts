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
  /** A folder that keeps the output and exit code, where this machine runs the command: it outlives a crash then. */
  record?: string;
}

/** What the tool needs of the world. The default runs on this machine; ssh, containers and tests bring their own. */
export interface BashOperations {
  /**
   * Resolves to the exit code: 128 + number for death by signal, null where it is not known. Rejects with the message `aborted` when
   * the signal ended the command, `timeout:<seconds>` when the time limit did.
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

/** `findShell` is asked at each command. */
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
