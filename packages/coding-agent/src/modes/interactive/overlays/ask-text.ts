import { Input } from "@tau/tui";
import { acceptHints, joinHints } from "../keys/key-text.ts";
import type { ChooseContext } from "./choose.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";

export interface AskTextOptions {
  readonly title: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** Whether the text may be seen; it may where absent. */
  readonly kind?: "open" | "secret";
  /** What is wrong with a text; it is said, and asked for again. */
  readonly problemOf?: (text: string) => string | undefined;
}

/** The key that puts the cursor behind what is there already. */
const END = "\x1b[F";

/** Asks for a line of text. `undefined` where the user cancelled. */
export async function askText(
  { screen, themes }: ChooseContext,
  { title, value = "", placeholder = "", kind = "open", problemOf = () => undefined }: AskTextOptions,
): Promise<string | undefined> {
  return await openOverlay<string>(screen.tui, (done) => {
    const input = new (kind === "secret" ? SecretInput : Input)({ prompt: "› ", placeholder });
    let problem: string | undefined;
    input.setValue(value);
    input.handleInput(END);
    input.onSubmit = (text) => {
      problem = problemOf(text);
      if (problem === undefined) done(text);
    };
    input.onEscape = () => done();
    const hint = () => joinHints(problem ?? "", acceptHints());
    return new Panel({ title, body: input, hint, theme: () => themes.current });
  });
}

const SHOWN_AT_THE_END = 4;
/** Of a shorter one, the end would tell too much. */
const LONG = 16;

/** A line whose text is not shown, but for an end by which one knows it again: somebody may look on. */
class SecretInput extends Input {
  private isDrawing = false;

  override getValue(): string {
    const value = super.getValue();
    return this.isDrawing ? veil(value) : value;
  }

  override render(width: number): string[] {
    this.isDrawing = true;
    try {
      return super.render(width);
    } finally {
      this.isDrawing = false;
    }
  }
}

/** As long as the text, so that the cursor is where it belongs. */
function veil(text: string): string {
  const shown = text.length < LONG ? 0 : SHOWN_AT_THE_END;
  return "•".repeat(text.length - shown) + text.slice(text.length - shown);
}
