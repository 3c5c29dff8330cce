import type { AssistantMessage, Usage } from "@tau/ai";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { groupDigits } from "../parts/group-digits.ts";

/** Shorter prompts cost next to nothing, cached or not. */
const LEAST_TOKENS = 5_000;

/** Describes what the prompt cache cost or saved, for users who want to know. */
export class CacheNotices {
  private previous: { readonly model: string; readonly tokens: number } | undefined;

  /** Returns `undefined` if there is nothing worth a line. */
  describe(event: AgentSessionEvent): string | undefined {
    if (event.type === "message_end" && event.message.role === "assistant") return this.answer(event.message);
    if (event.type === "compaction_end") {
      this.previous = undefined;
      const usage = event.result?.usage;
      return usage && `The summary took ${describeUsage(usage)}.`;
    }
    if (event.type !== "entry_appended" || event.entry.type !== "usage") return undefined;
    const { kind, usage } = event.entry;
    return kind === "cache_warm" ? `The cached prompt was kept warm: ${describeUsage(usage)}.` : undefined;
  }

  private answer({ provider, model, usage }: AssistantMessage): string | undefined {
    const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
    const before = this.previous;
    const name = `${provider}/${model}`;
    const isCached = usage.cacheRead + usage.cacheWrite > 0 || before?.model === name;
    this.previous = tokens > 0 && isCached ? { model: name, tokens } : undefined;
    if (!before || before.model !== name || before.tokens < LEAST_TOKENS) return undefined;
    const missed = before.tokens - usage.cacheRead;
    if (missed < before.tokens / 2) return undefined;
    return `Cache miss: ${groupDigits(missed)} of ${groupDigits(before.tokens)} tokens were processed again (${dollars(usage.cost.total)}).`;
  }
}

function describeUsage({ input, output, cacheRead, cacheWrite, cost }: Usage): string {
  return `${groupDigits(input + cacheRead + cacheWrite)} tokens in, ${groupDigits(output)} out, ${dollars(cost.total)}`;
}

function dollars(amount: number): string {
  return `$${amount.toFixed(4)}`;
}
