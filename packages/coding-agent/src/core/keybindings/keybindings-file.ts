import { type FileDiagnostic, lineOf, loadJsonText, readFile } from "../json-file/index.ts";
import { presentName } from "./earlier-names.ts";
import { normalizeKey } from "./key-name.ts";

/** An action's keys as the user wants them; an empty list takes its keys away. */
export type UserKeybindings = Record<string, string[]>;

export interface KeybindingsFile {
  readonly bindings: UserKeybindings;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Reads keybindings.json. What names no action, or no key, is reported and left out. */
export function loadKeybindingsFile(path: string, actions: ReadonlySet<string>): KeybindingsFile {
  const { text, diagnostics } = readFile(path);
  if (text === undefined) return { bindings: {}, diagnostics };
  const loaded = loadJsonText(path, text, keybindingsSchema);
  const found = [...loaded.diagnostics];
  const bindings: UserKeybindings = {};
  const report = (id: string, message: string) => {
    const line = lineOf(text, [id]);
    found.push({ type: "warning", path, ...(line === undefined ? {} : { line }), message });
  };
  for (const [id, value] of Object.entries(loaded.value)) {
    if (id === "$schema") continue;
    const action = presentName(id, actions);
    const keys = [value].flat().filter((key) => typeof key === "string");
    const wrong = keys.filter((key) => normalizeKey(key) === undefined);
    if (!action) report(id, `there is no action "${id}"; ignored`);
    else if (wrong.length > 0) report(id, `"${wrong.join('", "')}" is no key; ignored`);
    // A slip of the finger must not take an action its keys; an empty list is meant.
    if (action && (keys.length === 0 || wrong.length < keys.length))
      bindings[action] = keys.filter((key) => !wrong.includes(key));
  }
  return { bindings, diagnostics: found };
}

export const keybindingsSchema = {
  type: "object",
  properties: { $schema: { type: "string" } },
  additionalProperties: {
    anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
    title: "a key or a list of keys",
  },
} as const;
