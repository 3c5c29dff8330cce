import type { AssistantMessage, ToolCall } from "@tau/ai";
import { firstLine } from "../parts/plain-line.ts";
import type { AssistantMessageView } from "../renderers/messages/assistant-message-view.ts";

/**
 * Answers that broke off and were asked for again. The half of one that stands above the other would be read twice: when the next try
 * begins, a line remains that says why there was one, and the same reason is said once. The log has all of it.
 */
export class FailedTries {
  private last: { readonly view: AssistantMessageView; readonly message: AssistantMessage } | undefined;
  private told: { readonly view: AssistantMessageView; readonly reason: string; times: number } | undefined;

  add(view: AssistantMessageView, message: AssistantMessage): void {
    this.last = { view, message };
  }

  /** Something else than another try has come. */
  end(): void {
    this.last = undefined;
    this.told = undefined;
  }

  /** Another try begins. Returns the calls that go with the one before. */
  giveWay(): ToolCall[] {
    if (!this.last) return [];
    const { view, message } = this.last;
    this.last = undefined;
    const reason = firstSentence(firstLine(message.errorMessage ?? "The request failed."));
    if (this.told?.reason === reason) view.clear();
    else this.told = { view, reason, times: 0 };
    this.told.times++;
    const { times } = this.told;
    this.told.view.replaceBy(`Tried again${times === 1 ? "" : ` ${times} times`}: ${reason}`);
    return toolCalls(message);
  }
}

/** What could be done about it comes after that, and was done. */
function firstSentence(text: string): string {
  return text.split(/(?<=\.) (?=\p{Lu})/u, 1)[0] ?? text;
}

export function toolCalls(message: AssistantMessage): ToolCall[] {
  return message.content.filter((block) => block.type === "toolCall");
}
