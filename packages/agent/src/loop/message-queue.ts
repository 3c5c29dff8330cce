import type { QueueMode } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";

/** Messages waiting for delivery. The mode decides how many messages one `drain` delivers. */
export class MessageQueue {
  mode: QueueMode;
  private messages: AgentMessage[] = [];

  constructor(mode: QueueMode = "one-at-a-time") {
    this.mode = mode;
  }

  get length(): number {
    return this.messages.length;
  }

  enqueue(message: AgentMessage): void {
    this.messages.push(message);
  }

  /** Returns what the next `drain` would deliver. */
  peek(): AgentMessage[] {
    return this.messages.slice(0, this.batchSize());
  }

  drain(): AgentMessage[] {
    return this.messages.splice(0, this.batchSize());
  }

  clear(): void {
    this.messages = [];
  }

  private batchSize(): number {
    return this.mode === "all" ? this.messages.length : 1;
  }
}
