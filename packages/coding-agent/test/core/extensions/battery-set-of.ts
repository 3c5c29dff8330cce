import { toBattery } from "../../../src/core/extensions/batteries/battery.ts";
import { BatterySet } from "../../../src/core/extensions/batteries/battery-set.ts";
import type { ConditionPlace } from "../../../src/core/extensions/batteries/unmet-condition.ts";
import type { ExtensionManifest } from "../../../src/core/extensions/index.ts";

/** Batteries of a test's own: on where their conditions hold. */
export function batterySetOf(place: ConditionPlace, manifests: readonly ExtensionManifest[]): BatterySet {
  return new BatterySet(place, () => "wanted", { all: manifests.map(toBattery), read: async () => manifests });
}
