import type { BranchSummaryMessage, CompactionSummaryMessage, CustomMessage, ParsedSkillBlock } from "@tau/agent";
import type { AssistantMessage } from "@tau/ai";
import type { MarkdownTheme, TUI } from "@tau/tui";
import type { MessageRenderer } from "../../core/extensions/contract/index.ts";
import type { TruncationResult } from "../../core/output/index.ts";
import { AssistantMessageView } from "../../modes/interactive/renderers/messages/assistant-message-view.ts";
import { BashExecutionView } from "../../modes/interactive/renderers/messages/bash-execution-view.ts";
import { CustomMessageView } from "../../modes/interactive/renderers/messages/extension-view.ts";
import { SummaryView } from "../../modes/interactive/renderers/messages/summary-view.ts";
import { UserMessageView } from "../../modes/interactive/renderers/messages/user-message-view.ts";
import { OwnViewContext } from "./own-view-context.ts";

/** An answer, whole or as far as it has come. */
export class AssistantMessageComponent extends AssistantMessageView {
  private readonly own: OwnViewContext;

  constructor(
    message?: AssistantMessage,
    hideThinkingBlock = false,
    markdownTheme?: MarkdownTheme,
    hiddenThinkingLabel?: string,
  ) {
    const thinking = hideThinkingBlock ? "hidden" : "shown";
    const own = new OwnViewContext({ markdown: markdownTheme, thinking, thinkingLabel: hiddenThinkingLabel });
    super(own);
    this.own = own;
    if (message) this.updateContent(message);
  }

  updateContent(message: AssistantMessage, isStreaming = false): void {
    if (!isStreaming) this.finish(message);
    else for (const index of message.content.keys()) this.updateBlock(message, index);
  }

  setHideThinkingBlock(hide: boolean): void {
    this.own.thinking = hide ? "hidden" : "shown";
    this.invalidate();
  }

  setHiddenThinkingLabel(label: string): void {
    this.own.thinkingLabel = label;
    this.invalidate();
  }
}

export class UserMessageComponent extends UserMessageView {
  constructor(text: string, markdownTheme?: MarkdownTheme) {
    super({ role: "user", content: text, timestamp: 0 }, new OwnViewContext({ markdown: markdownTheme }));
  }
}

export class CustomMessageComponent extends CustomMessageView {
  private readonly own: OwnViewContext;

  constructor(message: CustomMessage, customRenderer?: MessageRenderer, markdownTheme?: MarkdownTheme) {
    const own = new OwnViewContext({ message: customRenderer, markdown: markdownTheme });
    super(message, own);
    this.own = own;
  }

  setExpanded(expanded: boolean): void {
    this.own.expanded = expanded;
    this.invalidate();
  }
}

/** Something that stands for more than it shows. */
class ExpandableSummary extends SummaryView {
  private readonly own: OwnViewContext;

  constructor(label: string, body: string, markdownTheme?: MarkdownTheme) {
    const own = new OwnViewContext({ markdown: markdownTheme });
    super(label, body, own);
    this.own = own;
  }

  setExpanded(expanded: boolean): void {
    this.own.expanded = expanded;
    this.invalidate();
  }
}

export class BranchSummaryMessageComponent extends ExpandableSummary {
  constructor(message: BranchSummaryMessage, markdownTheme?: MarkdownTheme) {
    super("Summary of a branch", message.summary, markdownTheme);
  }
}

export class CompactionSummaryMessageComponent extends ExpandableSummary {
  constructor(message: CompactionSummaryMessage, markdownTheme?: MarkdownTheme) {
    super(`Summary of ${message.tokensBefore.toLocaleString("en")} tokens`, message.summary, markdownTheme);
  }
}

export class SkillInvocationMessageComponent extends ExpandableSummary {
  constructor({ name, content }: ParsedSkillBlock, markdownTheme?: MarkdownTheme) {
    super(`Skill ${name}`, content, markdownTheme);
  }
}

/** A command that the user runs. */
export class BashExecutionComponent extends BashExecutionView {
  private readonly own: OwnViewContext;
  private readonly shellCommand: string;
  private seen = "";

  constructor(command: string, ui: TUI, excludeFromContext = false) {
    const own = new OwnViewContext({ tui: ui });
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

  getOutput(): string {
    return this.seen;
  }

  getCommand(): string {
    return this.shellCommand;
  }
}
