import type { TUI } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import { chooseHints, joinHints, moveHint } from "../keys/key-text.ts";
import { ChoiceList, type ChoiceListOptions } from "./choice-list.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";

export interface ChooseOptions<T> extends Omit<ChoiceListOptions<T>, "tui" | "theme" | "onChoose" | "onCancel"> {
  readonly title: string;
  readonly hint?: string | (() => string);
}

/** The parts of the screen that a question needs, so that it can be asked before there is a session. */
export interface ChooseContext {
  readonly screen: { readonly tui: TUI };
  readonly themes: { readonly current: Theme };
}

/** Lets the user choose one of several values. Resolves to `undefined` if the user cancels. */
export async function choose<T>(
  { screen, themes }: ChooseContext,
  { title, hint = () => joinHints(moveHint(), chooseHints()), ...options }: ChooseOptions<T>,
): Promise<T | undefined> {
  const theme = () => themes.current;
  const { tui } = screen;
  return await openOverlay<T>(tui, (done) => {
    const body = new ChoiceList<T>({ ...options, tui, theme, onChoose: done, onCancel: () => done() });
    return new Panel({ title, body, hint: typeof hint === "string" ? () => hint : hint, theme });
  });
}
