import type { KeyId } from "@tau/tui";
import type { ResourceDiagnostic } from "../../resources/source-info.ts";
import type { Extension, ExtensionShortcut } from "../contract/index.ts";

/** Keys that the screen needs; extensions cannot use them. */
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

/** Matches the names of extension shortcuts in keybindings.json. */
export const OF_EXTENSION = /^ext\./;

export interface ResolvedShortcuts {
  readonly shortcuts: Map<KeyId, ExtensionShortcut>;
  readonly diagnostics: ResourceDiagnostic[];
}

/**
 * Resolves the shortcuts of all extensions. The last extension to register a key wins. A reserved key is refused; a key that is bound to
 * something else is overridden. Both are reported.
 */
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

/** Applies the user's keybindings.json to a shortcut with a name. An empty list removes the shortcut. */
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
