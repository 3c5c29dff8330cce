import { type AssistantMessage, distinctToolCallId } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";

/**
 * Some servers restart the numbering of call ids with each answer. The log, the screen and other vendors identify a call by its id, so an
 * id that the conversation already has gets a number appended.
 */
export class DistinctCallIds {
  private readonly messages: readonly AgentMessage[];
  /** Number of messages before the answer. */
  private readonly earlier: number;
  /** New ids by the index of the call in the answer. */
  private readonly renamed = new Map<number, string>();

  constructor(messages: readonly AgentMessage[]) {
    this.messages = messages;
    this.earlier = messages.length;
  }

  /** Renames a call that has just started if its id is taken. */
  begin(answer: AssistantMessage, index: number): void {
    const call = answer.content[index];
    if (call?.type !== "toolCall" || call.id === "") return;
    const id = distinctToolCallId(call.id, (taken) => this.isTaken(taken, answer, index), this.earlier + index);
    if (id === call.id) return;
    this.renamed.set(index, id);
    call.id = id;
  }

  /** Restores the new ids: the stream may have set an id again or delivered another copy of the answer. */
  keep(answer: AssistantMessage): void {
    for (const [index, id] of this.renamed) {
      const call = answer.content[index];
      if (call?.type === "toolCall" && call.id !== id) call.id = id;
    }
  }

  /** Renames calls in the finished answer: some streams deliver nothing before it. */
  end(answer: AssistantMessage): void {
    this.keep(answer);
    for (const index of answer.content.keys()) this.begin(answer, index);
  }

  private isTaken(id: string, answer: AssistantMessage, index: number): boolean {
    const isThis = (block: AssistantMessage["content"][number]) => block.type === "toolCall" && block.id === id;
    for (let earlier = 0; earlier < this.earlier; earlier++) {
      const message = this.messages[earlier];
      if (message?.role === "assistant" && message.content.some(isThis)) return true;
    }
    return answer.content.slice(0, index).some(isThis);
  }
}
