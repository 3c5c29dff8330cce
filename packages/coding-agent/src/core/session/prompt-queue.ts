import type { Agent, AgentMessage } from "@tau/agent";
import type { ImageContent } from "@tau/ai";
import type { SessionEvents } from "./session-events.ts";
import { userMessage } from "./user-message.ts";

type Lane = "steering" | "followUp";

/** What was taken back, so that the user can edit it and send it again. */
export interface TakenBack {
  readonly steering: string[];
  readonly followUp: string[];
  /** Of all of it, in the same order; absent where there were none. */
  readonly images?: ImageContent[];
}

interface Waiting {
  readonly text: string;
  readonly images: readonly ImageContent[];
}

/** What waits to be delivered, as the user typed it. The agent holds the messages; this knows their texts. */
export class PromptQueue {
  private readonly waiting: Record<Lane, Map<AgentMessage, Waiting>> = { steering: new Map(), followUp: new Map() };
  private readonly agent: Agent;
  private readonly events: SessionEvents;

  constructor(agent: Agent, events: SessionEvents) {
    this.agent = agent;
    this.events = events;
  }

  get length(): number {
    return this.waiting.steering.size + this.waiting.followUp.size;
  }

  get steering(): string[] {
    return this.texts("steering");
  }

  get followUp(): string[] {
    return this.texts("followUp");
  }

  add(lane: Lane, text: string, images: readonly ImageContent[]): void {
    const message = userMessage(text, images);
    this.waiting[lane].set(message, { text, images });
    if (lane === "steering") this.agent.steer(message);
    else this.agent.followUp(message);
    this.changed();
  }

  /** Called for each message that enters the conversation. */
  delivered(message: AgentMessage): void {
    const known = this.waiting.steering.delete(message) || this.waiting.followUp.delete(message);
    if (known) this.changed();
  }

  clear(): TakenBack {
    const { steering, followUp } = this;
    const images = [...this.waiting.steering.values(), ...this.waiting.followUp.values()].flatMap(
      (each) => each.images,
    );
    this.agent.clearAllQueues();
    this.waiting.steering.clear();
    this.waiting.followUp.clear();
    this.changed();
    return { steering, followUp, ...(images.length > 0 ? { images } : {}) };
  }

  private texts(lane: Lane): string[] {
    return [...this.waiting[lane].values()].map(({ text }) => text);
  }

  private changed(): void {
    this.events.emit({ type: "queue_update", steering: this.steering, followUp: this.followUp });
  }
}
