import { printable } from "../../core/output/print.ts";

/** The process's own stdout, for the mode alone. A file or a pipe gets every byte; a terminal gets text that cannot act on it. */
export interface TakenStdout {
  /** `false` while the reader has not taken what was written before. */
  write(text: string): boolean;
  onceDrained(listener: () => void): void;
  release(): void;
}

type Write = typeof process.stdout.write;

/** From here on what anybody else prints, `console.log` of an extension too, goes to stderr: stdout carries the mode's output alone. */
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
