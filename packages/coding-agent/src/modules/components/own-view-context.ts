import type { MarkdownTheme, TUI } from "@tau/tui";
import type { MarkdownTransformer, ToolRenderers } from "../../core/extensions/contract/index.ts";
import { currentTheme, getMarkdownTheme } from "../../modes/interactive/parts/current-theme.ts";
import { Highlighter } from "../../modes/interactive/renderers/highlight/index.ts";
import {
  type ExtensionRenderers,
  type Look,
  USUAL_LOOK,
  type ViewContext,
} from "../../modes/interactive/renderers/view-context.ts";

/** What one component shows, and in how much detail. */
export interface OwnViewOptions {
  readonly tui?: TUI | undefined;
  readonly cwd?: string | undefined;
  readonly markdown?: MarkdownTheme | undefined;
  readonly thinking?: ViewContext["thinking"] | undefined;
  readonly thinkingLabel?: string | undefined;
  readonly showImages?: boolean | undefined;
  readonly outputPad?: number | undefined;
  readonly imageWidthCells?: number | undefined;
  readonly transformers?: readonly MarkdownTransformer[] | undefined;
  readonly message?: ReturnType<ExtensionRenderers["getMessageRenderer"]>;
  readonly tool?: ToolRenderers | undefined;
}

/** The context of a view that a program shows alone, which it may change. Views of the transcript share the screen's context. */
export class OwnViewContext implements ViewContext {
  readonly markdown: MarkdownTheme;
  readonly cwd: string;
  readonly isRemote = false;
  readonly highlighter = new Highlighter(currentTheme);
  readonly extensions: ExtensionRenderers;
  expanded = false;
  thinking: ViewContext["thinking"];
  thinkingLabel: string;
  showImages: boolean;
  outputPad: number;
  imageWidthCells: number;
  private readonly ui: TUI | undefined;

  constructor(options: OwnViewOptions = {}) {
    const { tui, cwd, markdown, thinking, thinkingLabel, showImages = true, message, tool } = options;
    const { transformers = [], outputPad, imageWidthCells } = options;
    this.ui = tui;
    this.cwd = cwd ?? process.cwd();
    this.markdown = markdown ?? getMarkdownTheme();
    this.thinking = thinking ?? "shown";
    this.thinkingLabel = thinkingLabel ?? "Thinking…";
    this.showImages = showImages;
    this.outputPad = outputPad ?? USUAL_LOOK.outputPad;
    this.imageWidthCells = imageWidthCells ?? USUAL_LOOK.imageWidthCells;
    this.extensions = {
      getMessageRenderer: () => message,
      getEntryRenderer: () => undefined,
      getToolDefinition: () => undefined,
      resolveToolRenderers: () => tool,
      transformsMarkdown: () => transformers.length > 0,
      transformMarkdown: (text, context) => transformers.reduce((shown, change) => change(shown, context), text),
    };
  }

  get look(): Look {
    const { showImages, outputPad, imageWidthCells } = this;
    return { ...USUAL_LOOK, showImages, outputPad, imageWidthCells };
  }

  drawsEntry(): boolean {
    return false;
  }

  get theme() {
    return currentTheme();
  }

  get tui(): TUI {
    return this.ui ?? SILENT;
  }
}

/** Without a screen there is nothing to redraw. */
const SILENT = { requestRender: () => undefined, terminal: { columns: 80 } } as unknown as TUI;
