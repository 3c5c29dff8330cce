import type { SettingPath } from "../../../../core/settings/index.ts";

/** A setting that many users change, with the name that the menu shows. */
export interface CommonSetting {
  readonly path: SettingPath;
  readonly name: string;
  /** Overrides the description in the settings schema. */
  readonly description?: string;
  /** Display names of values. `""` stands for no value. */
  readonly words?: Readonly<Record<string, string>>;
  /** Explanations of the values, shown when choosing one. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** The number is shown and typed in seconds; the file stores it in fractions of a second, this many per second. */
  readonly partsOfSecond?: number;
}

const ON_OFF = { true: "on", false: "off" } as const;

/** In the order of the menu. */
export const commonSettings: readonly CommonSetting[] = [
  {
    path: "defaultModel",
    name: "Default model",
    description: "Model of new sessions; /model changes this one's.",
    words: { "": "automatic" },
  },
  {
    path: "defaultThinkingLevel",
    name: "Default thinking",
    description: "How long models think in new sessions; /thinking changes this one.",
  },
  {
    path: "permissionMode",
    name: "Permissions",
    description: "What the model may do without asking.",
    meanings: {
      plan: "only read",
      ask: "ask before every change and command",
      auto: "edit in the folder and run sandboxed commands",
      yolo: "never ask",
    },
  },
  { path: "theme", name: "Theme", description: "The colours of the screen." },
  {
    path: "hideThinkingBlock",
    name: "Show thinking",
    description: "Show what the model thinks in the transcript.",
    words: { true: "off", false: "on" },
  },
  {
    path: "editorMode",
    name: "Editor keys",
    description: "Keys of the prompt editor.",
    meanings: { plain: "as in a text field", vim: "vi keys, starting in insert mode" },
  },
  {
    path: "tuiMode",
    name: "Screen",
    meanings: { regular: "scrolls with the terminal", fullscreen: "owns the whole terminal" },
  },
  {
    path: "terminal.notifications",
    name: "Notify when done",
    meanings: {
      auto: "as well as the terminal can",
      message: "a message of the desktop",
      bell: "the terminal's bell",
      off: "not at all",
    },
  },
  { path: "compaction.enabled", name: "Compact automatically", words: ON_OFF },
  {
    path: "shellTimeoutSeconds",
    name: "Command time limit",
    description: "Stops a command of the model after so long, unless the model gives a limit.",
    words: { "": "none" },
    partsOfSecond: 1,
  },
  {
    path: "httpIdleTimeoutMs",
    name: "Server timeout",
    description: "A request fails when the model's server is silent for so long.",
    words: { disabled: "no limit" },
    partsOfSecond: 1000,
  },
  {
    path: "snapshots.enabled",
    name: "Undo file changes",
    description: "Record files before a run changes them, for /undo.",
    words: ON_OFF,
  },
];
