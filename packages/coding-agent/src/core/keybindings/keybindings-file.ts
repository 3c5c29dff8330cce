import { type FileDiagnostic, lineOf, loadJsonText, readFile } from "../json-file/index.ts";
import { normalizeKey } from "./key-name.ts";

/** The user's keys for each action; an empty list removes all keys of the action. */
export type UserKeybindings = Record<string, string[]>;

export interface KeybindingsFile {
  readonly bindings: UserKeybindings;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Reads keybindings.json. Entries with an unknown action or key are reported and ignored. */
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
    // A typo must not remove an action's default keys, so a list of only invalid keys is ignored. An empty list is intended.
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

/** Former names of actions, which existing files may still use. */
const RENAMED: Readonly<Record<string, string>> = {
  cycleThinkingLevel: "app.thinking.cycle",
  toggleThinking: "app.thinking.toggle",
  cycleModelForward: "app.model.cycleForward",
  cycleModelBackward: "app.model.cycleBackward",
  selectModel: "app.model.select",
  expandTools: "app.tools.expand",
  externalEditor: "app.editor.external",
  newSession: "app.session.new",
  selectUp: "tui.select.up",
  selectDown: "tui.select.down",
  selectPageUp: "tui.select.pageUp",
  selectPageDown: "tui.select.pageDown",
  selectConfirm: "tui.select.confirm",
  selectCancel: "tui.select.cancel",
  pageUp: "tui.editor.pageUp",
  pageDown: "tui.editor.pageDown",
};

/** Returns the action that an entry means: its own id, the new name of a renamed action, or the only id that ends with it. */
function presentName(id: string, actions: ReadonlySet<string>): string | undefined {
  // The keys of extensions are known only once the extensions are loaded.
  if (actions.has(id) || id.startsWith("ext.")) return id;
  const renamed = Object.hasOwn(RENAMED, id) ? RENAMED[id] : undefined;
  if (renamed !== undefined && actions.has(renamed)) return renamed;
  const ending = [...actions].filter((action) => action.endsWith(`.${id}`));
  return ending.length === 1 ? ending[0] : undefined;
}
