import type { AssistantMessage, Message } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import { vendorThinkingLevel } from "../models/thinking-levels.ts";

/**
 * Tells the effort of a conversation once for the whole of it and, where it changes, at that place: a request that names
 * another effort would not find its prompt in the cache. Answers remember the effort they were asked at.
 */
export class EffortTrack {
  /** The effort of the request: that of its first answer. */
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

  /** The effort to tell before this answer; `undefined` where it is still the same. */
  before(answer: AssistantMessage): string | undefined {
    return this.changeTo(this.effortOf(answer) ?? this.effort);
  }

  /** The same for the answer that is asked for. */
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
