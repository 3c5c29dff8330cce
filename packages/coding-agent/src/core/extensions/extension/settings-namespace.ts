import type { FileDiagnostic } from "../../json-file/index.ts";
import { type SettingPath, type SettingsStore, settingsSchema } from "../../settings/index.ts";
import type { ExtensionSettings, Registration } from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import type { Generation } from "../host/generation.ts";

/** Creates `pi.settings` for one extension. Its additions are removed when its generation ends. */
export function extensionSettings(
  store: SettingsStore | undefined,
  generation: Pick<Generation, "untilEnd" | "assertActive" | "report">,
  extensionPath: string,
): ExtensionSettings {
  const open = () => {
    generation.assertActive();
    if (store) return store;
    throw new ExtensionHostError("not-available", "pi.settings: these extensions were loaded without settings.");
  };
  return {
    register: (key, schema) => {
      const settings = open();
      // The next generation may register the same key before the previous one has ended.
      const known = settings.extensions.get(key);
      if (Object.hasOwn(settingsSchema.properties, key) || (known && JSON.stringify(known) !== JSON.stringify(schema)))
        throw new ExtensionHostError(
          "invalid-registration",
          `There is a setting "${key}" already. Choose another key.`,
        );
      const extend = () => settings.extend(key, schema);
      return extendSettings(settings, generation, extensionPath, extend) as unknown as Registration;
    },
    get: (path) => {
      const settings = open();
      return settings.get(path as SettingPath) ?? settings.getForeign(path);
    },
    set: (path, value) => open().set(path as SettingPath, value as never),
    onChange: (path, listener) => {
      const settings = open();
      return generation.untilEnd(settings.onChange(path as SettingPath, () => listener(settings.getForeign(path))));
    },
  };
}

/**
 * Adds settings until the generation ends. The settings files were read and their errors reported before the new keys were known, so errors
 * in these keys are reported now.
 */
export function extendSettings(
  settings: SettingsStore,
  generation: Pick<Generation, "untilEnd" | "report">,
  extensionPath: string,
  extend: () => () => void,
): () => void {
  const before = new Set(settings.diagnostics().map(textOf));
  const takeBack = generation.untilEnd(extend());
  for (const text of settings.diagnostics().map(textOf))
    if (!before.has(text)) generation.report(extensionPath, "settings", new Error(text));
  return takeBack;
}

function textOf({ path, line, message }: FileDiagnostic): string {
  return `${path}${line === undefined ? "" : `:${line}`}: ${message}`;
}
