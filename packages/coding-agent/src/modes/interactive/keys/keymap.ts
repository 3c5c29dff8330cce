import { type KeybindingDefinitions, type KeybindingsConfig, KeybindingsManager, TUI_KEYBINDINGS } from "@tau/tui";
import { OF_EXTENSION } from "../../../core/extensions/extension/shortcuts.ts";
import { type FileDiagnostic, formatDiagnostic } from "../../../core/json-file/index.ts";
import { appKeybindings, loadKeybindingsFile } from "../../../core/keybindings/index.ts";
import { getAgentDir, getKeybindingsPath } from "../../../core/paths/index.ts";

export interface LoadedKeymap {
  readonly bindings: KeybindingsConfig;
  readonly problems: readonly string[];
}

/** The keys of every action of the terminal library and of Tau, with the changes in the user's file. */
export class Keymap extends KeybindingsManager {
  readonly configPath: string | undefined;

  constructor(userBindings: KeybindingsConfig = {}, configPath?: string) {
    super(keyDefinitions(), userBindings);
    this.configPath = configPath;
  }

  static create(agentDir: string = getAgentDir()): Keymap {
    return new Keymap(loadKeymap(agentDir).bindings, getKeybindingsPath(agentDir));
  }

  /** Reads the user's file again. */
  reload(): void {
    if (this.configPath !== undefined) this.setUserBindings(readKeymap(this.configPath).bindings);
  }

  /** Returns whether a key leads out of whatever has the keyboard. Neither an editor nor an extension may block it. */
  isWayOut(data: string): boolean {
    return this.matches(data, "app.clear") || this.matches(data, "app.exit");
  }

  /** Includes the keys of extensions that the user's file sets. */
  override getResolvedBindings(): KeybindingsConfig {
    const user = Object.entries(this.getUserBindings()).filter(([id]) => OF_EXTENSION.test(id));
    return { ...super.getResolvedBindings(), ...Object.fromEntries(user) };
  }

  getEffectiveConfig(): KeybindingsConfig {
    return this.getResolvedBindings();
  }
}

export function createKeymap(bindings: KeybindingsConfig, agentDir?: string): Keymap {
  return new Keymap(bindings, agentDir === undefined ? undefined : getKeybindingsPath(agentDir));
}

export function loadKeymap(agentDir: string): LoadedKeymap {
  return readKeymap(getKeybindingsPath(agentDir));
}

function readKeymap(path: string): LoadedKeymap {
  const file = loadKeybindingsFile(path, new Set(Object.keys(keyDefinitions())));
  const problems = file.diagnostics.map((problem: FileDiagnostic) => formatDiagnostic(problem));
  return { bindings: file.bindings as KeybindingsConfig, problems };
}

function keyDefinitions(): KeybindingDefinitions {
  return { ...TUI_KEYBINDINGS, ...(appKeybindings() as unknown as KeybindingDefinitions) };
}
