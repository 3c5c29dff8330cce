import type { BranchSummaryMessage, CompactionSummaryMessage, CustomMessage, ParsedSkillBlock } from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import type { MarkdownTheme, TUI } from "@tau/tui";
import type { MarkdownTransformer, MessageRenderer } from "../../core/extensions/contract/index.ts";
import type { TruncationResult } from "../../core/output/index.ts";
import { AssistantMessageView } from "../../modes/interactive/renderers/messages/assistant-message-view.ts";
import { BashExecutionView } from "../../modes/interactive/renderers/messages/bash-execution-view.ts";
import { CustomMessageView } from "../../modes/interactive/renderers/messages/extension-view.ts";
import { SummaryView } from "../../modes/interactive/renderers/messages/summary-view.ts";
import { UserMessageView } from "../../modes/interactive/renderers/messages/user-message-view.ts";
import { constructedAs, type MakeView } from "./constructed-as.ts";
import { OwnViewContext } from "./own-view-context.ts";

/** An answer, complete or still streaming. */
export const AssistantMessageComponent = constructedAs(AssistantMessageView, createAnswer);
export type AssistantMessageComponent = AssistantMessageView;

function createAnswer(
  make: MakeView<typeof AssistantMessageView>,
  message?: AssistantMessage,
  hideThinkingBlock = false,
  markdown?: MarkdownTheme,
  thinkingLabel?: string,
  outputPad = 1,
  transformers?: readonly MarkdownTransformer[],
  _messageId?: string,
  _timestamp?: number,
): AssistantMessageView {
  const thinking = hideThinkingBlock ? "hidden" : "shown";
  const made = make(new OwnViewContext({ markdown, thinking, thinkingLabel, outputPad, transformers }));
  if (message) made.updateContent(message);
  return made;
}

export const UserMessageComponent = constructedAs(UserMessageView, createUserMessage);
export type UserMessageComponent = UserMessageView;

function createUserMessage(
  make: MakeView<typeof UserMessageView>,
  text: string,
  markdown?: MarkdownTheme,
  outputPad?: number,
  transformers?: readonly MarkdownTransformer[],
  _messageId?: string,
  timestamp = 0,
): UserMessageView {
  return make({ role: "user", content: text, timestamp }, new OwnViewContext({ markdown, outputPad, transformers }));
}

export class CustomMessageComponent extends CustomMessageView {
  private readonly own: OwnViewContext;

  constructor(message: CustomMessage, customRenderer?: MessageRenderer, markdown?: MarkdownTheme, outputPad?: number) {
    const own = new OwnViewContext({ message: customRenderer, markdown, outputPad });
    super(message, own);
    this.own = own;
  }

  setOutputPad(outputPad: number): void {
    this.own.outputPad = outputPad;
    this.invalidate();
  }

  setExpanded(expanded: boolean): void {
    this.own.expanded = expanded;
    this.invalidate();
  }
}

/** A collapsed summary that can be expanded. */
class ExpandableSummary extends SummaryView {
  private readonly own: OwnViewContext;

  constructor(label: string, body: string, markdown?: MarkdownTheme, outputPad?: number) {
    const own = new OwnViewContext({ markdown, outputPad });
    super(label, body, own);
    this.own = own;
  }

  setOutputPad(outputPad: number): void {
    this.setPaddingX(outputPad);
  }

  setExpanded(expanded: boolean): void {
    this.own.expanded = expanded;
    this.invalidate();
  }
}

export class BranchSummaryMessageComponent extends ExpandableSummary {
  constructor(message: BranchSummaryMessage, markdownTheme?: MarkdownTheme, outputPad?: number) {
    super("Summary of a branch", message.summary, markdownTheme, outputPad);
  }
}

export class CompactionSummaryMessageComponent extends ExpandableSummary {
  constructor(message: CompactionSummaryMessage, markdownTheme?: MarkdownTheme, outputPad?: number) {
    super(`Summary of ${message.tokensBefore.toLocaleString("en")} tokens`, message.summary, markdownTheme, outputPad);
  }
}

export class SkillInvocationMessageComponent extends ExpandableSummary {
  constructor({ name, content }: ParsedSkillBlock, markdownTheme?: MarkdownTheme, outputPad?: number) {
    super(`Skill ${name}`, content, markdownTheme, outputPad);
  }
}

/** A command that the user runs. */
export class BashExecutionComponent extends BashExecutionView {
  private readonly own: OwnViewContext;
  private readonly shellCommand: string;
  private seen = "";

  constructor(command: string, ui: TUI, excludeFromContext = false, outputPad?: number) {
    const own = new OwnViewContext({ tui: ui, outputPad });
    super(command, { isPrivate: excludeFromContext }, own);
    this.own = own;
    this.shellCommand = command;
  }

  appendOutput(chunk: string): void {
    this.seen += chunk;
    this.append(chunk);
  }

  setComplete(
    exitCode: number | undefined,
    cancelled: boolean,
    truncationResult?: TruncationResult,
    fullOutputPath?: string,
  ): void {
    const truncated = truncationResult?.truncated ?? false;
    this.finish({
      output: this.seen,
      exitCode,
      cancelled,
      truncated,
      ...(fullOutputPath === undefined ? {} : { fullOutputPath }),
    });
  }

  setExpanded(expanded: boolean): void {
    this.own.expanded = expanded;
    this.invalidate();
  }

  setOutputPad(outputPad: number): void {
    this.setPaddingX(outputPad);
  }

  getOutput(): string {
    return this.seen;
  }

  getCommand(): string {
    return this.shellCommand;
  }
}
