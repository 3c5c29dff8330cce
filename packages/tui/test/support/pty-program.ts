import { spawn } from "@lydell/node-pty";

export interface PtyProgram {
  /** Everything the program has written so far. */
  output(): string;
  send(data: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Resolves once the output contains `text`, at `from` or later. */
  seen(text: string, from?: number): Promise<void>;
  exited: Promise<{ exitCode: number; signal: number | undefined }>;
}

/** Runs a TypeScript file in a real pseudo-terminal, or with arguments any program. */
export function runInPty(file: string, env: Record<string, string> = {}, args?: readonly string[]): PtyProgram {
  const [command, commandArgs] = args ? [file, [...args]] : [process.execPath, [file]];
  const pty = spawn(command, commandArgs, {
    name: env.TERM ?? "xterm-256color",
    cols: 80,
    rows: 24,
    env: { PATH: process.env.PATH ?? "", NODE_OPTIONS: "--conditions=@tau/source", ...env },
  });
  let output = "";
  const waiting = new Set<() => void>();
  pty.onData((data) => {
    output += data;
    for (const check of waiting) check();
  });
  const exited = new Promise<{ exitCode: number; signal: number | undefined }>((resolve) => {
    pty.onExit(({ exitCode, signal }) => resolve({ exitCode, signal }));
  });
  return {
    output: () => output,
    send: (data) => pty.write(data),
    resize: (columns, rows) => pty.resize(columns, rows),
    kill: (signal) => pty.kill(signal),
    exited,
    seen: (text, from = 0) =>
      new Promise((resolve) => {
        const check = () => {
          if (!output.includes(text, from)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
