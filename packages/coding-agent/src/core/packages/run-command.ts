import { ConfigError } from "../json-file/index.ts";
import { withoutGitPlace } from "../process/git-environment.ts";
import type { ProcessPort } from "../process/index.ts";
import { maskCredentials } from "./package-source.ts";

export interface CommandRequest {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a program and resolves to its output. A failure carries the last lines of the output. */
export type RunCommand = (command: readonly string[], request: CommandRequest) => Promise<string>;

/** Creates a command runner. When the signal aborts, the running command is ended and no other is started. */
export function commandRunner(processes?: ProcessPort, signal?: AbortSignal): RunCommand {
  return async (command, { cwd, env, timeoutMs = DEFAULT_TIMEOUT_MS }) => {
    const [file = "", ...args] = command;
    const port = processes ?? (await import("../process/index.ts")).localProcesses;
    const chunks: Buffer[] = [];
    const outcome = await port
      .run({
        file,
        args,
        cwd,
        env: { ...withoutGitPlace(), ...env },
        purpose: "tau",
        timeoutMs,
        ...(signal && { signal }),
        onData: (bytes) => chunks.push(bytes),
      })
      .catch((cause: unknown) => {
        throw new ConfigError("command-failed", `${file} could not be started. Is it installed?`, { cause });
      });
    const output = Buffer.concat(chunks).toString("utf8");
    if (outcome.exitCode === 0 && outcome.ended === "exit") return output;
    if (outcome.ended === "abort") throw new ConfigError("command-failed", `${nameOf(command)} was interrupted.`);
    const why = outcome.ended === "timeout" ? "took too long" : `failed with exit code ${outcome.exitCode}`;
    throw new ConfigError("command-failed", `${nameOf(command)} ${why}: ${maskCredentials(lastLines(output))}`);
  };
}

/** Returns the name of a command, such as `git clone`, without the options in between. */
function nameOf([file = "", ...args]: readonly string[]): string {
  const verb = args.find((arg, index) => /^[a-z-]+$/.test(arg) && !arg.startsWith("-") && args[index - 1] !== "-c");
  return verb === undefined ? file : `${file} ${verb}`;
}

function lastLines(output: string): string {
  return output.trim().split("\n").slice(-SHOWN_LINES).join("\n");
}

const DEFAULT_TIMEOUT_MS = 10 * 60_000;
const SHOWN_LINES = 12;
