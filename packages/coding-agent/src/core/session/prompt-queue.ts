import type { Agent, AgentMessage } from "@tau/agent";
import type { ImageContent } from "@tau/ai";
import type { SessionEvents } from "./session-events.ts";
import { userMessage } from "./user-message.ts";

type Lane = "steering" | "followUp";

/** What waits to be delivered, as the user typed it. The agent holds the messages; this knows their texts. */
export class PromptQueue {
  private readonly waiting: Record<Lane, Map<AgentMessage, string>> = { steering: new Map(), followUp: new Map() };
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
    return [...this.waiting.steering.values()];
  }

  get followUp(): string[] {
    return [...this.waiting.followUp.values()];
  }

  add(lane: Lane, text: string, images: readonly ImageContent[]): void {
    const message = userMessage(text, images);
    this.waiting[lane].set(message, text);
    if (lane === "steering") this.agent.steer(message);
    else this.agent.followUp(message);
    this.changed();
  }

  /** Called for each message that enters the conversation. */
  delivered(message: AgentMessage): void {
    const known = this.waiting.steering.delete(message) || this.waiting.followUp.delete(message);
    if (known) this.changed();
  }

  /** Takes everything back, so that the user can edit it. */
  clear(): { steering: string[]; followUp: string[] } {
    const taken = { steering: this.steering, followUp: this.followUp };
    this.agent.clearAllQueues();
    this.waiting.steering.clear();
    this.waiting.followUp.clear();
    this.changed();
    return taken;
  }

  private changed(): void {
    this.events.emit({ type: "queue_update", steering: this.steering, followUp: this.followUp });
  }
}
