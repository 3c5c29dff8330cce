import type { CustomEntry, CustomMessage } from "@tau/agent";
import type { Component } from "@tau/tui";
import type { Theme } from "../../themes/index.ts";
import type { KeybindingHints } from "./ui.ts";

export interface MessageRenderOptions extends KeybindingHints {
  expanded: boolean;
  outputPad: number;
}

export interface EntryRenderOptions extends KeybindingHints {
  expanded: boolean;
}

export type MessageRenderer<T = unknown> = (
  message: CustomMessage<T>,
  options: MessageRenderOptions,
  theme: Theme,
) => Component | undefined;

export type EntryRenderer<T = unknown> = (
  entry: CustomEntry<T>,
  options: EntryRenderOptions,
  theme: Theme,
) => Component | undefined;

export interface MarkdownTransformContext {
  messageType: "user" | "assistant" | "assistant-thinking";
  isStreaming: boolean;
  availableWidth: number;
  /** The id of the message's log entry; absent while the message is being streamed. */
  messageId?: string;
  timestamp?: string;
}

/** Changes what is shown, never what is stored. */
export type MarkdownTransformer = (markdown: string, context: MarkdownTransformContext) => string;
