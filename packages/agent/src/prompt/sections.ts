/** A system prompt in named parts, in order. `preamble` is not wrapped; every other part is wrapped in a tag of its name. */
export type SystemPromptSections = Record<string, string>;

const BARE = "preamble";

export function renderSystemPrompt(sections: Readonly<SystemPromptSections>): string {
  return Object.entries(sections)
    .filter(([, text]) => text.trim() !== "")
    .map(([name, text]) => (name === BARE ? text : `<${name}>\n${text}\n</${name}>`))
    .join("\n\n");
}

/** Returns the changes from one prompt to another: new texts, and `null` for removed parts; `undefined` if nothing changed. */
export function diffSystemPromptSections(
  previous: Readonly<Record<string, string | null>>,
  current: Readonly<SystemPromptSections>,
): Record<string, string | null> | undefined {
  const patch: Record<string, string | null> = {};
  for (const [name, text] of Object.entries(current)) if (previous[name] !== text) patch[name] = text;
  for (const [name, text] of Object.entries(previous)) {
    if (text !== null && !Object.hasOwn(current, name)) patch[name] = null;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
