import { type KeybindingDefinitions, type KeybindingsConfig, KeybindingsManager, TUI_KEYBINDINGS } from "@tau/tui";
import { type FileDiagnostic, formatDiagnostic } from "../../../core/json-file/index.ts";
import { type AppKeybindingId, appKeybindings, loadKeybindingsFile } from "../../../core/keybindings/index.ts";
import { getKeybindingsPath } from "../../../core/paths/index.ts";

type AppKeybindingIds = { [Id in AppKeybindingId]: true };

declare module "@tau/tui" {
  interface Keybindings extends AppKeybindingIds {}
}

export interface LoadedKeymap {
  readonly bindings: KeybindingsConfig;
  readonly problems: readonly string[];
}

/** The keys of every action, of the terminal library's and of ours, as the user's file has them. */
export function createKeymap(bindings: KeybindingsConfig): KeybindingsManager {
  return new KeybindingsManager(keyDefinitions(), bindings);
}

export function loadKeymap(agentDir: string): LoadedKeymap {
  const file = loadKeybindingsFile(getKeybindingsPath(agentDir), new Set(Object.keys(keyDefinitions())));
  const problems = file.diagnostics.map((problem: FileDiagnostic) => formatDiagnostic(problem));
  return { bindings: file.bindings as KeybindingsConfig, problems };
}

export function keyDefinitions(): KeybindingDefinitions {
  return { ...TUI_KEYBINDINGS, ...(appKeybindings() as unknown as KeybindingDefinitions) };
}
