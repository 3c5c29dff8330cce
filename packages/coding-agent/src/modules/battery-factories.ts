import { installed, readManifests } from "../core/extensions/batteries/installed.ts";
import type { ExtensionFactory } from "../core/extensions/contract/index.ts";
import { lazyExtension } from "../core/extensions/extension/lazy-extension.ts";
import { ExtensionHostError } from "../core/extensions/extension-host-error.ts";

/** The options come before the settings of the same names. */
export interface CodemodeExtensionOptions {
  mode?: "on" | "only";
  inlineBudget?: number;
  models?: boolean;
}

/** Names that pi's programs import: the battery that implements each, and the feature's name for the error if this version lacks it. */
const BATTERIES = {
  createCodemodeExtension: { battery: "codemode", what: "code mode" },
  createMcpExtension: { battery: "mcp", what: "MCP servers" },
  createToolSearchExtension: { battery: "tool-search", what: "tool search" },
} as const;

export function createCodemodeExtension(options?: CodemodeExtensionOptions): ExtensionFactory {
  return batteryFactory("createCodemodeExtension", options);
}

export function createMcpExtension(_options?: object): ExtensionFactory {
  return batteryFactory("createMcpExtension");
}

export function createToolSearchExtension(): ExtensionFactory {
  return batteryFactory("createToolSearchExtension");
}

/** Returns the factory of a battery. A program may import the name of a missing battery; only calling it throws. */
function batteryFactory(name: keyof typeof BATTERIES, options: object = {}): ExtensionFactory {
  const { battery, what } = BATTERIES[name];
  if (!installed.some((each) => each.name === battery))
    throw new ExtensionHostError("not-available", `${name}: this version of Tau has no ${what}. Leave the call out.`);
  return async (pi) => {
    const manifest = (await readManifests()).find((each) => each.name === battery);
    if (manifest) await lazyExtension(manifest.withOptions?.(options) ?? manifest).factory(pi);
  };
}
