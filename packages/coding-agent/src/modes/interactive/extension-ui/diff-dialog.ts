import { type Component, matchesKey, parseUnifiedDiff, Tabs, type TUI, Viewport } from "@tau/tui";
import type { DiffOptions } from "../../../core/extensions/index.ts";
import { unifiedPatch } from "../../../core/extensions/unified-patch.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { whileBlocked } from "../notify/status-reporter.ts";
import { openOverlay } from "../overlays/open-overlay.ts";
import { Panel } from "../overlays/panel.ts";
import { firstLine } from "../parts/plain-line.ts";
import { DiffView } from "../renderers/diff/index.ts";
import { Highlighter, languageOfPath } from "../renderers/highlight/index.ts";
import { tabsTheme, viewportTheme } from "../theme/component-themes.ts";

/** Rows of the frame, the hints and the actions, and one line of the conversation above. */
const FRAME_ROWS = 7;

/** Shows a change until the user chooses an action or closes it. */
export async function showDiff(
  { screen, themes }: InteractiveContext,
  options: DiffOptions,
): Promise<string | undefined> {
  const { tui } = screen;
  const theme = () => themes.current;
  const { title, path, actions = [], signal } = options;
  const lines = parseUnifiedDiff(await unifiedPatch(options));
  const language = path === undefined ? undefined : languageOfPath(path);
  const highlighter = new Highlighter(theme);
  return await whileBlocked(tui, { kind: "question", message: firstLine(title) }, () =>
    openOverlay<string>(
      tui,
      (done) => {
        const view = new DiffView();
        const draw = () => {
          view.update({ lines, language, theme: theme(), highlighter, onReady: repaint });
          tui.requestRender();
        };
        const repaint = () => draw();
        draw();
        const body = new DiffBody(view, { tui, theme, actions, done });
        const hint = actions.length > 0 ? "↑↓ scroll · ←→ action · enter choose · esc cancel" : "↑↓ scroll · esc close";
        return new Panel({ title, body, hint: () => hint, theme });
      },
      { signal },
    ),
  );
}

interface DiffBodyParts {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly actions: readonly string[];
  readonly done: (action?: string) => void;
}

/** The change in a scrolling view, and the actions below it. */
class DiffBody implements Component {
  private readonly view: Viewport;
  private readonly tabs: Tabs | undefined;
  private readonly parts: DiffBodyParts;

  constructor(diff: Component, parts: DiffBodyParts) {
    const { actions, theme } = parts;
    this.parts = parts;
    this.view = new Viewport(diff, 1, viewportTheme(theme));
    const labels = actions.map((label) => ({ id: label, label }));
    this.tabs = actions.length > 0 ? new Tabs(labels, tabsTheme(theme)) : undefined;
  }

  render(width: number): string[] {
    const { tui, theme } = this.parts;
    this.view.setHeight(Math.max(3, tui.terminal.rows - FRAME_ROWS));
    const lines = this.view.render(width);
    const shown = lines.length > 0 ? lines : [theme().fg("muted", "Nothing changes.")];
    return this.tabs ? [...shown, ...this.tabs.render(width)] : shown;
  }

  handleInput(data: string): void {
    const { done } = this.parts;
    if (matchesKey(data, "enter")) done(this.tabs?.getActiveTab()?.label);
    else if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c")) done();
    else if (["left", "right", "tab", "shift+tab"].some((key) => matchesKey(data, key as "left")))
      this.tabs?.handleInput(data);
    else this.view.handleInput(data);
  }

  invalidate(): void {
    this.view.invalidate();
    this.tabs?.invalidate();
  }
}
