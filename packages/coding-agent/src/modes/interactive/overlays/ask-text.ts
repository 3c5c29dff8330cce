import { Input } from "@tau/tui";
import type { ChooseContext } from "./choose.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";
import { SecretInput } from "./secret-input.ts";

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
    const hint = () => `${problem === undefined ? "" : `${problem} · `}enter accept · esc cancel`;
    return new Panel({ title, body: input, hint, theme: () => themes.current });
  });
}
