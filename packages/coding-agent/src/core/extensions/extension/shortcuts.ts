import type { KeyId } from "@tau/tui";
import type { ResourceDiagnostic } from "../../resources/source-info.ts";
import type { Extension, ExtensionShortcut } from "../contract/index.ts";

/** Keys that the screen cannot do without. */
const RESERVED: ReadonlySet<string> = new Set([
  "ctrl+c",
  "ctrl+d",
  "ctrl+z",
  "ctrl+k",
  "ctrl+p",
  "ctrl+l",
  "ctrl+o",
  "ctrl+t",
  "ctrl+g",
  "shift+tab",
  "alt+enter",
  "escape",
  "enter",
]);

/** Names of extensions' keys in keybindings.json. */
export const OF_EXTENSION = /^ext\./;

export interface ResolvedShortcuts {
  readonly shortcuts: Map<KeyId, ExtensionShortcut>;
  readonly diagnostics: ResourceDiagnostic[];
}

/** The last extension to register a key has it. A reserved key is refused; one that already does something gives way. Both are reported. */
export function resolveShortcuts(
  extensions: readonly Extension[],
  bindings: Readonly<Record<string, readonly string[] | string | undefined>> = {},
): ResolvedShortcuts {
  const taken = boundKeys(bindings);
  const shortcuts = new Map<KeyId, ExtensionShortcut>();
  const diagnostics: ResourceDiagnostic[] = [];
  const warn = (message: string, path: string) => diagnostics.push({ type: "warning", message, path });
  const yielding = new Set(extensions.flatMap(({ path, replaceable }) => (replaceable ? [path] : [])));
  const inOrder = extensions.toSorted((a, b) => Number(b.replaceable ?? false) - Number(a.replaceable ?? false));
  for (const [key, shortcut] of inOrder.flatMap(({ shortcuts: own }) =>
    [...own].flatMap((each) => bound(each, bindings)),
  )) {
    const { extensionPath } = shortcut;
    if (RESERVED.has(key)) {
      warn(`The key ${key} is reserved, so ${extensionPath} cannot use it.`, extensionPath);
      continue;
    }
    const earlier = shortcuts.get(key);
    const action = taken.get(key);
    if (earlier && !yielding.has(earlier.extensionPath))
      warn(`The key ${key} of ${earlier.extensionPath} is taken over by ${extensionPath}.`, extensionPath);
    else if (!earlier && action) warn(`The key ${key} of ${action} is taken over by ${extensionPath}.`, extensionPath);
    shortcuts.set(key, shortcut);
  }
  return { shortcuts, diagnostics };
}

/** A key with a name is where the user's file has it; an empty list takes it away. */
function bound(
  [key, shortcut]: readonly [KeyId, ExtensionShortcut],
  bindings: Readonly<Record<string, readonly string[] | string | undefined>>,
): (readonly [KeyId, ExtensionShortcut])[] {
  const chosen = shortcut.action === undefined ? undefined : bindings[shortcut.action];
  if (chosen === undefined) return [[key, shortcut]];
  return [chosen].flat().map((each) => [each.toLowerCase() as KeyId, shortcut]);
}

function boundKeys(bindings: Readonly<Record<string, readonly string[] | string | undefined>>): Map<string, string> {
  const pairs = Object.entries(bindings).flatMap(([action, keys]) =>
    OF_EXTENSION.test(action)
      ? []
      : (typeof keys === "string" ? [keys] : (keys ?? [])).map((key) => [key.toLowerCase(), action] as const),
  );
  return new Map(pairs);
}
