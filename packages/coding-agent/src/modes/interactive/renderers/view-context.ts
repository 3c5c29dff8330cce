import type { MarkdownTheme, ScrollViewScrollbar, TUI } from "@tau/tui";
import type { Registered } from "../../../core/extensions/extension/registered.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { Highlighter } from "./highlight/index.ts";

/** Shown in place of hidden thinking. */
export const THINKING_LABEL = "Thinking…";

/** How extensions draw their messages and tool calls. */
export type ExtensionRenderers = Pick<
  Registered,
  | "getMessageRenderer"
  | "getEntryRenderer"
  | "getToolDefinition"
  | "resolveToolRenderers"
  | "transformsMarkdown"
  | "transformMarkdown"
>;

/** The settings that determine how the conversation looks. */
export interface Look {
  readonly showImages: boolean;
  /** Width of an image, in cells. */
  readonly imageWidthCells: number;
  /** Empty columns to the left and right of messages and tool output. */
  readonly outputPad: number;
  /** When Mermaid blocks are drawn as diagrams. */
  readonly mermaid: "off" | "final" | "streaming";
  readonly codeBlockIndent: string;
  readonly scrollbar: ScrollViewScrollbar;
}

/** The default look. */
export const USUAL_LOOK: Look = {
  showImages: true,
  imageWidthCells: 60,
  outputPad: 1,
  mermaid: "streaming",
  codeBlockIndent: "  ",
  scrollbar: "auto",
};

/** What every view of the transcript gets. Its values may change. */
export interface ViewContext {
  readonly tui: TUI;
  readonly markdown: MarkdownTheme;
  /** The current theme. Views redraw with a new theme on `invalidate`. */
  readonly theme: Theme;
  readonly cwd: string;
  /** Whether the tools work on the files of another machine. */
  readonly isRemote: boolean;
  /** Whether tool output is shown completely. */
  readonly expanded: boolean;
  readonly thinking: "shown" | "hidden";
  readonly look: Look;
  readonly highlighter: Highlighter;
  /** Shown in place of hidden thinking. */
  readonly thinkingLabel: string;
  /** The renderers of extensions. */
  readonly extensions: ExtensionRenderers | undefined;
  /** Returns whether an extension draws entries of this type, now or once it is awake. */
  drawsEntry(type: string): boolean;
}

/** Returns a context that has some values of its own and follows another in the rest. */
export function changedContext(context: ViewContext, changes: Partial<ViewContext>): ViewContext {
  return Object.create(context, Object.getOwnPropertyDescriptors(changes)) as ViewContext;
}
