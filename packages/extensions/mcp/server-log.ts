import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { cleanText } from "./clean-text.ts";

const MAX_CHARACTERS = 64 * 1024;
const MAX_MESSAGE = 4000;
const WRITE_EVERY_MS = 500;

/** Keeps the latest stderr output and problems of a server, in limited memory and in a file for `tau mcp logs`. */
export class ServerLog {
  private text = "";
  private readonly path: string | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(path?: string) {
    this.path = path;
  }

  append(text: string): void {
    this.text = (this.text + text.slice(-MAX_CHARACTERS)).slice(-MAX_CHARACTERS);
    if (this.path === undefined) return;
    this.timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  /** Adds a line of our own. */
  note(text: string): void {
    const isWithin = this.text !== "" && !this.text.endsWith("\n");
    this.append(`${isWithin ? "\n" : ""}[${new Date().toISOString()}] ${text}\n`);
  }

  /** Adds a log message that the server sent through the protocol. */
  message({ level, logger, data }: { level: string; logger?: string | undefined; data?: unknown }): void {
    const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    this.note(`${level}${logger ? ` ${logger}` : ""}: ${text.slice(0, MAX_MESSAGE)}`);
  }

  read(): string {
    return cleanText(this.text, MAX_CHARACTERS);
  }

  /** Returns the last lines, for an error message. */
  tail(lines = 5): string {
    return this.read().split("\n").slice(-lines).join("\n").slice(-1000);
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.path === undefined || this.text === "") return;
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeFile(this.path, `${this.read()}\n`, { mode: 0o600 });
    } catch (error) {
      // The log is a convenience: a full disk must not make a call fail.
      this.text += `The log cannot be written: ${String(error)}\n`;
    }
  }
}
