import type { MarkdownTheme, TUI } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** What every view of the transcript is given. */
export interface ViewContext {
  readonly tui: TUI;
  readonly theme: Theme;
  readonly markdown: MarkdownTheme;
  readonly cwd: string;
  /** Are tool blocks shown whole? */
  readonly expanded: () => boolean;
}
