import { type AssistantMessage, distinctToolCallId } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";

/**
 * Some servers number the calls of each answer anew. The log, the screen and other vendors know a call by its id: one that the
 * conversation already has is told apart by a number.
 */
export class DistinctCallIds {
  private readonly messages: readonly AgentMessage[];
  /** The answer itself comes behind them. */
  private readonly earlier: number;
  /** By the place in the answer. */
  private readonly renamed = new Map<number, string>();

  constructor(messages: readonly AgentMessage[]) {
    this.messages = messages;
    this.earlier = messages.length;
  }

  /** A call has begun. */
  begin(answer: AssistantMessage, index: number): void {
    const call = answer.content[index];
    if (call?.type !== "toolCall" || call.id === "") return;
    const id = distinctToolCallId(call.id, (taken) => this.isTaken(taken, answer, index), this.earlier + index);
    if (id === call.id) return;
    this.renamed.set(index, id);
    call.id = id;
  }

  /** What writes the answer may have set an id again, or written another copy. */
  keep(answer: AssistantMessage): void {
    for (const [index, id] of this.renamed) {
      const call = answer.content[index];
      if (call?.type === "toolCall" && call.id !== id) call.id = id;
    }
  }

  /** The whole answer is there: of some streams nothing else is seen. */
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
