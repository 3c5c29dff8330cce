import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SettingPath } from "../../settings/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { BatteryCondition } from "../extension/extension-manifest.ts";
import { isOnPath, remoteAddresses } from "./machine-facts.ts";

export type ConditionPlace = Pick<Workspace, "cwd" | "settings" | "models" | "resources">;

/** Returns a sentence for the user on the first unmet part of a condition, or `undefined` if the condition holds. Loads and starts nothing. */
export function unmetCondition(condition: BatteryCondition, place: ConditionPlace): string | undefined {
  const { setting, program, file, remote, credentials, variable, any } = condition;
  if (setting !== undefined && !isSet(place.settings.given(setting as SettingPath)))
    return `the setting ${setting} is not set`;
  if (program !== undefined && !list(program).some(isOnPath)) return `${either(program)} is not on PATH`;
  if (file !== undefined && !list(file).some((path) => existsSync(resolve(place.cwd, path))))
    return `there is no ${either(file)} in this folder`;
  if (
    remote !== undefined &&
    !list(remote).some((part) => remoteAddresses(place.cwd).some((url) => url.includes(part)))
  )
    return `no git remote of this folder is at ${either(remote)}`;
  if (credentials !== undefined && !list(credentials).some((provider) => place.models.hasConfiguredAuth({ provider })))
    return `there are no credentials for ${either(credentials)}`;
  if (variable !== undefined && !list(variable).some((name) => process.env[name]))
    return `${either(variable)} is not set`;
  const unmet = any?.map((each) => unmetCondition(each, place)) ?? [];
  if (unmet.length > 0 && !unmet.includes(undefined)) return unmet.join(", and ");
  return undefined;
}

function list(names: string | readonly string[]): readonly string[] {
  return typeof names === "string" ? [names] : names;
}

/** Joins the first few names with "or". Names that differ only in case count as one. */
function either(names: string | readonly string[]): string {
  const distinct = list(names).filter(
    (name, at, all) => all.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at,
  );
  if (distinct.length > MOST_NAMES) return `${distinct.slice(0, MOST_NAMES).join(", ")} or similar`;
  return distinct.join(" or ");
}

const MOST_NAMES = 3;

function isSet(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== "" && value !== "off";
}
