import { Container, SettingsList } from "@tau/tui";
import { getSettingsListTheme } from "../../modes/interactive/parts/current-theme.ts";
import { DynamicBorder } from "../../modes/interactive/parts/dynamic-border.ts";
import { MAX_ROWS } from "./selector.ts";

/** The current value of each setting. Lists of possible values are under `available…`. */
export interface SettingsConfig {
  readonly [setting: string]: unknown;
}

/** `on<Setting>Change` receives the new value of that setting, `onChange` the name and value of any setting. */
export interface SettingsCallbacks {
  readonly onCancel: () => void;
  readonly onChange?: (setting: string, value: string) => void;
  readonly [onSettingChange: `on${string}Change`]: ((value: never, ...more: never[]) => void) | undefined;
}

/** Shows settings that are on or off, or have a few fixed values. */
export class SettingsSelectorComponent extends Container {
  private readonly list: SettingsList;

  constructor(config: SettingsConfig, callbacks: SettingsCallbacks) {
    super();
    const items = Object.entries(config).flatMap(([id, value]) => {
      const values = choices(id, value, config);
      return values.length > 0 ? [{ id, label: id, currentValue: String(value), values: values.map(String) }] : [];
    });
    const change = (id: string, text: string) => {
      callbacks.onChange?.(id, text);
      const value = choices(id, config[id], config).find((each) => String(each) === text);
      callbacks[callbackName(id)]?.(value as never);
    };
    this.list = new SettingsList(items, MAX_ROWS, getSettingsListTheme(), change, callbacks.onCancel);
    this.addChild(new DynamicBorder());
    this.addChild(this.list);
    this.addChild(new DynamicBorder());
  }

  getSettingsList(): SettingsList {
    return this.list;
  }
}

const CHOICES: Readonly<Record<string, readonly (string | number)[]>> = {
  steeringMode: ["all", "one-at-a-time"],
  followUpMode: ["all", "one-at-a-time"],
  doubleEscapeAction: ["fork", "tree", "none"],
  treeFilterMode: ["default", "no-tools", "user-only", "labeled-only", "all"],
  outputPad: [0, 1],
  editorPaddingX: [0, 1, 2, 3],
  tuiMode: ["regular", "fullscreen"],
  defaultProjectTrust: ["ask", "always", "never"],
};

/** Returns the possible values of a setting. Empty if it has no fixed list. */
function choices(id: string, value: unknown, config: SettingsConfig): readonly unknown[] {
  if (typeof value === "boolean") return [true, false];
  const offered = { currentTheme: "availableThemes", thinkingLevel: "availableThinkingLevels" }[id];
  const list = offered === undefined ? CHOICES[id] : config[offered];
  return Array.isArray(list) ? list : [];
}

function callbackName(id: string): `on${string}Change` {
  const name = id === "currentTheme" ? "theme" : id;
  return `on${name.charAt(0).toUpperCase()}${name.slice(1)}Change`;
}
