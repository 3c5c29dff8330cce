import type { AppKeybindings, KeyContext } from "./app-keybindings.ts";
import { normalizeKey } from "./key-name.ts";
import type { UserKeybindings } from "./keybindings-file.ts";

export interface KeyConflict {
  readonly key: string;
  readonly context: KeyContext;
  readonly actions: readonly string[];
}

/** Returns the keys of an action, with the user's file taken into account. */
export function keysOf(id: string, definitions: AppKeybindings, user: UserKeybindings): readonly string[] {
  return user[id] ?? definitions[id]?.defaultKeys ?? [];
}

/** Returns the keys that have two meanings in the same context. */
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
