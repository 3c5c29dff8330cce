import type { MarkdownTheme, TUI } from "@tau/tui";
import type { Session } from "../../../core/session/session.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { codeBlockPainter, Highlighter } from "../renderers/highlight/index.ts";
import { type ExtensionRenderers, type Look, THINKING_LABEL, type ViewContext } from "../renderers/view-context.ts";
import { markdownTheme } from "../theme/component-themes.ts";

export interface ScreenViewParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly session: () => Session;
  readonly look: () => Look;
  /** Redraws the conversation. */
  readonly repaint: () => void;
}

/** How the conversation is currently shown: what the user has collapsed or hidden, the theme and the settings. */
export class ScreenViewContext implements ViewContext {
  readonly tui: TUI;
  readonly highlighter: Highlighter;
  readonly markdown: MarkdownTheme;
  expanded = false;
  thinking: ViewContext["thinking"] = "shown";
  thinkingLabel = THINKING_LABEL;
  private readonly parts: ScreenViewParts;

  constructor(parts: ScreenViewParts) {
    const { tui, theme, look, repaint } = parts;
    this.parts = parts;
    this.tui = tui;
    this.highlighter = new Highlighter(theme);
    this.markdown = {
      ...markdownTheme(theme),
      get codeBlockIndent() {
        return look().codeBlockIndent;
      },
      highlightCode: codeBlockPainter(this.highlighter, repaint),
    };
  }

  get look(): Look {
    return this.parts.look();
  }

  get theme(): Theme {
    return this.parts.theme();
  }

  get cwd(): string {
    return this.parts.session().log.getCwd();
  }

  get isRemote(): boolean {
    return this.parts.session().remote !== undefined;
  }

  get extensions(): ExtensionRenderers | undefined {
    return this.parts.session().extensions?.registered;
  }

  drawsEntry(type: string): boolean {
    return this.parts.session().extensions?.drawsEntry(type) === true;
  }
}
