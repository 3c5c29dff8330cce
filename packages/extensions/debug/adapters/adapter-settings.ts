import { DebugError } from "../debug-error.ts";
import type { AdapterSpec } from "./adapter-spec.ts";
import { ADAPTERS } from "./table.ts";

/** The fields of an entry of the setting `debug.adapters`, with what each must be. */
const FIELDS: Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, rule: string]>> = {
  command: [(value) => typeof value === "string" && value !== "", "must be a text"],
  args: [isTexts, "must be a list of texts"],
  transport: [
    (value) => value === "stdio" || value === "connect" || value === "accept",
    "must be stdio, connect or accept",
  ],
  fileTypes: [isTexts, "must be a list of extensions"],
  rootMarkers: [isTexts, "must be a list of file names"],
  launch: [isObject, "must be an object"],
  attach: [isObject, "must be an object"],
};

interface AdapterEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly transport?: NonNullable<AdapterSpec["transport"]>;
  readonly fileTypes?: readonly string[];
  readonly rootMarkers?: readonly string[];
  readonly launch?: object;
  readonly attach?: object;
}

/** Returns the adapters of the setting, before those of the table. An entry with the name of one in the table changes it. */
export function adaptersOf(setting: unknown): readonly AdapterSpec[] {
  if (!isObject(setting)) throw new DebugError("bad-argument", "The setting debug.adapters must be an object.");
  const own = Object.entries(setting).map(([name, entry]) => specOf(name, checked(name, entry)));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...ADAPTERS.filter(({ name }) => !names.has(name))];
}

function checked(name: string, entry: unknown): AdapterEntry {
  const complain = (text: string) => new DebugError("bad-argument", `debug.adapters.${name} in the settings: ${text}.`);
  if (!isObject(entry)) throw complain("it must be an object");
  for (const [field, value] of Object.entries(entry)) {
    const [isRight, rule] = FIELDS[field] ?? [() => false, "is not known"];
    if (!isRight(value)) throw complain(`${field} ${rule}`);
  }
  if (entry.command === undefined && !ADAPTERS.some((each) => each.name === name)) throw complain("it needs a command");
  return entry as AdapterEntry;
}

function specOf(name: string, entry: AdapterEntry): AdapterSpec {
  const { command, launch, attach, ...fields } = entry;
  const base: AdapterSpec = ADAPTERS.find((each) => each.name === name) ?? {
    name,
    languages: name,
    commands: [],
    fileTypes: [],
    rootMarkers: [],
    attachesToPid: true,
    attachesToPort: "adapter",
    attachesByName: true,
    install: `correct debug.adapters.${name}.command in the settings`,
  };
  const { probe: _, ...unprobed } = base;
  return {
    // Another program need not pass the test of the table's.
    ...(command === undefined ? base : { ...unprobed, commands: [command] }),
    ...fields,
    launch: (target) => ({ ...base.launch?.(target), ...launch }),
    attach: (target) => ({ ...(base.attach?.(target) ?? { ...target }), ...attach }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
