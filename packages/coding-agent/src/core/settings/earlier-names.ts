import { isObject } from "../json-file/index.ts";
import type { SettingsLayer } from "./merge.ts";

/** Renames keys with former names to their current names. A key under its current name wins. */
export function withPresentNames(settings: SettingsLayer): SettingsLayer {
  const result = { ...settings };
  renameKey(result, "queueMode", "steeringMode", (value) => value);
  renameKey(result, "websockets", "transport", (value) => (value === true ? "websocket" : "sse"));
  const { skills, retry } = result;
  if (isObject(skills)) {
    result.skills = skills.customDirectories ?? [];
    result.enableSkillCommands ??= skills.enableSkillCommands;
  }
  if (isObject(retry) && retry.maxDelayMs !== undefined) result.retry = withProviderDelay(retry);
  return result;
}

function renameKey(settings: SettingsLayer, from: string, to: string, convert: (value: unknown) => unknown): void {
  if (!(from in settings)) return;
  settings[to] ??= convert(settings[from]);
  delete settings[from];
}

function withProviderDelay({ maxDelayMs, ...retry }: SettingsLayer): SettingsLayer {
  const provider = isObject(retry.provider) ? retry.provider : {};
  return { ...retry, provider: { maxRetryDelayMs: maxDelayMs, ...provider } };
}
