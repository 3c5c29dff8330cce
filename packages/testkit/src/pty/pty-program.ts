import { spawn } from "@lydell/node-pty";
import { type TextPattern, VirtualTerminal } from "../terminal/index.ts";
import { TestkitError } from "../testkit-error.ts";
import { keySequence } from "./keys.ts";

export interface PtyOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** Whether the terminal replies to the program's queries. Default: true. */
  readonly answers?: boolean;
  /** The number of lines kept above the screen; 100,000 by default. A program that runs for minutes needs a limit. */
  readonly scrollback?: number;
  /** How many characters at the end of the output are kept. Default: all. */
  readonly outputLimit?: number;
}

export interface PtyExit {
  readonly exitCode: number;
  /** 0 if the program exited without a signal. */
  readonly signal: number;
}

/** A program on a pseudo-terminal. Its output is on `terminal`; the terminal's replies are sent to the program. */
export interface PtyProgram extends AsyncDisposable {
  readonly pid: number;
  readonly terminal: VirtualTerminal;
  readonly exited: Promise<PtyExit>;
  /** Returns the raw output of the program so far, or the end of it. */
  output(): string;
  /** Sends raw bytes: typed text, a paste, an escape sequence. */
  send(data: string): void;
  /** Presses keys by name ("enter", "ctrl+c", "up"); any other text is typed. */
  press(...keys: string[]): void;
  /** Rejects with the screen in its message on a timeout, or as soon as the program has ended without showing the text. */
  waitForText(pattern: TextPattern, timeoutMs?: number): Promise<void>;
  resize(columns: number, rows: number): void;
  kill(signal?: NodeJS.Signals): Promise<PtyExit>;
}

export function startPty(options: PtyOptions): PtyProgram {
  const { command, args = [], cwd, env, columns = 100, rows = 30, answers = true } = options;
  const { scrollback, outputLimit = Number.POSITIVE_INFINITY } = options;
  const terminal = new VirtualTerminal({ columns, rows, ...(scrollback === undefined ? {} : { scrollback }) });
  const environment = { TERM: "xterm-256color", COLORTERM: "truecolor", ...env };
  const child = spawn(command, [...args], { name: environment.TERM, cols: columns, rows, cwd, env: environment });
  let isAlive = true;
  const exited = new Promise<PtyExit>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      isAlive = false;
      resolve({ exitCode, signal });
    });
  });
  let output = "";
  child.onData((data) => {
    output += data;
    // Cut only occasionally, because each cut copies the rest.
    if (output.length > 2 * outputLimit) output = output.slice(-outputLimit);
    terminal.write(data);
  });
  terminal.onReply((data) => {
    if (isAlive && answers) child.write(data);
  });
  // Keys for a program that has just exited are dropped.
  const send = (data: string) => {
    if (isAlive) child.write(data);
  };
  const kill = async (signal: NodeJS.Signals = "SIGKILL"): Promise<PtyExit> => {
    if (isAlive) child.kill(signal);
    return await exited;
  };
  return {
    pid: child.pid,
    terminal,
    exited,
    output: () => output,
    send,
    press: (...keys) => send(keys.map(keySequence).join("")),
    waitForText: async (pattern, timeoutMs) => {
      await Promise.race([terminal.waitForText(pattern, timeoutMs), failOnExit(exited, terminal, pattern)]);
    },
    resize: (newColumns, newRows) => {
      terminal.resize(newColumns, newRows);
      if (isAlive) child.resize(newColumns, newRows);
    },
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill();
      terminal[Symbol.dispose]();
    },
  };
}

/** Never resolves. Rejects when the program has ended and its last output does not match either. */
async function failOnExit(exited: Promise<PtyExit>, terminal: VirtualTerminal, pattern: TextPattern): Promise<never> {
  const { exitCode, signal } = await exited;
  // The last output may not be on the screen yet.
  await terminal.waitForText(pattern, 200).catch((cause: unknown) => {
    const how = signal === 0 ? `with code ${exitCode}` : `by signal ${signal}`;
    const message = `The program ended ${how} before showing ${String(pattern)}. Its screen:\n${terminal.text()}`;
    throw new TestkitError("exited", message, { cause });
  });
  return await new Promise<never>(() => undefined);
}
