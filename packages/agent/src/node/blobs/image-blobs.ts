import type { SessionDiagnostic } from "../../session/diagnostic.ts";
import type { SessionEntry } from "../../session/entries/entry.ts";
import type { BlobPlaces } from "./blob-places.ts";
import { type BlobStore, isBlobReference } from "./blob-store.ts";

/** Images with fewer characters than this stay in the log. */
export const MIN_BLOB_CHARACTERS = 1024;

/** The session from which an entry is read. */
interface RestoreTarget {
  readonly path: string;
  readonly diagnostics: SessionDiagnostic[];
}

interface ImageBlock {
  type: "image";
  data: string;
}

/** Keeps images out of the log: the line has a reference, the entry in memory has the image. */
export class ImageBlobs {
  private readonly blobs: BlobStore;
  private readonly inline: boolean;
  private readonly places: BlobPlaces | undefined;
  /** Messages already reported, for each list of diagnostics. */
  private readonly reported = new WeakMap<SessionDiagnostic[], Set<string>>();

  constructor(blobs: BlobStore, options: { inline?: boolean; places?: BlobPlaces } = {}) {
    this.blobs = blobs;
    this.inline = options.inline ?? false;
    this.places = options.places;
  }

  /** Returns the entry as it is written to the session at `path`. */
  store(entry: SessionEntry, path: string): SessionEntry {
    if (this.inline) return entry;
    return mapContent(entry, (content) => {
      if (!content.some(isLargeImage)) return content;
      this.places?.note(path);
      return content.map((block) => (isLargeImage(block) ? { ...block, data: this.externalize(block.data) } : block));
    });
  }

  /** Returns the entry as it was before `store`. An unreadable blob leaves its reference in place. */
  restore(entry: SessionEntry, { path, diagnostics }: RestoreTarget): SessionEntry {
    if (!hasBlobReference(entry)) return entry;
    this.places?.note(path);
    const reported = this.reported.get(diagnostics) ?? new Set();
    this.reported.set(diagnostics, reported);
    const report = (reference: string) => {
      const message = `An image of entry ${entry.id} is gone: ${this.blobs.directory} has no ${reference} that can be read.`;
      if (!reported.has(message)) diagnostics.push({ code: "missing-blob", message });
      reported.add(message);
    };
    return this.restoreValue(entry, report) as SessionEntry;
  }

  private externalize(data: string): string {
    const bytes = Buffer.from(data, "base64");
    // Base64 that does not survive a round trip unchanged stays in the log.
    return bytes.toString("base64") === data ? this.blobs.put(bytes) : data;
  }

  private restoreValue(value: unknown, report: (reference: string) => void): unknown {
    if (Array.isArray(value)) return value.map((item) => this.restoreValue(item, report));
    if (typeof value !== "object" || value === null) return this.restoreText(value, report);
    const image = isImage(value) ? this.blobs.get(value.data) : undefined;
    if (image) return { ...value, data: image.toString("base64") };
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.restoreValue(item, report)]));
  }

  /** Outside image blocks a reference replaces a text, such as a data URL, that was stored unchanged. */
  private restoreText(value: unknown, report: (reference: string) => void): unknown {
    if (typeof value !== "string" || !isBlobReference(value)) return value;
    const text = this.blobs.get(value)?.toString("utf8");
    if (text === undefined) report(value);
    return text ?? value;
  }
}

/**
 * Returns whether an entry has to go through `restore`. Looks at its values, which are few, and not at its line, which may be long. Does
 * not call itself, because a foreign file may be nested to any depth.
 */
export function hasBlobReference(entry: SessionEntry): boolean {
  const left: object[] = [entry];
  for (let value = left.pop(); value; value = left.pop()) {
    for (const part of Object.values(value) as unknown[]) {
      if (typeof part === "string" && isBlobReference(part)) return true;
      if (typeof part === "object" && part !== null) left.push(part);
    }
  }
  return false;
}

/** Applies `change` to every list of content blocks that an entry shows to a model. */
function mapContent(entry: SessionEntry, change: (content: object[]) => object[]): SessionEntry {
  if (entry.type === "message") return withContent(entry, "message", change);
  if (entry.type === "context_edit" && entry.replacement) return withContent(entry, "replacement", change);
  if (entry.type === "custom_message" && Array.isArray(entry.content)) {
    return { ...entry, content: change(entry.content) } as SessionEntry;
  }
  return entry;
}

function withContent(entry: SessionEntry, key: string, change: (content: object[]) => object[]): SessionEntry {
  const holder = (entry as unknown as Record<string, unknown>)[key] as { content?: unknown };
  if (!Array.isArray(holder.content)) return entry;
  const content = change(holder.content as object[]);
  return content === holder.content ? entry : ({ ...entry, [key]: { ...holder, content } } as SessionEntry);
}

function isImage(value: object): value is ImageBlock {
  return "type" in value && value.type === "image" && "data" in value && typeof value.data === "string";
}

function isLargeImage(block: object): block is ImageBlock {
  return isImage(block) && block.data.length >= MIN_BLOB_CHARACTERS;
}
