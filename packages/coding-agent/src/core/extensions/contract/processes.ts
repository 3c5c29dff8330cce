import type {
  CapturedOutput,
  ProcessPurpose,
  RecordedProcess,
  RunningProcess,
  TerminalProcess,
} from "../../process/index.ts";

export type { CapturedOutput, ProcessPurpose, RecordedProcess, RunningProcess, TerminalProcess };

/** A command that has returned while something it started goes on. */
export interface LeftRunningProcess {
  readonly pid: number;
  readonly command: string;
  /** Ends it with all that belongs to it. */
  stop(): Promise<void>;
}

export interface ExtensionProcessOptions {
  /** Default: the session's folder. A relative path starts there. */
  readonly cwd?: string;
  /** Added to the environment of Tau; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** On whose behalf it runs, which a sandbox goes by: `model` for a command that the model wrote. Default `extension`. */
  readonly purpose?: Exclude<ProcessPurpose, "tau">;
  /** Runs in the sandbox that commands of the model have. Rejects where there is none. Default: no. */
  readonly sandbox?: boolean;
}

export interface ExtensionRunOptions extends ExtensionProcessOptions {
  /** Most bytes of stdout and stderr together; more ends the program. Default 256 MiB. */
  readonly maxBytes?: number;
}

export interface ExtensionStartOptions extends ExtensionProcessOptions {
  /** Default `pipe`. */
  readonly stdin?: "pipe" | "none";
  /** Most bytes of stdout and stderr together; more ends the process. Default: none. */
  readonly maxOutputBytes?: number;
}

export interface ExtensionTerminalOptions extends ExtensionProcessOptions {
  /** Default 80 x 24. */
  readonly columns?: number;
  readonly rows?: number;
  /** Most bytes that the program may draw; more ends it, and `exited` says `limit`. Default: none. */
  readonly maxOutputBytes?: number;
}

/**
 * `pi.processes`: programs, without a shell. Each of these rejects only if the program could not be started. What an extension has
 * started is ended with all its descendants when the extension is reloaded, its session is replaced, or Tau ends.
 */
export interface ExtensionProcesses {
  /** To its end; stdin is closed. */
  run(file: string, args?: readonly string[], options?: ExtensionRunOptions): Promise<CapturedOutput>;
  /** With streams, in a process group of its own. */
  start(file: string, args?: readonly string[], options?: ExtensionStartOptions): Promise<RunningProcess>;
  /** Takes up the process of a job by its record, running or ended. `undefined` where there is none on this machine. */
  attach(record: string): Promise<RecordedProcess | undefined>;
  /** What commands of the session have left running, such as a server that was started with `&`. Linux only. */
  leftRunning(): Promise<readonly LeftRunningProcess[]>;
  /** In a pseudo-terminal. */
  startTerminal(file: string, args?: readonly string[], options?: ExtensionTerminalOptions): Promise<TerminalProcess>;
  /** Shows a web page in the user's browser, which Tau does not end. False where there is none, or the address is no web page. */
  openUrl(url: string): Promise<boolean>;
}
