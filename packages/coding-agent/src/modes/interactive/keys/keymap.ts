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

  /** Includes the keys of extensions that the user's file sets. */
  override getResolvedBindings(): KeybindingsConfig {
    const user = Object.entries(this.getUserBindings()).filter(([id]) => OF_EXTENSION.test(id));
    return { ...super.getResolvedBindings(), ...Object.fromEntries(user) };
  }

  getEffectiveConfig(): KeybindingsConfig {
    return this.getResolvedBindings();
  }
}

/** Whether a key stops a run or leaves the program: neither an editor nor an extension may keep it. */
export function isWayOut(keymap: Keymap, data: string): boolean {
  return keymap.matches(data, "app.clear") || keymap.matches(data, "app.exit");
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
