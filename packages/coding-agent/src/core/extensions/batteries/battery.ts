import type { ExtensionEventName, ExtensionMode } from "../contract/index.ts";
import {
  type BatteryCondition,
  type ExtensionManifest,
  type ToolManifest,
  withLoadout,
} from "../extension/extension-manifest.ts";

/** The data about a battery that startup needs. The build extracts it from the manifest; the manifest itself is read when it is needed. */
export interface Battery {
  readonly name: string;
  readonly modes?: readonly ExtensionMode[];
  readonly optIn?: true;
  readonly when?: BatteryCondition;
  readonly events?: readonly ExtensionEventName[];
  readonly eventsWhen?: BatteryCondition;
  /** The tools that are declared in every request. */
  readonly tools?: readonly ToolManifest[];
  /** The names of its other tools, which a search has to find first. */
  readonly found?: readonly string[];
  readonly commands?: readonly string[];
  readonly flags?: readonly string[];
  readonly services?: readonly string[];
  readonly schemes?: readonly string[];
  readonly subcommand?: true;
  readonly mode?: true;
  /** Keys of settings.json. */
  readonly settings?: readonly string[];
  readonly draws?: ExtensionManifest["draws"];
}

/** Returns the index entry of a manifest. Empty fields are left out. */
export function toBattery(manifest: ExtensionManifest): Battery {
  const { name, modes, optIn, when, events, eventsWhen, services, schemes, draws } = manifest;
  const tools = (manifest.tools ?? []).map(withLoadout);
  const [direct, found] = [tools.filter(isDirect), tools.filter((tool) => !isDirect(tool))];
  const entry: Battery = {
    name,
    ...(modes && { modes }),
    ...(optIn && { optIn }),
    ...(when && { when }),
    ...(events && { events }),
    ...(eventsWhen && { eventsWhen }),
    ...(direct.length > 0 && { tools: direct }),
    ...(found.length > 0 && { found: found.map((tool) => tool.name) }),
    ...(services && { services }),
    ...(schemes && { schemes }),
    ...namesOf("commands", manifest),
    ...namesOf("flags", manifest),
    ...namesOf("settings", manifest),
    ...(manifest.subcommand && { subcommand: true }),
    ...(manifest.mode && { mode: true }),
    ...(draws && { draws }),
  };
  return entry;
}

function isDirect({ loadout }: ToolManifest): boolean {
  return loadout === "direct";
}

function namesOf(key: "commands" | "flags" | "settings", manifest: ExtensionManifest): Partial<Battery> {
  const names = Object.keys(manifest[key] ?? {});
  return names.length > 0 ? { [key]: names } : {};
}
