import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "./choose.ts";

/** Lets the user choose a theme, with a preview of the selected one. Cancelling restores the old one. */
export async function selectTheme(context: InteractiveContext): Promise<void> {
  const { themes, services } = context;
  const before = services.settings.get("theme");
  const choices = themes.names().map((name) => ({ value: name, label: name, description: describe(context, name) }));
  const chosen = await choose(context, {
    title: "Theme",
    choices: [...choices, { value: "light/dark", label: "light/dark", description: "as the terminal's background is" }],
    isCurrent: (name) => name === before,
    onHighlight: (name) => themes.use(name),
  });
  if (chosen === undefined) themes.use(before);
  else useTheme(context, chosen);
}

export function useTheme({ themes, services, say }: InteractiveContext, name: string): void {
  if (themes.use(name)) services.settings.set("theme", name);
  else say(`There is no theme "${name}". There are ${themes.names().join(", ")}.`, "warning");
}

const KINDS: Readonly<Record<string, string>> = {
  system: "the terminal's own colours",
  "dark-safe": "dark, for every kind of colour vision",
  "light-safe": "light, for every kind of colour vision",
};

function describe({ themes }: InteractiveContext, name: string): string {
  return KINDS[name] ?? themes.load(name)?.appearance ?? "";
}
