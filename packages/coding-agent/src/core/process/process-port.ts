import type { Readable, Writable } from "node:stream";

/** On whose behalf a process runs. A sandbox confines what the model and extensions start, but not the user's own processes. */
export type ProcessPurpose = "model" | "user" | "tau" | "extension";

/** The command to start, as a sandbox sees it. */
export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly purpose: ProcessPurpose;
}

/** Puts a command into a sandbox. Returns the command to start instead, or throws if it must not run. */
export type Confine = (command: ProcessCommand) => ProcessCommand | Promise<ProcessCommand>;

export interface ProcessLimits {
  /** Applied last, before the process is started. `confineProcesses` sets it for every request of a port. */
  readonly confine?: Confine | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * `session` (the default): when Tau ends, however it ends, the process and everything it started are killed. `own`: the
 * process belongs to the user and continues, such as a browser, a key agent or the program that holds the clipboard.
 */
export type ProcessLifetime = "session" | "own";

/** A program that gets further descriptors besides its three streams. */
export interface DirectCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Files by descriptor number, above 2. They are opened for the program alone; one to write is made if needed, and not emptied. */
  readonly descriptors: ReadonlyMap<number, { readonly path: string; readonly flags: "r" | "w" }>;
}

export interface ProcessRequest extends ProcessCommand, ProcessLimits {
  /** Receives stdout, and also stderr in the order of arrival unless `onErrorData` is set. */
  onData(bytes: Buffer): void;
  onErrorData?(bytes: Buffer): void;
  /** The program keeps its children in its process group, which makes killing all of them simple and quick. */
  readonly keepsGroup?: boolean;
  readonly lifetime?: ProcessLifetime;
  /** The command starts a sandbox, which runs on this machine only. */
  readonly isConfined?: boolean;
  /** The same command without the shell that opens its descriptors, which takes less time. A port may ignore it. */
  readonly direct?: DirectCommand | undefined;
  /** A folder for the output and exit code. With it, the process outlives a crash of Tau and its input stays open. Not on Windows. */
  readonly record?: string | undefined;
  /** The size of the recorded output at which the command is ended, because it would fill the disk. Default: 1 GB. */
  readonly maxRecordBytes?: number | undefined;
}

/** A process that was started with `record`, by this or an earlier run of Tau. */
export interface RecordedProcess {
  readonly pid: number;
  /** File with every byte written so far. */
  readonly outputPath: string;
  /** The process is in the sandbox. */
  readonly isConfined: boolean;
  isRunning(): boolean;
  /** Resolves to the exit code once the process has ended, or to `undefined` if it was killed before it could record one. */
  exited(): Promise<number | undefined>;
  /** Writes to the process's input. Returns false if the process does not read it. */
  write(text: string): boolean;
  /** Closes the process's input. */
  closeInput(): void;
  /** Ends the process and everything that it started. */
  kill(): Promise<void>;
}

export interface ProcessOutcome {
  /** `limit`: the process wrote more than it was allowed to. */
  ended: "exit" | "timeout" | "abort" | "limit";
  /** Death by a signal is 128 plus its number, as in a shell. */
  exitCode: number;
}

export interface StartRequest extends ProcessCommand, ProcessLimits {
  /** Default `pipe`. */
  readonly stdin?: "pipe" | "none";
  /** Default `pipe`. With `none`, the process does not keep Tau from exiting. */
  readonly output?: "pipe" | "none";
  /** Maximum size of stdout and stderr together; a process that exceeds it is ended. */
  readonly maxOutputBytes?: number;
  readonly lifetime?: ProcessLifetime;
}

/** A running process in its own process group. The streams are not buffered: a program whose output is not read blocks. */
export interface RunningProcess {
  readonly pid: number;
  /** Writes after the process has ended are dropped; see `exited`. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. The streams may still have unread data. */
  readonly exited: Promise<ProcessOutcome>;
  /** Sends a signal to the whole process group. Returns false if none of its processes is left. */
  signal(name: NodeJS.Signals): boolean;
  /** Ends the process and everything that it started: first politely, then by force. */
  kill(): Promise<void>;
}

export interface TerminalRequest extends ProcessCommand, ProcessLimits {
  /** Default 80 x 24. */
  readonly columns?: number;
  readonly rows?: number;
  /** Maximum number of bytes that the program may draw; a program that exceeds it is ended. */
  readonly maxOutputBytes?: number;
}

/** A process in a pseudo-terminal. */
export interface TerminalProcess {
  readonly pid: number;
  /** What the program draws. If it is not read, the program blocks once the terminal's buffer is full. */
  readonly output: Readable;
  readonly exited: Promise<ProcessOutcome>;
  /** Writes text as if it were typed. */
  write(text: string): void;
  resize(columns: number, rows: number): void;
  signal(name: NodeJS.Signals): boolean;
  kill(): Promise<void>;
}

/** The only interface through which Tau starts processes. Each method rejects only if the process could not be started. */
export interface ProcessPort {
  /** Runs a process to its end, with stdin closed. A timeout or abort also ends everything that it started. */
  run(request: ProcessRequest): Promise<ProcessOutcome>;
  start(request: StartRequest): Promise<RunningProcess>;
  startTerminal(request: TerminalRequest): Promise<TerminalProcess>;
  /** Runs a process to its end on Tau's own terminal, such as an editor or a program that asks questions. */
  runInForeground(command: ProcessCommand & Pick<ProcessLimits, "confine">): Promise<ProcessOutcome>;
}

/** Processes on this machine. The code is loaded with the first process, because a session may never need it. */
export const localProcesses: ProcessPort = {
  run: async (request) => (await import("./run-process.ts")).runProcess(request),
  start: async (request) => (await import("./start-process.ts")).startProcess(request),
  startTerminal: async (request) => (await import("./start-terminal.ts")).startTerminal(request),
  runInForeground: async (command) => (await import("./run-in-foreground.ts")).runInForeground(command),
};
