import { printable } from "../../core/output/print.ts";

/** The process's stdout, reserved for the mode. A file or a pipe gets every byte; for a terminal, control sequences are removed. */
export interface TakenStdout {
  /** Returns `false` while the reader has not taken the earlier text. */
  write(text: string): boolean;
  onceDrained(listener: () => void): void;
  release(): void;
}

type Write = typeof process.stdout.write;

/** Reserves stdout for the mode's output. All other output, including `console.log` of extensions, goes to stderr from now on. */
export function takeStdout(): TakenStdout {
  const { stdout, stderr } = process;
  const own = Object.getOwnPropertyDescriptor(stdout, "write");
  const write: Write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as Write;
  return {
    write: (text) => write(stdout.isTTY ? printable(text) : text),
    onceDrained: (listener) => stdout.once("drain", listener),
    release: () => {
      if (own) Object.defineProperty(stdout, "write", own);
      else Reflect.deleteProperty(stdout, "write");
    },
  };
}
