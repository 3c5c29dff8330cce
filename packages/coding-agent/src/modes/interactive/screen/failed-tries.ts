import type { AssistantMessage, ToolCall } from "@tau/ai";
import { firstLine } from "../parts/plain-line.ts";
import type { AssistantMessageView } from "../renderers/messages/assistant-message-view.ts";

/**
 * Answers that broke off and were retried. The user would read the broken part twice, so when the next try begins, one line with the reason
 * replaces it. The same reason is shown once, with a count. The log keeps everything.
 */
export class FailedTries {
  private last: { readonly view: AssistantMessageView; readonly message: AssistantMessage } | undefined;
  private shown: { readonly view: AssistantMessageView; readonly reason: string; times: number } | undefined;

  add(view: AssistantMessageView, message: AssistantMessage): void {
    this.last = { view, message };
  }

  /** Called when anything other than another try follows. */
  end(): void {
    this.last = undefined;
    this.shown = undefined;
  }

  /** Called when another try begins. Returns the tool calls of the failed one. */
  giveWay(): ToolCall[] {
    if (!this.last) return [];
    const { view, message } = this.last;
    this.last = undefined;
    const reason = firstSentence(firstLine(message.errorMessage ?? "The request failed."));
    if (this.shown?.reason === reason) view.clear();
    else this.shown = { view, reason, times: 0 };
    this.shown.times++;
    const { times } = this.shown;
    this.shown.view.replaceBy(`Tried again${times === 1 ? "" : ` ${times} times`}: ${reason}`);
    return toolCalls(message);
  }
}

/** Returns the first sentence. The others usually suggest a remedy, which the retry makes unnecessary. */
function firstSentence(text: string): string {
  return text.split(/(?<=\.) (?=\p{Lu})/u, 1)[0] ?? text;
}

export function toolCalls(message: AssistantMessage): ToolCall[] {
  return message.content.filter((block) => block.type === "toolCall");
}
