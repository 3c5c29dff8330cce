import type { AppKeybindings, KeyContext } from "./app-keybindings.ts";
import { normalizeKey } from "./key-name.ts";
import type { UserKeybindings } from "./keybindings-file.ts";

export interface KeyConflict {
  readonly key: string;
  readonly context: KeyContext;
  readonly actions: readonly string[];
}

/** The keys of an action after the user's own file. */
export function keysOf(id: string, definitions: AppKeybindings, user: UserKeybindings): readonly string[] {
  return user[id] ?? definitions[id]?.defaultKeys ?? [];
}

/** Keys that would mean two things at once in one place. */
export function findKeyConflicts(definitions: AppKeybindings, user: UserKeybindings): KeyConflict[] {
  const claims = new Map<string, { key: string; context: KeyContext; actions: string[] }>();
  for (const [id, { context }] of Object.entries(definitions)) {
    for (const key of new Set(keysOf(id, definitions, user).map((text) => normalizeKey(text) ?? text))) {
      const name = `${context} ${key}`;
      const claim = claims.get(name) ?? { key, context, actions: [] };
      claim.actions.push(id);
      claims.set(name, claim);
    }
  }
  return [...claims.values()].filter(({ actions }) => actions.length > 1);
}
