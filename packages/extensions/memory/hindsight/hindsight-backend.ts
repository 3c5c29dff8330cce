import type { MemoryBackend, MemoryCall, NewMemory, RecalledMemory } from "../memory.ts";
import { checkContent } from "../memory.ts";
import { withinBudget } from "../recall-text.ts";
import type { HindsightSettings } from "../settings.ts";
import { Bank } from "./bank.ts";
import type { HindsightClient, RetainItem } from "./client.ts";
import { MentalModels } from "./mental-models.ts";
import { RetainQueue } from "./retain-queue.ts";
import { transcriptText, transcriptTurns } from "./transcript.ts";

export interface HindsightBackendOptions {
  readonly client: HindsightClient;
  readonly settings: HindsightSettings;
  readonly project: string;
  readonly sessionId: string;
  redact(text: string): Promise<string>;
  notify(text: string, kind: "info" | "warning"): void;
}

const MAX_CLOSE_MS = 2_000;

/** Memories on a Hindsight server, which extracts facts and ranks them. */
export class HindsightBackend implements MemoryBackend {
  private readonly options: HindsightBackendOptions;
  private readonly bank: Bank;
  private readonly queue: RetainQueue;
  private readonly models: MentalModels;
  private retainedTurns = 0;
  private lastFailure: string | undefined;

  constructor(options: HindsightBackendOptions) {
    this.options = options;
    const { client, settings, project } = options;
    this.bank = new Bank(client, settings, project);
    this.models = new MentalModels(client, this.bank, settings.mentalModels);
    this.queue = new RetainQueue({
      send: async (items) => {
        await this.bank.sendMissions();
        await client.retain(this.bank.id, items);
        this.lastFailure = undefined;
      },
      onFailure: (error, count) => this.reportFailure(error, count),
    });
  }

  async retain(items: readonly NewMemory[]): Promise<string> {
    const checked: RetainItem[] = [];
    for (const item of items) checked.push(await this.item(item));
    this.queue.add(checked);
    return items.length === 1 ? "1 memory queued." : `${items.length} memories queued.`;
  }

  async recall(query: string, maxTokens: number, { signal }: MemoryCall): Promise<readonly RecalledMemory[]> {
    const { client, settings } = this.options;
    const { recallBudget: budget, recallTypes: types } = settings;
    const request = { query, budget, max_tokens: maxTokens, types, ...this.bank.filter() };
    return withinBudget(await client.recall(this.bank.id, request, signal), maxTokens);
  }

  async reflect(query: string, context: string | undefined, { signal }: MemoryCall): Promise<string> {
    const { client, settings } = this.options;
    await this.bank.sendMissions();
    const request = { query, ...(context && { context }), budget: settings.recallBudget, ...this.bank.filter() };
    return await client.reflect(this.bank.id, request, signal);
  }

  instructions({ signal }: MemoryCall): Promise<string | undefined> {
    return this.models.section(signal);
  }

  /** Sends what is queued and, every few turns, the conversation. */
  runEnded(call: MemoryCall): void {
    void this.retainConversation(call)
      .catch((error: unknown) => this.reportFailure(error as Error, 1))
      .then(async () => await this.queue.flush());
  }

  async describe(): Promise<string> {
    const { apiUrl, scoping } = this.options.settings;
    const failure = this.lastFailure === undefined ? "" : `\nThe latest memories were not stored: ${this.lastFailure}`;
    return `Memories are kept by the Hindsight server at ${apiUrl}, bank ${this.bank.id} (${scoping}). List and delete them there.${failure}`;
  }

  /** Sends what is still queued. Tau does not wait for long to end. */
  async close(): Promise<void> {
    const isSent = this.queue.close().then(() => true);
    const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), MAX_CLOSE_MS).unref());
    if (!(await Promise.race([isSent, isLate])))
      this.options.notify(
        `The Hindsight server did not answer in time: the latest memories may be missing.`,
        "warning",
      );
  }

  private async retainConversation({ ctx }: MemoryCall): Promise<void> {
    const { settings, sessionId, redact } = this.options;
    const { retainEveryTurns: every, retainOverlapTurns: overlap, retainMode } = settings;
    const turns = transcriptTurns(ctx);
    if (turns.length < this.retainedTurns) this.retainedTurns = 0;
    if (every === 0 || turns.length - this.retainedTurns < every) return;
    const isWhole = retainMode === "full-session";
    const sent = isWhole ? turns : turns.slice(Math.max(0, this.retainedTurns - overlap));
    this.retainedTurns = turns.length;
    const content = await redact(transcriptText(sent));
    const document = isWhole ? { document_id: sessionId } : {};
    this.queue.add([{ ...this.origin(), content, ...this.bank.tagsFor("project"), ...document }]);
  }

  private async item({ content, context, scope = "project" }: NewMemory): Promise<RetainItem> {
    const { redact } = this.options;
    return {
      ...this.origin(),
      content: checkContent(await redact(content)),
      ...(context && { context: await redact(context) }),
      ...this.bank.tagsFor(scope),
    };
  }

  private origin(): Pick<RetainItem, "context" | "metadata"> {
    const { settings, sessionId } = this.options;
    return { context: settings.retainContext, metadata: { session_id: sessionId } };
  }

  private reportFailure(error: Error, count: number): void {
    const isKnown = error.message === this.lastFailure;
    this.lastFailure = error.message;
    const memories = count === 1 ? "1 memory was" : `${count} memories were`;
    if (!isKnown) this.options.notify(`${memories} not stored. ${error.message}`, "warning");
  }
}
