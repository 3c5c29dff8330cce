import { Input } from "@tau/tui";
import { acceptHints, joinHints } from "../keys/key-text.ts";
import type { ChooseContext } from "./choose.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";

export interface AskTextOptions {
  readonly title: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** Whether the text is visible. Default: `open`. */
  readonly kind?: "open" | "secret";
  /** Returns the problem with a text. It is shown, and the user is asked again. */
  readonly problemOf?: (text: string) => string | undefined;
}

/** The key that moves the cursor to the end of the existing text. */
const END = "\x1b[F";

/** Asks for a line of text. Resolves to `undefined` if the user cancels. */
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
/** The end of a shorter text would reveal too much. */
const LONG = 16;

/** An input whose text is hidden from onlookers, except for the end, by which the user recognises it. */
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

/** Masks the text with the same length, so that the cursor position is right. */
function veil(text: string): string {
  const shown = text.length < LONG ? 0 : SHOWN_AT_THE_END;
  return "•".repeat(text.length - shown) + text.slice(text.length - shown);
}
