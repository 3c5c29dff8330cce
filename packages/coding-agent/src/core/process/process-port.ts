import type { Readable, Writable } from "node:stream";

/** On whose behalf a process runs. A sandbox confines what the model and extensions start, and leaves the user's own alone. */
export type ProcessPurpose = "model" | "user" | "tau" | "extension";

/** What is to be started, as a sandbox sees it. */
export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly purpose: ProcessPurpose;
}

/** Puts a command into a sandbox: returns what is started in its place, or throws where it must not run. */
export type Confine = (command: ProcessCommand) => ProcessCommand | Promise<ProcessCommand>;

export interface ProcessLimits {
  /** Applied last, before anything is started. `confineProcesses` sets it for every request of a port. */
  readonly confine?: Confine | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * `session` (the default): when Tau ends, however it ends, the process and all that it started is killed. `own`: the process belongs to
 * the user and continues, such as a browser, a key agent or the program that holds the clipboard.
 */
export type ProcessLifetime = "session" | "own";

export interface ProcessRequest extends ProcessCommand, ProcessLimits {
  /** stdout, and stderr in the order of arrival unless `onErrorData` takes it. */
  onData(bytes: Buffer): void;
  onErrorData?(bytes: Buffer): void;
  /** What the program starts stays in its process group, so that ending all of it is simple and quick. */
  readonly keepsGroup?: boolean;
  readonly lifetime?: ProcessLifetime;
  /** A folder that keeps its output and exit code: it outlives a crash of Tau, and its input is open. Not on Windows. */
  readonly record?: string | undefined;
}

/** A process that was started with `record`, by this run of Tau or an earlier one. */
export interface RecordedProcess {
  readonly pid: number;
  /** Every byte that it wrote so far. */
  readonly outputPath: string;
  isRunning(): boolean;
  /** Resolves with its exit code when it has ended; with nothing where it was killed before it could leave one. */
  exited(): Promise<number | undefined>;
  /** To its input. False where it does not read. */
  write(text: string): boolean;
  /** It reads the end of its input. */
  closeInput(): void;
  /** Ends it with all that it started. */
  kill(): Promise<void>;
}

export interface ProcessOutcome {
  /** `limit`: it wrote more than it was allowed to. */
  ended: "exit" | "timeout" | "abort" | "limit";
  /** Death by signal is 128 + its number, as in a shell. */
  exitCode: number;
}

export interface StartRequest extends ProcessCommand, ProcessLimits {
  /** Default `pipe`. */
  readonly stdin?: "pipe" | "none";
  /** Default `pipe`. Without output the process does not keep Tau from exiting. */
  readonly output?: "pipe" | "none";
  /** Most bytes of stdout and stderr together; one more ends the process. */
  readonly maxOutputBytes?: number;
  readonly lifetime?: ProcessLifetime;
}

/** A process that runs, in a process group of its own. Streams that are not read hold the program up: nothing is kept for them. */
export interface RunningProcess {
  readonly pid: number;
  /** A write after the end is dropped; `exited` tells. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. The streams may have more to read. */
  readonly exited: Promise<ProcessOutcome>;
  /** To the whole group. False where none of it is left. */
  signal(name: NodeJS.Signals): boolean;
  /** Ends it with all that it started: first politely, then by force. */
  kill(): Promise<void>;
}

export interface TerminalRequest extends ProcessCommand, ProcessLimits {
  /** Default 80 x 24. */
  readonly columns?: number;
  readonly rows?: number;
  /** Most bytes that the program may draw; one more ends it. */
  readonly maxOutputBytes?: number;
}

/** A process in a pseudo-terminal. */
export interface TerminalProcess {
  readonly pid: number;
  /** What the program draws. While it is not read, the program is held up once the terminal's buffer is full. */
  readonly output: Readable;
  readonly exited: Promise<ProcessOutcome>;
  /** As if it were typed. */
  write(text: string): void;
  resize(columns: number, rows: number): void;
  signal(name: NodeJS.Signals): boolean;
  kill(): Promise<void>;
}

/** The only way by which Tau starts a process. Each of these rejects only if the process could not be started. */
export interface ProcessPort {
  /** To its end; stdin is closed. When it is ended by timeout or abort, so is all it has started. */
  run(request: ProcessRequest): Promise<ProcessOutcome>;
  start(request: StartRequest): Promise<RunningProcess>;
  startTerminal(request: TerminalRequest): Promise<TerminalProcess>;
  /** To its end, with the terminal that Tau has: an editor, a program that asks. */
  runInForeground(command: ProcessCommand & Pick<ProcessLimits, "confine">): Promise<ProcessOutcome>;
}

/** This machine. What starts processes is loaded with the first of them: a session may never need it. */
export const localProcesses: ProcessPort = {
  run: async (request) => (await import("./run-process.ts")).runProcess(request),
  start: async (request) => (await import("./start-process.ts")).startProcess(request),
  startTerminal: async (request) => (await import("./start-terminal.ts")).startTerminal(request),
  runInForeground: async (command) => (await import("./run-in-foreground.ts")).runInForeground(command),
};
