import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { cleanText } from "./clean-text.ts";

const MAX_CHARACTERS = 64 * 1024;
const MAX_MESSAGE = 4000;
const WRITE_EVERY_MS = 500;

/** The last of what a server wrote to stderr and what was wrong with it, in bounded memory and in a file for `tau mcp logs`. */
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

  /** A line of ours. */
  note(text: string): void {
    const isWithin = this.text !== "" && !this.text.endsWith("\n");
    this.append(`${isWithin ? "\n" : ""}[${new Date().toISOString()}] ${text}\n`);
  }

  /** A log message that the server sent by the protocol. */
  message({ level, logger, data }: { level: string; logger?: string | undefined; data?: unknown }): void {
    const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    this.note(`${level}${logger ? ` ${logger}` : ""}: ${text.slice(0, MAX_MESSAGE)}`);
  }

  read(): string {
    return cleanText(this.text, MAX_CHARACTERS);
  }

  /** The last lines, for a message. */
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
      // The log is a convenience: a full disk must not end a call.
      this.text += `The log cannot be written: ${String(error)}\n`;
    }
  }
}
