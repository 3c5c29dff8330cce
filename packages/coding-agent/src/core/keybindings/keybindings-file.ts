import { type FileDiagnostic, lineOf, loadJsonText, readFile } from "../json-file/index.ts";
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

/** Actions had plain names once; files with them are still about. */
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

/** The id an entry means: itself, what it was renamed to, or the one id that ends in it. */
function presentName(id: string, actions: ReadonlySet<string>): string | undefined {
  // Which keys extensions have is known once they are loaded.
  if (actions.has(id) || id.startsWith("ext.")) return id;
  const renamed = Object.hasOwn(RENAMED, id) ? RENAMED[id] : undefined;
  if (renamed !== undefined && actions.has(renamed)) return renamed;
  const ending = [...actions].filter((action) => action.endsWith(`.${id}`));
  return ending.length === 1 ? ending[0] : undefined;
}
