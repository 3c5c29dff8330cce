import { parseDocument } from "yaml";
import { isObject } from "../json-file/index.ts";
import type { SettingsLayer } from "./merge.ts";

/** Settings of a `config.yml`, under our names. Keys that mean nothing here are kept: an extension may know them. */
export function settingsOfOmpConfig(text: string): SettingsLayer {
  const document = parseDocument(text);
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS();
  if (!isObject(value)) return {};
  const { theme, shell, ...rest } = value;
  return {
    ...rest,
    ...themeOf(theme),
    ...(typeof shell === "string" ? { shellPath: shell } : {}),
  };
}

/** One name for each background, or one for both. */
function themeOf(theme: unknown): SettingsLayer {
  if (typeof theme === "string") return { theme };
  if (!isObject(theme)) return {};
  const { light, dark } = theme;
  const names = [light, dark].filter((name) => typeof name === "string");
  return names.length === 0 ? {} : { theme: names.join("/") };
}
