import type { ExtensionAPI } from "../contract/index.ts";

const switches = new WeakMap<ExtensionAPI, (error: Error) => void>();

/** Sets the host's callback for when the code behind this `pi` cannot be used. */
export function onSwitchOff(pi: ExtensionAPI, tell: (error: Error) => void): void {
  switches.set(pi, tell);
}

/** Notifies the host of this `pi` that the extension has removed all its registrations, and why. */
export function switchOff(pi: ExtensionAPI, error: Error): void {
  switches.get(pi)?.(error);
}
