import type { SessionEntry } from "@tau/agent";
import type { AssistantMessage, Message, Usage } from "@tau/ai";

/** A session of another agent, as Tau's entries. */
export interface Transcript {
  readonly id: string;
  readonly cwd: string;
  /** Start of the session, as ISO 8601. */
  readonly timestamp: string;
  readonly name?: string | undefined;
  readonly entries: readonly SessionEntry[];
}

/** Reads the text of a session file. Returns `undefined` if it contains no messages. */
export type ReadTranscript = (text: string) => Transcript | undefined;

/** Builds the tree of a session. Uses numbers as ids, so that reading a file twice gives the same entries. */
export class EntryList {
  readonly entries: SessionEntry[] = [];
  private model = "";

  get last(): SessionEntry | undefined {
    return this.entries.at(-1);
  }

  addMessage(message: Message, timestamp: string, parentId: string | null): string {
    const parent = message.role === "assistant" ? this.noteModel(message, timestamp, parentId) : parentId;
    return this.add({ type: "message", message, timestamp, parentId: parent });
  }

  addCompaction(summary: string, timestamp: string, parentId: string | null): string {
    // The compaction names itself as the first kept entry, because nothing before it is kept.
    const firstKeptEntryId = this.nextId();
    return this.add({ type: "compaction", summary, firstKeptEntryId, tokensBefore: 0, timestamp, parentId });
  }

  addName(name: string, timestamp: string, parentId: string | null): string {
    return this.add({ type: "session_info", name, timestamp, parentId });
  }

  private noteModel({ provider, model }: AssistantMessage, timestamp: string, parentId: string | null): string | null {
    if (model === this.model) return parentId;
    this.model = model;
    return this.add({ type: "model_change", provider, modelId: model, timestamp, parentId });
  }

  private add(entry: SessionEntryDraft): string {
    const id = this.nextId();
    this.entries.push({ id, ...entry });
    return id;
  }

  private nextId(): string {
    return (this.entries.length + 1).toString(16).padStart(8, "0");
  }
}

type WithoutId<T> = T extends SessionEntry ? Omit<T, "id"> : never;
type SessionEntryDraft = WithoutId<SessionEntry>;

export interface Counts {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** Returns the recorded token counts. Costs were not recorded. */
export function usageOf({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Counts): Usage {
  const totalTokens = input + output + cacheRead + cacheWrite;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return { input, output, cacheRead, cacheWrite, totalTokens, cost };
}

/** Yields the objects of a file with one JSON object per line. Skips other lines. */
export function* jsonLines(text: string): Generator<Record<string, unknown>> {
  for (const line of text.split("\n")) {
    const value = line.startsWith("{") ? parseOrNothing(line) : undefined;
    if (isRecord(value)) yield value;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textField(record: Record<string, unknown>, name: string): string | undefined {
  const value = record[name];
  return typeof value === "string" ? value : undefined;
}

export function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
