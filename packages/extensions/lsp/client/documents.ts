import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { languageIdOf } from "../servers/find-servers.ts";
import type { ServerSpec } from "../servers/server-spec.ts";
import { TextLines } from "./positions.ts";
import { readDocument } from "./read-document.ts";

export interface OpenDocument {
  readonly path: string;
  readonly uri: string;
  readonly version: number;
  readonly lines: TextLines;
}

interface KnownDocument extends OpenDocument {
  /** What the file's attributes were before it was read. */
  stamp: FileStamp;
}

interface FileStamp {
  /** Empty if there is no file. */
  readonly text: string;
  /** Whether a later change must show: it may not within the resolution of the file system's clock. */
  readonly isSure: boolean;
}

/** More than the coarsest resolution of common file systems, which is two seconds. */
const CLOCK_MS = 2500;

/** Open documents beyond this number are closed, the least recently used first. */
const MOST_OPEN = 200;

/** The documents that a server has been given. They follow the files on disk; the operations on one file run one after the other. */
export class Documents {
  private readonly spec: ServerSpec;
  private readonly notify: (method: string, params: unknown) => void;
  private readonly open = new Map<string, KnownDocument>();
  private readonly queues = new Map<string, Promise<unknown>>();

  private readonly onNewText: (path: string) => void;

  constructor(
    spec: ServerSpec,
    notify: (method: string, params: unknown) => void,
    onNewText: (path: string) => void = () => undefined,
  ) {
    this.spec = spec;
    this.notify = notify;
    this.onNewText = onNewText;
  }

  get(path: string): OpenDocument | undefined {
    return this.open.get(path);
  }

  /** Gives the server the current content of a file. `again` sends it even if it has not changed, so that the server checks it anew. */
  sync(path: string, { again = false } = {}): Promise<OpenDocument> {
    return this.inTurn(path, async () => {
      const stamp = await stampOf(path);
      const known = this.open.get(path);
      if (known && !again && known.stamp.isSure && known.stamp.text === stamp.text) {
        this.keep(known);
        return known;
      }
      const { text } = await readDocument(path);
      if (known?.lines.text === text && !again) {
        known.stamp = stamp;
        this.keep(known);
        return known;
      }
      return this.send(path, text, stamp);
    });
  }

  /** Gives the server the current content of all open documents whose files have changed, and closes those whose files are gone. */
  async refresh(): Promise<void> {
    await Promise.all(
      [...this.open.values()].map(async ({ path, stamp }) => {
        const present = await stampOf(path);
        if (present.text === "") this.close(path);
        else if (present.text !== stamp.text || !stamp.isSure) await this.sync(path).catch(() => this.close(path));
      }),
    );
  }

  /** Reports that a file was written, for servers that check on saving. */
  saved(path: string): void {
    const document = this.open.get(path);
    if (document)
      this.notify("textDocument/didSave", { textDocument: { uri: document.uri }, text: document.lines.text });
  }

  close(path: string): void {
    const document = this.open.get(path);
    if (!document) return;
    this.open.delete(path);
    this.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
  }

  private send(path: string, text: string, stamp: FileStamp): OpenDocument {
    const known = this.open.get(path);
    const uri = known?.uri ?? pathToFileURL(path).href;
    const version = (known?.version ?? 0) + 1;
    const document: KnownDocument = { path, uri, version, lines: new TextLines(text), stamp };
    this.keep(document);
    if (known?.lines.text !== text) this.onNewText(path);
    if (known) {
      this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      return document;
    }
    const languageId = languageIdOf(this.spec, path);
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
    const [oldest] = this.open.keys();
    if (this.open.size > MOST_OPEN && oldest !== undefined) this.close(oldest);
    return document;
  }

  private keep(document: KnownDocument): void {
    this.open.delete(document.path);
    this.open.set(document.path, document);
  }

  private inTurn<T>(path: string, action: () => Promise<T>): Promise<T> {
    const before = this.queues.get(path) ?? Promise.resolve();
    const done = before.then(action, action);
    this.queues.set(path, done);
    const clean = () => {
      if (this.queues.get(path) === done) this.queues.delete(path);
    };
    done.then(clean, clean);
    return done;
  }
}

async function stampOf(path: string): Promise<FileStamp> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return { text: "", isSure: true };
  const { mtimeMs, ctimeMs, size, ino } = stats;
  const newest = Math.max(mtimeMs, ctimeMs);
  return { text: [mtimeMs, ctimeMs, size, ino].join("-"), isSure: Date.now() - newest > CLOCK_MS };
}
