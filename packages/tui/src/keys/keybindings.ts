import { formatKeyName, parseKeyName } from "./key-event.ts";
import type { KeyId } from "./key-id.ts";
import { isKeyRelease, matchesKey } from "./matches-key.ts";
import { type KeybindingDefinition, type KeybindingDefinitions, TUI_KEYBINDINGS } from "./tui-keybindings.ts";

type TuiKeybindingIds = { [Id in keyof typeof TUI_KEYBINDINGS]: true };

/** Every known binding id. Other packages add their own by declaration merging. */
export interface Keybindings extends TuiKeybindingIds {}

export type Keybinding = keyof Keybindings;

/** The content of a user's file: one key, several keys, or none (`[]`) for an id. */
export type KeybindingsConfig = Record<string, KeyId | KeyId[] | undefined>;

export interface KeybindingConflict {
  key: KeyId;
  keybindings: string[];
}

/** Maps keys to actions: the default bindings, each of which the user's configuration may replace. */
export class KeybindingsManager {
  private readonly definitions: KeybindingDefinitions;
  private userBindings: KeybindingsConfig;
  private keysById = new Map<string, KeyId[]>();

  constructor(definitions: KeybindingDefinitions, userBindings: KeybindingsConfig = {}) {
    this.definitions = definitions;
    this.userBindings = userBindings;
    this.resolve();
  }

  /** Returns whether an input triggers an action. Key presses and repeats match; key releases never do. */
  matches(data: string, keybinding: Keybinding): boolean {
    const keys = this.keysById.get(keybinding);
    return !!keys && !isKeyRelease(data) && keys.some((key) => matchesKey(data, key));
  }

  getKeys(keybinding: Keybinding): KeyId[] {
    return [...(this.keysById.get(keybinding) ?? [])];
  }

  /** Returns undefined for an id that is not defined here. */
  getDefinition(keybinding: Keybinding): KeybindingDefinition {
    return this.definitions[keybinding] as KeybindingDefinition;
  }

  /** Returns the keys that the user assigned to several ids. Defaults share keys on purpose: they act in different places. */
  getConflicts(): KeybindingConflict[] {
    const claims = new Map<string, KeybindingConflict>();
    for (const [id, configured] of Object.entries(this.userBindings)) {
      if (!(id in this.definitions)) continue;
      for (const key of toKeys(configured)) {
        const name = formatKeyName(parseKeyName(key));
        const claim = claims.get(name) ?? { key, keybindings: [] };
        claim.keybindings.push(id);
        claims.set(name, claim);
      }
    }
    return [...claims.values()].filter((claim) => claim.keybindings.length > 1);
  }

  setUserBindings(userBindings: KeybindingsConfig): void {
    this.userBindings = userBindings;
    this.resolve();
  }

  getUserBindings(): KeybindingsConfig {
    return { ...this.userBindings };
  }

  getResolvedBindings(): KeybindingsConfig {
    const entries = [...this.keysById].map(([id, keys]) => [id, keys.length === 1 ? keys[0] : [...keys]] as const);
    return Object.fromEntries(entries);
  }

  private resolve(): void {
    this.keysById = new Map(
      Object.entries(this.definitions).map(([id, { defaultKeys }]) => [
        id,
        toKeys(this.userBindings[id] ?? defaultKeys),
      ]),
    );
  }
}

let current: KeybindingsManager | undefined;

/** Returns the bindings that components use. The application replaces them with its own, which have more ids and the user's file. */
export function getKeybindings(): KeybindingsManager {
  current ??= new KeybindingsManager(TUI_KEYBINDINGS);
  return current;
}

export function setKeybindings(keybindings: KeybindingsManager): void {
  current = keybindings;
}

/** Drops everything that is not a string, since a user's file may contain anything. */
function toKeys(configured: KeyId | KeyId[] | undefined): KeyId[] {
  const keys = Array.isArray(configured) ? configured : [configured];
  return [...new Set(keys.filter((key): key is KeyId => typeof key === "string"))];
}
