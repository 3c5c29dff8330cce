import type { NamedExtension } from "../contract/index.ts";
import { lazyExtension } from "../extension/lazy-extension.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { BatterySet } from "./battery-set.ts";
import { batteryWish, wishInMode } from "./battery-wish.ts";
import { installed } from "./installed.ts";
import type { ConditionPlace } from "./unmet-condition.ts";

/** The batteries that a program wants: "all" that a user would get on the command line, "none", or the named ones regardless of their conditions. */
export type BatteriesOption = "all" | "none" | readonly string[];

/** Returns the batteries as extensions for a program's session. The code of a battery is loaded at its first use. */
export async function batteryExtensions(option: BatteriesOption, place: ConditionPlace): Promise<NamedExtension[]> {
  if (option === "none") return [];
  const names: readonly string[] = option === "all" ? [] : option;
  const unknown = names.find((name) => installed.every((battery) => battery.name !== name));
  if (unknown !== undefined) {
    const known = installed.map(({ name }) => name).join(", ");
    throw new ExtensionHostError("not-available", `There is no battery "${unknown}". There are: ${known}.`);
  }
  const set = new BatterySet(place, (battery, { settings }) => {
    if (option !== "all") return names.includes(battery.name) ? "forced" : "off:not-asked";
    const inMode = wishInMode(battery, "print");
    return inMode === "wanted" ? batteryWish(battery, settings) : inMode;
  });
  return await extensionsOf(set);
}

/** Returns the batteries that are on as extensions. */
export async function extensionsOf(set: BatterySet): Promise<NamedExtension[]> {
  return (await set.manifests()).map((manifest) => lazyExtension(manifest, () => set.hears(manifest)));
}
