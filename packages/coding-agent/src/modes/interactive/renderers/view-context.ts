import type { MarkdownTheme, ScrollViewScrollbar, TUI } from "@tau/tui";
import type { Registered } from "../../../core/extensions/extension/registered.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { Highlighter } from "./highlight/index.ts";

/** Stands for thinking that is folded. */
export const THINKING_LABEL = "Thinking…";

/** How extensions draw their messages and the calls of their tools. */
export type ExtensionRenderers = Pick<
  Registered,
  | "getMessageRenderer"
  | "getEntryRenderer"
  | "getToolDefinition"
  | "resolveToolRenderers"
  | "transformsMarkdown"
  | "transformMarkdown"
>;

/** What settings say of how the conversation looks. */
export interface Look {
  readonly showImages: boolean;
  /** Cells an image may take. */
  readonly imageWidthCells: number;
  /** Columns left and right of messages and tool output. */
  readonly outputPad: number;
  /** When Mermaid blocks become diagrams. */
  readonly mermaid: "off" | "final" | "streaming";
  readonly codeBlockIndent: string;
  readonly scrollbar: ScrollViewScrollbar;
}

/** Where no setting says otherwise. */
export const USUAL_LOOK: Look = {
  showImages: true,
  imageWidthCells: 60,
  outputPad: 1,
  mermaid: "streaming",
  codeBlockIndent: "  ",
  scrollbar: "auto",
};

/** What every view of the transcript is given. Its values are those of the moment. */
export interface ViewContext {
  readonly tui: TUI;
  readonly markdown: MarkdownTheme;
  /** The theme of the moment; what is painted with it is painted again on `invalidate`. */
  readonly theme: Theme;
  readonly cwd: string;
  /** Are tool blocks shown whole? */
  readonly expanded: boolean;
  readonly thinking: "shown" | "hidden";
  readonly look: Look;
  readonly highlighter: Highlighter;
  /** Stands for thinking that is hidden. */
  readonly thinkingLabel: string;
  /** What extensions draw themselves. */
  readonly extensions: ExtensionRenderers | undefined;
  /** Whether an extension draws such entries, now or once it is awake. */
  drawsEntry(type: string): boolean;
}
