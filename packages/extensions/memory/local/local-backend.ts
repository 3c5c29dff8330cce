import type { ExtensionContext } from "@tau/coding-agent";
import { checkContent, type MemoryBackend, type MemoryCall, type NewMemory, type RecalledMemory } from "../memory.ts";
import { withinBudget } from "../recall-text.ts";
import { askModel } from "./ask-model.ts";
import { consolidate } from "./consolidate.ts";
import { GLOBAL, type MemoryDraft, type MemoryStore, type StoredMemory } from "./memory-store.ts";
import { REFLECT_PROMPT } from "./prompts.ts";

export interface LocalBackendOptions {
  readonly store: MemoryStore;
  readonly project: string;
  /** Takes secrets out of a text before it is stored. */
  redact(text: string): Promise<string>;
  /** How long the session must be idle before memories are consolidated; `undefined` if they are not. */
  consolidateAfterMs(): number | undefined;
  /** Tells the user about something that happened in the background. */
  notify(text: string, kind: "info" | "warning"): void;
}

const MAX_RECALLED = 50;
const REFLECT_TOKENS = 8_000;

/** Memories in Tau's home. */
export class LocalBackend implements MemoryBackend {
  readonly store: MemoryStore;
  private readonly options: LocalBackendOptions;
  private idleTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();
  /** Whether there are memories that no consolidation has seen. */
  private hasNew = false;

  constructor(options: LocalBackendOptions) {
    this.options = options;
    this.store = options.store;
  }

  async retain(items: readonly NewMemory[]): Promise<string> {
    const drafts: MemoryDraft[] = [];
    for (const item of items) drafts.push(await this.draft(item));
    const count = new Set(this.store.add(drafts)).size;
    this.hasNew = true;
    return count === 1 ? "1 memory stored." : `${count} memories stored.`;
  }

  async recall(query: string, maxTokens: number): Promise<readonly RecalledMemory[]> {
    const found = this.store.search(query, this.options.project, MAX_RECALLED);
    return withinBudget(found.map(toRecalled), maxTokens);
  }

  async reflect(query: string, context: string | undefined, { ctx, signal }: MemoryCall): Promise<string> {
    const memories = await this.recall([query, context ?? ""].join("\n"), REFLECT_TOKENS);
    if (memories.length === 0) return "";
    const notes = memories.map(({ text, mentionedAt }) => `- (${mentionedAt}) ${text}`).join("\n");
    const purpose = context === undefined ? "" : `\n\nThe answer is for: ${context}`;
    return await askModel(ctx, REFLECT_PROMPT, `Notes:\n${notes}\n\nQuestion: ${query}${purpose}`, signal);
  }

  /** Stores a memory of the user, and resolves to its number. */
  async add(item: NewMemory): Promise<number | undefined> {
    return this.store.add([await this.draft(item)])[0];
  }

  async edit(id: number, content: string): Promise<void> {
    this.store.edit(id, { content: checkContent(await this.options.redact(content)) });
  }

  runStarted(): void {
    clearTimeout(this.idleTimer);
  }

  runEnded({ ctx }: MemoryCall): void {
    clearTimeout(this.idleTimer);
    const afterMs = this.options.consolidateAfterMs();
    if (afterMs === undefined || !this.hasNew) return;
    this.idleTimer = setTimeout(() => void this.consolidate(ctx), afterMs);
    // A program that is otherwise done does not wait for this.
    this.idleTimer.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    this.closing.abort();
    this.store.close();
  }

  private async draft({ content, context = "", scope }: NewMemory): Promise<MemoryDraft> {
    const { project, redact } = this.options;
    return {
      project: scope === "global" ? GLOBAL : project,
      content: checkContent(await redact(content)),
      context: (await redact(context)).trim().slice(0, 500),
    };
  }

  private async consolidate(ctx: ExtensionContext): Promise<void> {
    const { project, redact, notify } = this.options;
    this.hasNew = false;
    try {
      const merged = await consolidate({ store: this.store, project, redact }, ctx, this.closing.signal);
      if (merged > 0) notify(`Merged memories that said the same: ${merged} new. /memory shows them.`, "info");
    } catch (error) {
      if (this.closing.signal.aborted) return;
      notify(`Memories were not consolidated: ${(error as Error).message}`, "warning");
    }
  }
}

export function toRecalled({ id, project, content, updated }: StoredMemory): RecalledMemory {
  const type = project === GLOBAL ? "global" : "project";
  return { id: String(id), text: content, type, mentionedAt: new Date(updated).toISOString().slice(0, 10) };
}
