import { errorText } from "../error-text.ts";
import { ConfigError, type FileSchema, formatDiagnostic, isObject, loadJsonText } from "../json-file/index.ts";
import { allowedMode, PERMISSION_MODES, type PermissionMode } from "../permission/permission-mode.ts";
import { parseRule } from "../permission/rule.ts";
import { mergeSettings, type SettingsLayer } from "./merge.ts";
import { type Settings, settingsSchema } from "./schema/index.ts";
import { readSettings } from "./storage.ts";

/** The administrator's settings, which nothing else overrides. */
export interface ManagedSettings {
  readonly settings: Readonly<Settings>;
  /** The permission modes that can be chosen; all if absent. */
  readonly permissionModes: readonly PermissionMode[] | undefined;
  /** Returns the effective settings, with these above the others. */
  over(others: Settings): Settings;
}

/** The settings schema, plus keys that only an administrator can set. */
const schema: FileSchema = {
  ...settingsSchema,
  properties: {
    ...settingsSchema.properties,
    permissionModes: { type: "array", items: { enum: PERMISSION_MODES } },
  },
};

/** Reads the administrator's files. The later file wins, but the rules of all are joined. */
export function readManaged(paths: readonly string[]): ManagedSettings {
  const layers = paths.map(readOne);
  const rules = layers.map(({ permissions }) => permissions).filter(isObject);
  const joined = rules.length < 2 ? {} : { permissions: joinRules(rules) };
  const { permissionModes, ...settings }: SettingsLayer = Object.assign({}, ...layers, joined);
  const modes = permissionModes as readonly PermissionMode[] | undefined;
  return {
    settings,
    permissionModes: modes,
    over(others) {
      const merged = mergeSettings(others, {}, settings);
      const { permissionMode } = merged;
      return permissionMode ? { ...merged, permissionMode: allowedMode(permissionMode, modes) } : merged;
    },
  };
}

/** Reads one file. Any mistake in it stops the program, because continuing would bypass the administrator's settings. */
function readOne(path: string): SettingsLayer {
  try {
    const text = readSettings(path);
    if (text === undefined) return {};
    const { value, diagnostics } = loadJsonText(path, text, schema);
    if (diagnostics[0]) throw new Error(formatDiagnostic(diagnostics[0]));
    checkRules(value.permissions);
    return value;
  } catch (error) {
    throw broken(path, error);
  }
}

function checkRules(permissions: unknown): void {
  for (const decision of ["allow", "ask", "deny"] as const)
    for (const text of (permissions as Settings["permissions"])?.[decision] ?? []) {
      const parsed = parseRule(text, { decision, source: "managed", base: "/" });
      if ("problem" in parsed) throw new Error(parsed.problem);
    }
}

function broken(path: string, error: unknown): ConfigError {
  const reason = `The administrator's settings (${path}) cannot be followed, so Tau does not start: ${errorText(error)}`;
  return new ConfigError("broken-file", reason, { cause: error });
}

function joinRules(rules: readonly SettingsLayer[]): SettingsLayer {
  const lists = ["allow", "ask", "deny"].map((key) => [key, rules.flatMap((each) => each[key] ?? [])]);
  return Object.fromEntries(lists);
}
