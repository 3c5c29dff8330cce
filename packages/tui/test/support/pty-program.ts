import { spawn } from "@lydell/node-pty";

export interface PtyProgram {
  /** Everything the program has written so far. */
  output(): string;
  send(data: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Resolves once the output contains `text`. */
  seen(text: string): Promise<void>;
  exited: Promise<{ exitCode: number; signal: number | undefined }>;
}

/** Runs a TypeScript file in a real pseudo-terminal. */
export function runInPty(file: string, env: Record<string, string> = {}): PtyProgram {
  const pty = spawn(process.execPath, [file], {
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
    seen: (text) =>
      new Promise((resolve) => {
        const check = () => {
          if (!output.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
