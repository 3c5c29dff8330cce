import { Input } from "@tau/tui";
import type { ChooseContext } from "./choose.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";

export interface AskTextOptions {
  readonly title: string;
  readonly value?: string;
  readonly placeholder?: string;
}

/** Asks for a line of text. `undefined` where the user cancelled. */
export async function askText(
  { screen, themes }: ChooseContext,
  { title, value = "", placeholder = "" }: AskTextOptions,
): Promise<string | undefined> {
  return await openOverlay<string>(screen.tui, (done) => {
    const input = new Input({ prompt: "› ", placeholder });
    input.setValue(value);
    input.onSubmit = done;
    input.onEscape = () => done();
    return new Panel({ title, body: input, hint: () => "enter accept · esc cancel", theme: () => themes.current });
  });
}
