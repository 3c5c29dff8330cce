import { dirname } from "node:path";
import { createSyntheticSourceInfo, type SourceInfo } from "../../resources/source-info.ts";
import type { Extension, InlineExtension, NamedExtension } from "../contract/index.ts";

/** An extension that has registered nothing yet. */
export function createExtension(
  path: string,
  resolvedPath: string,
  options: Pick<NamedExtension, "hidden" | "replaceable"> & { sourceInfo?: SourceInfo } = {},
): Extension {
  const { hidden, replaceable } = options;
  return {
    path,
    resolvedPath,
    sourceInfo: options.sourceInfo ?? sourceOf(path, resolvedPath),
    ...(hidden ? { hidden } : {}),
    ...(replaceable ? { replaceable } : {}),
    handlers: new Map(),
    tools: new Map(),
    commands: new Map(),
    flags: new Map(),
    shortcuts: new Map(),
    messageRenderers: new Map(),
    entryRenderers: new Map(),
    toolRenderers: [],
  };
}

/** How an extension without a file is called: `<inline:name>`, and `builtin:name` for one of ours. */
export function inlinePath(extension: InlineExtension, index: number): string {
  if (typeof extension === "function") return `<inline:${index + 1}>`;
  return extension.builtin ? `builtin:${extension.name}` : `<inline:${extension.name}>`;
}

/** The name of the extension that a program's own tools are. */
export const CUSTOM_TOOLS = "custom-tools";

function sourceOf(path: string, resolvedPath: string): SourceInfo {
  if (path === `<inline:${CUSTOM_TOOLS}>`) return createSyntheticSourceInfo(path, { source: "sdk" });
  if (path.startsWith("builtin:")) return createSyntheticSourceInfo(path, { source: "builtin" });
  if (path.startsWith("<")) return createSyntheticSourceInfo(path, { source: "inline" });
  return createSyntheticSourceInfo(resolvedPath, { source: "cli", baseDir: dirname(resolvedPath) });
}
