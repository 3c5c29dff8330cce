import { RequestError } from "../ai-error.ts";
import type { DeferredHandle } from "../contract/deferred.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";

export interface FauxDeferredOptions {
  /** How many fetches find the answer not ready yet. */
  pendingFetches?: number;
  pollAfterMs?: number;
}

interface Waiting {
  readonly answer: AssistantMessage;
  pending: number;
  cancelled: boolean;
}

/** Answers that are fetched later. */
export class DeferredAnswers {
  private readonly waiting = new Map<string, Waiting>();
  private readonly options: FauxDeferredOptions;

  constructor(options: FauxDeferredOptions) {
    this.options = options;
  }

  keep(model: Model, answer: AssistantMessage): DeferredHandle {
    const id = `faux-deferred-${this.waiting.size + 1}`;
    this.waiting.set(id, { answer, pending: this.options.pendingFetches ?? 0, cancelled: false });
    const { pollAfterMs } = this.options;
    const { provider, id: modelId, api } = model;
    return { provider, modelId, api, id, ...(pollAfterMs !== undefined && { pollAfterMs }) };
  }

  /** Returns the answer, or `undefined` while it is not ready. */
  fetch({ id }: DeferredHandle): AssistantMessage | undefined {
    const found = this.waiting.get(id);
    if (!found) throw new RequestError(`There is no deferred answer ${id}.`, { code: "invalid-request" });
    if (found.cancelled)
      throw new RequestError(`The deferred answer ${id} was cancelled.`, { code: "invalid-request" });
    if (found.pending === 0) return found.answer;
    found.pending--;
    return undefined;
  }

  cancel({ id }: DeferredHandle): void {
    const found = this.waiting.get(id);
    if (found) found.cancelled = true;
  }
}
