import { type KeybindingDefinitions, type KeybindingsConfig, KeybindingsManager as TerminalKeys } from "@tau/tui";
import { getAgentDir } from "../core/paths/index.ts";
import { keyDefinitions, loadKeymap } from "../modes/interactive/keys/keymap.ts";

/** The keys of the whole application, with what the user's file says of them. */
export class KeybindingsManager extends TerminalKeys {
  private readonly agentDir: string | undefined;

  constructor(userBindings: KeybindingsConfig = {}, agentDir?: string) {
    super(keyDefinitions() as KeybindingDefinitions, userBindings);
    this.agentDir = agentDir;
  }

  static create(agentDir: string = getAgentDir()): KeybindingsManager {
    return new KeybindingsManager(loadKeymap(agentDir).bindings, agentDir);
  }

  /** Reads the user's file again. */
  reload(): void {
    if (this.agentDir !== undefined) this.setUserBindings(loadKeymap(this.agentDir).bindings);
  }

  getEffectiveConfig(): KeybindingsConfig {
    return this.getResolvedBindings();
  }
}
