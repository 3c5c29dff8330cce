import type { UserMessage } from "@tau/ai";
import { Box, type Component, Image, wrapTextWithAnsi } from "@tau/tui";
import { asTyped } from "../../../../core/session/log/as-typed.ts";
import type { Theme } from "../../../../core/themes/index.ts";
import type { SpokenView } from "../../plain/spoken-view.ts";
import { shownMarkdown } from "../shown-markdown.ts";
import { hiddenNote } from "../tools/clip-lines.ts";
import type { ViewContext } from "../view-context.ts";

const NARROW = 8;
/**
 * Sequences that mark a prompt, for keys and terminals that jump between prompts. The end mark follows at once, so that no terminal takes
 * the rest for a shell's command line.
 */
const PROMPT = { start: "\x1b]133;A\x07", end: "\x1b]133;C\x07" };
/** Lines shown of a long pasted text: its beginning, and the question that is often at its end. */
const FIRST_LINES = 24;
const LAST_LINES = 6;

/** Shows the user's message on its own background, with its images. */
export class UserMessageView extends Box implements SpokenView {
  readonly speaker = "You";
  private readonly message: UserMessage;
  private readonly context: ViewContext;

  constructor(message: UserMessage, context: ViewContext) {
    super(context.look.outputPad, 0, (text) => context.theme.bg("userMessageBg", text));
    this.message = message;
    this.context = context;
    this.addChild(this.text());
    for (const image of this.images()) this.addChild(image);
  }

  setOutputPad(columns: number): void {
    this.setPaddingX(columns);
  }

  /** Returns the text component. Wrapped rows are aligned with the first word, not with the mark. */
  private text(): Component {
    let drawn: { readonly width: number; readonly rows: string[] } | undefined;
    return {
      invalidate: () => {
        drawn = undefined;
      },
      render: (width) => {
        if (drawn?.width !== width) drawn = { width, rows: this.draw(width) };
        return drawn.rows;
      },
    };
  }

  private draw(width: number): string[] {
    const { theme } = this.context;
    const said = describe(this.message, this.context.look.showImages);
    const typed = asTyped(said);
    const isFolded = typed !== said && !this.context.expanded;
    const all = shownMarkdown(isFolded ? typed : said, this.context, { messageType: "user", isStreaming: false }).split(
      "\n",
    );
    const lines = this.context.expanded ? all : clipMiddle(all, theme);
    const folded = isFolded ? said.split("\n").length - typed.split("\n").length : 0;
    const note = folded > 0 ? [theme.fg("dim", hiddenNote(folded, "line"))] : [];
    // In a very narrow terminal, the text needs every column.
    const [mark, margin] = width < NARROW ? ["", ""] : [theme.fg("accent", "› "), "  "];
    const rows = [...lines, ...note].flatMap((line) =>
      wrapTextWithAnsi(theme.fg("userMessageText", line), width - margin.length),
    );
    return rows.map((line, row) => (row === 0 ? `${PROMPT.start}${mark}${line}${PROMPT.end}` : margin + line));
  }

  private images(): Image[] {
    const { content } = this.message;
    if (typeof content === "string" || !this.context.look.showImages) return [];
    const look = {
      fallbackColor: (text: string) => this.context.theme.fg("muted", text),
      maxWidthCells: this.context.look.imageWidthCells,
    };
    return content.flatMap((block) => (block.type === "image" ? [new Image(block.data, block.mimeType, look)] : []));
  }
}

function clipMiddle(lines: readonly string[], theme: Theme): readonly string[] {
  const hidden = lines.length - FIRST_LINES - LAST_LINES;
  if (hidden <= 1) return lines;
  const note = theme.fg("dim", hiddenNote(hidden, "line"));
  return [...lines.slice(0, FIRST_LINES), note, ...lines.slice(-LAST_LINES)];
}

function describe({ content }: UserMessage, hasImages: boolean): string {
  if (typeof content === "string") return content;
  const texts = content.flatMap((block) => {
    if (block.type === "text") return [block.text];
    return hasImages ? [] : [`[image ${block.mimeType}]`];
  });
  return texts.join("\n");
}
