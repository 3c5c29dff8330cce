import type { AssistantMessage, Message } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import { vendorThinkingLevel } from "../models/thinking-levels.ts";

/**
 * Sends the effort of a conversation once and marks later changes at their position: a request with another effort would not find its
 * prompt in the cache. Answers record the effort of their request.
 */
export class EffortTrack {
  /** The effort of the request, which is that of its first answer. */
  readonly baseline: string;
  private readonly model: Model;
  private readonly current: string;
  private effort: string;

  constructor(model: Model, messages: readonly Message[], current: string) {
    this.model = model;
    const answered = messages.map((message) => (message.role === "assistant" ? this.effortOf(message) : undefined));
    this.baseline = answered.find((each) => each !== undefined) ?? current;
    this.effort = this.baseline;
    this.current = current;
  }

  /** Returns the effort to mark before this answer; `undefined` if it has not changed. */
  before(answer: AssistantMessage): string | undefined {
    return this.changeTo(this.effortOf(answer) ?? this.effort);
  }

  /** Returns the effort to mark before the answer being requested; `undefined` if it has not changed. */
  toCurrent(): string | undefined {
    return this.changeTo(this.current);
  }

  private changeTo(effort: string): string | undefined {
    if (effort === this.effort) return undefined;
    this.effort = effort;
    return effort;
  }

  private effortOf(answer: AssistantMessage): string | undefined {
    if (answer.model !== this.model.id || answer.provider !== this.model.provider) return undefined;
    const { providerThinkingLevel, thinkingLevel: level } = answer;
    return providerThinkingLevel ?? (level && vendorThinkingLevel(this.model, level === "off" ? undefined : level));
  }
}
