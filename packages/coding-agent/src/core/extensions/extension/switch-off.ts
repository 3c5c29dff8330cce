import type { ExtensionAPI } from "../contract/index.ts";

const switches = new WeakMap<ExtensionAPI, (error: Error) => void>();

/** The host's side: what to do when the code behind this `pi` cannot be used. */
export function onSwitchOff(pi: ExtensionAPI, tell: (error: Error) => void): void {
  switches.set(pi, tell);
}

/** Tells the host of this `pi` that its extension has taken back everything, and why. */
export function switchOff(pi: ExtensionAPI, error: Error): void {
  switches.get(pi)?.(error);
}
