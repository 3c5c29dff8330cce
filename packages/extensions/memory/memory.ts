import type { ExtensionContext } from "@tau/coding-agent";

export type MemoryScope = "project" | "global";

/** A memory before it is stored. */
export interface NewMemory {
  readonly content: string;
  readonly context?: string;
  readonly scope?: MemoryScope;
}

/** A memory that a search has found. */
export interface RecalledMemory {
  readonly id: string;
  readonly text: string;
  /** The kind of memory: the scope of a local one, the fact type of one on a server. */
  readonly type?: string;
  /** When it was stored: an ISO date. */
  readonly mentionedAt?: string;
}

export interface MemoryCall {
  readonly ctx: ExtensionContext;
  readonly signal?: AbortSignal | undefined;
}

/** A place where memories are kept. */
export interface MemoryBackend {
  /** Stores memories, or queues them. Resolves to the sentence for the model. */
  retain(items: readonly NewMemory[], call: MemoryCall): Promise<string>;
  /** Finds memories, best first, that together take at most `maxTokens`. */
  recall(query: string, maxTokens: number, call: MemoryCall): Promise<readonly RecalledMemory[]>;
  /** Resolves to an answer, or to an empty text if no memory is relevant. */
  reflect(query: string, context: string | undefined, call: MemoryCall): Promise<string>;
  /** Called before a run. Resolves to a section for the system prompt, if there is one. */
  instructions?(call: MemoryCall): Promise<string | undefined>;
  /** Called when a run begins. Must not throw. */
  runStarted?(): void;
  /** Called when a run has ended. Must not throw. */
  runEnded?(call: MemoryCall): void;
  /** Resolves to what the user reads in place of a list, where the backend has none. */
  describe?(call: MemoryCall): Promise<string>;
  /** Ends timers and connections, and writes what is still queued. */
  close(): Promise<void>;
}

export type MemoryErrorCode = "invalid-memory" | "database" | "newer-database" | "not-found" | "usage" | "server";

export class MemoryError extends Error {
  override readonly name: string = "MemoryError";
  readonly code: MemoryErrorCode;
  readonly exitCode: number;

  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code: MemoryErrorCode }) {
    super(message, options);
    this.code = code;
    this.exitCode = code === "usage" ? 2 : 1;
  }
}

/** The longest memory: about 1,000 tokens. A longer text belongs into a file. */
const MAX_CHARACTERS = 4_000;

/** Returns the content without surrounding space. Throws if it is empty or too long to be a memory. */
export function checkContent(content: string): string {
  const text = content.trim();
  if (text === "") throw new MemoryError("A memory cannot be empty.", { code: "invalid-memory" });
  if (text.length > MAX_CHARACTERS)
    throw new MemoryError(
      `A memory can have at most ${MAX_CHARACTERS.toLocaleString("en")} characters, and this one has ${text.length.toLocaleString("en")}. Store its main points one by one, or put it into a file and store where that is.`,
      { code: "invalid-memory" },
    );
  return text;
}
