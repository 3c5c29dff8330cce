import type { MarkdownTheme, TUI } from "@tau/tui";
import type { MessageRenderer } from "../../../core/extensions/index.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { Highlighter } from "./highlight/index.ts";
import type { CustomToolRenderers } from "./tools/custom.ts";

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
  /** Stands for thinking that is hidden. */
  readonly thinkingLabel: string;
  readonly messageRenderer?: (customType: string) => MessageRenderer | undefined;
  readonly showImages: boolean;
  readonly highlighter: Highlighter;
  /** What extensions registered to draw a tool's calls with. */
  readonly toolRenderers?: (toolName: string) => CustomToolRenderers | undefined;
}
