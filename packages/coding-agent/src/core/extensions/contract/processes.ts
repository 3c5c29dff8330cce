import type {
  CapturedOutput,
  ProcessLifetime,
  ProcessPurpose,
  RecordedProcess,
  RunningProcess,
  TerminalProcess,
} from "../../process/index.ts";

export type { CapturedOutput, ProcessLifetime, ProcessPurpose, RecordedProcess, RunningProcess, TerminalProcess };

/** A command that has returned while a process it started still runs. */
export interface LeftRunningProcess {
  readonly pid: number;
  readonly command: string;
  /** Ends the process and all of its descendants. */
  stop(): Promise<void>;
}

export interface ExtensionProcessOptions {
  /** Default: the session's folder. A relative path starts there. */
  readonly cwd?: string;
  /** Added to Tau's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** On whose behalf the process runs, which determines its sandbox: `model` for a command that the model wrote, which never gets the user's keys. Default `extension`. */
  readonly purpose?: Exclude<ProcessPurpose, "tau">;
  /** Whether to run in the sandbox that the model's commands use. Rejects if there is none. Default: false. */
  readonly sandbox?: boolean | SandboxNeeds;
}

/** What a program needs in the sandbox beyond what the model's commands may do. */
export interface SandboxNeeds {
  /** Tracing the programs that it starts, as a debugger does. Default: false. */
  readonly tracing?: boolean;
  /** A folder that takes the place of the session's folder, such as a copy that the extension has made: the program may write there. */
  readonly folder?: string;
}

export interface ExtensionRunOptions extends ExtensionProcessOptions {
  /** Limit for stdout and stderr together, in bytes; exceeding it ends the program. Default 256 MiB. */
  readonly maxBytes?: number;
}

export interface ExtensionStartOptions extends ExtensionProcessOptions {
  /** Default `pipe`. */
  readonly stdin?: "pipe" | "none";
  /** Limit for stdout and stderr together, in bytes; exceeding it ends the process. Default: no limit. */
  readonly maxOutputBytes?: number;
  /** `own`: a process that goes to the background, such as an agent, is not ended with Tau. Default `session`. */
  readonly lifetime?: ProcessLifetime;
}

export interface ExtensionTerminalOptions extends ExtensionProcessOptions {
  /** Default 80 x 24. */
  readonly columns?: number;
  readonly rows?: number;
  /** Limit for the program's output in bytes; exceeding it ends the program, and `exited` reports `limit`. Default: no limit. */
  readonly maxOutputBytes?: number;
}

/**
 * `pi.processes`: runs programs without a shell. Each method rejects only if the program could not be started. Every process that an
 * extension has started is ended with all its descendants when the extension is reloaded, its session is replaced, or Tau ends.
 */
export interface ExtensionProcesses {
  /** Runs a program to its end with stdin closed. */
  run(file: string, args?: readonly string[], options?: ExtensionRunOptions): Promise<CapturedOutput>;
  /** Starts a program with streams, in its own process group. */
  start(file: string, args?: readonly string[], options?: ExtensionStartOptions): Promise<RunningProcess>;
  /** Attaches to the process of a job by its record, whether it still runs or has ended. Resolves to `undefined` if there is none on this machine. */
  attach(record: string): Promise<RecordedProcess | undefined>;
  /** Resolves to the processes that the session's commands have left running, such as a server started with `&`. Linux only. */
  leftRunning(): Promise<readonly LeftRunningProcess[]>;
  /** Starts a program in a pseudo-terminal. */
  startTerminal(file: string, args?: readonly string[], options?: ExtensionTerminalOptions): Promise<TerminalProcess>;
  /** Resolves to whether the model's commands are confined here: by Tau's sandbox, or by a container around Tau. `sandbox` then works. */
  hasSandbox(): Promise<boolean>;
  /** Opens a web page in the user's browser, which Tau does not end. Resolves to false if there is no browser or the URL is not a web page. */
  openUrl(url: string): Promise<boolean>;
}
