import type { AgentMessage } from "@tau/agent";
import { contentText } from "@tau/ai";
import type { Component } from "@tau/tui";
import { groupDigits } from "../../parts/group-digits.ts";
import type { ViewContext } from "../view-context.ts";
import { BashExecutionView } from "./bash-execution-view.ts";
import { CustomMessageView } from "./extension-view.ts";
import { SummaryView } from "./summary-view.ts";
import { UserMessageView } from "./user-message-view.ts";

type MessageOf<TRole extends AgentMessage["role"]> = Extract<AgentMessage, { role: TRole }>;
type Views = {
  readonly [TRole in AgentMessage["role"]]?: (message: MessageOf<TRole>, context: ViewContext) => Component | undefined;
};

/** The views of messages that arrive complete. Answers and tool results have views that grow. */
const views: Views = {
  user: (message, context) => new UserMessageView(message, context),
  bashExecution: (message, context) => {
    const view = new BashExecutionView(message.command, { isPrivate: message.excludeFromContext ?? false }, context);
    view.finish(message);
    return view;
  },
  compactionSummary: ({ summary, tokensBefore }, context) =>
    new SummaryView(`Compacted from ${groupDigits(tokensBefore)} tokens`, summary, context),
  branchSummary: ({ summary }, context) => new SummaryView("Summary of a branch that was left", summary, context),
  custom: (message, context) => {
    if (!message.display) return undefined;
    return new CustomMessageView(message, context, message.customType === "handoff" ? handoffText(message) : undefined);
  },
};

const HANDOFF_START = "<handoff-context>\n";
const HANDOFF_END = "\n</handoff-context>";

/** Returns the text without the tags that mark it for the model. */
function handoffText({ content }: MessageOf<"custom">): string {
  const text = contentText(content);
  const [start, end] = [text.indexOf(HANDOFF_START), text.lastIndexOf(HANDOFF_END)];
  return start >= 0 && end > start ? text.slice(start + HANDOFF_START.length, end) : text;
}

export function messageView(message: AgentMessage, context: ViewContext): Component | undefined {
  const create = views[message.role] as ((message: AgentMessage, context: ViewContext) => Component) | undefined;
  return create?.(message, context);
}
