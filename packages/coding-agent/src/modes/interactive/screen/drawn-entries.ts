import type { CustomEntry, ReadonlySessionManager } from "@tau/agent";
import type { ExtensionRenderers } from "../renderers/view-context.ts";

/** State that extensions draw into the conversation. The log is not looked through where none of them does. */
export function drawnEntries(log: ReadonlySessionManager, extensions: ExtensionRenderers | undefined): CustomEntry[] {
  if (!extensions?.drawsEntries) return [];
  return log
    .getBranch()
    .filter((entry) => entry.type === "custom")
    .filter(({ customType }) => extensions.getEntryRenderer?.(customType) !== undefined);
}
