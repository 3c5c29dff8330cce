import type { AssistantMessage, Message } from "../../contract/messages.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import { vendorThinkingLevel } from "../../models/thinking-levels.ts";
import { resolveCompat } from "./compat.ts";

/**
 * Tells the effort of a conversation once for the whole of it and, where it changes, by an item at that place: a request
 * that names another effort would not find its prompt in the cache. Answers remember the level they were asked at.
 */
export class EffortTrack {
  /** The effort of the request: that of its first answer. */
  readonly baseline: string;
  private readonly model: Model;
  private readonly current: string;
  private effort: string;

  static of(model: Model, messages: readonly Message[], level: ThinkingLevel | undefined): EffortTrack | undefined {
    const effort = tellsEffortInPlace(model) ? vendorThinkingLevel(model, level) : undefined;
    return effort === undefined ? undefined : new EffortTrack(model, messages, effort);
  }

  private constructor(model: Model, messages: readonly Message[], effort: string) {
    this.model = model;
    const answered = messages.map((message) => (message.role === "assistant" ? this.effortOf(message) : undefined));
    this.baseline = answered.find((each) => each !== undefined) ?? effort;
    this.effort = this.baseline;
    this.current = effort;
  }

  before(answer: AssistantMessage): Record<string, unknown>[] {
    return this.changeTo(this.effortOf(answer) ?? this.effort);
  }

  /** For the answer that is asked for. */
  toCurrent(): Record<string, unknown>[] {
    return this.changeTo(this.current);
  }

  private changeTo(effort: string): Record<string, unknown>[] {
    if (effort === this.effort) return [];
    this.effort = effort;
    return [{ type: "configuration_update", reasoning: { effort } }];
  }

  private effortOf({ thinkingLevel: level, model, provider }: AssistantMessage): string | undefined {
    const isOwn = model === this.model.id && provider === this.model.provider;
    return isOwn && level ? vendorThinkingLevel(this.model, level === "off" ? undefined : level) : undefined;
  }
}

export function tellsEffortInPlace(model: Model): boolean {
  const { supportsMidConvoEffort, supportsReasoningEffort } = resolveCompat(model);
  return model.api === "openai-responses" && supportsMidConvoEffort === true && supportsReasoningEffort !== false;
}
