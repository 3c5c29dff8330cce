import type { Agent, AgentMessage } from "@tau/agent";
import type { ImageContent } from "@tau/ai";
import type { SessionEvents } from "../session-events.ts";
import { userMessage } from "./user-message.ts";

type Lane = "steering" | "followUp";

/** Messages that were removed from the queue, so that the user can edit and resend them. */
export interface TakenBack {
  readonly steering: string[];
  readonly followUp: string[];
  /** The images of all messages, in the same order. Absent if there are none. */
  readonly images?: ImageContent[];
}

interface Waiting {
  readonly text: string;
  readonly images: readonly ImageContent[];
}

/** The queued messages as the user typed them. The agent holds the messages; this class knows their texts. */
export class PromptQueue {
  private readonly lanes: Record<Lane, Map<AgentMessage, Waiting>> = { steering: new Map(), followUp: new Map() };
  private readonly agent: Agent;
  private readonly events: SessionEvents;

  constructor(agent: Agent, events: SessionEvents) {
    this.agent = agent;
    this.events = events;
  }

  get length(): number {
    return this.lanes.steering.size + this.lanes.followUp.size;
  }

  get steering(): string[] {
    return this.texts("steering");
  }

  get followUp(): string[] {
    return this.texts("followUp");
  }

  get waiting(): TakenBack {
    const { steering, followUp, lanes } = this;
    const images = [...lanes.steering.values(), ...lanes.followUp.values()].flatMap((each) => each.images);
    return { steering, followUp, ...(images.length > 0 ? { images } : {}) };
  }

  add(lane: Lane, text: string, images: readonly ImageContent[]): void {
    const message = userMessage(text, images, this.agent.now());
    this.lanes[lane].set(message, { text, images });
    if (lane === "steering") this.agent.steer(message);
    else this.agent.followUp(message);
    this.changed();
  }

  /** Adds messages that were queued in another process. The stored images are not assigned to messages, so all of them are added to the first. */
  restore({ steering, followUp, images = [] }: TakenBack): void {
    const lanes = [
      ...steering.map((text) => ["steering", text] as const),
      ...followUp.map((text) => ["followUp", text] as const),
    ];
    for (const [index, [lane, text]] of lanes.entries()) this.add(lane, text, index === 0 ? images : []);
  }

  /** Called for each message that enters the conversation. */
  delivered(message: AgentMessage): void {
    const known = this.lanes.steering.delete(message) || this.lanes.followUp.delete(message);
    if (known) this.changed();
  }

  clear(): TakenBack {
    const { waiting } = this;
    this.agent.clearAllQueues();
    this.lanes.steering.clear();
    this.lanes.followUp.clear();
    this.changed();
    return waiting;
  }

  private texts(lane: Lane): string[] {
    return [...this.lanes[lane].values()].map(({ text }) => text);
  }

  private changed(): void {
    this.events.emit({ type: "queue_update", steering: this.steering, followUp: this.followUp });
  }
}
