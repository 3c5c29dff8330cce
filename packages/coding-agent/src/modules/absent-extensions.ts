import type { ExtensionFactory } from "../core/extensions/contract/index.ts";
import { ExtensionHostError } from "../core/extensions/extension-host-error.ts";

/** Names that a program may import today: only calling one says that this version does not have it. */
export function createCodemodeExtension(_options?: object): ExtensionFactory {
  return absent("createCodemodeExtension", "code mode");
}

export function createMcpExtension(_options?: object): ExtensionFactory {
  return absent("createMcpExtension", "MCP servers");
}

export function createToolSearchExtension(): ExtensionFactory {
  return absent("createToolSearchExtension", "tool search");
}

function absent(name: string, what: string): never {
  throw new ExtensionHostError("not-available", `${name}: this version of Tau has no ${what}. Leave the call out.`);
}
