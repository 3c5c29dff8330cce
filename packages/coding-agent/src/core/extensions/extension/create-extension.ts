import { dirname } from "node:path";
import type { KeyId } from "@tau/tui";
import { LayeredMap } from "../../layers/layered-map.ts";
import { createSyntheticSourceInfo, type SourceInfo } from "../../resources/source-info.ts";
import type {
  AnyModeDefinition,
  EntryRenderer,
  Extension,
  ExtensionFlag,
  ExtensionShortcut,
  ExtensionSubcommand,
  InlineExtension,
  MessageRenderer,
  NamedExtension,
  RegisteredCommand,
  RegisteredTool,
  ToolRendererResolver,
} from "../contract/index.ts";
import { EventHandlers } from "./event-handlers.ts";

/** An extension that can still register. A registration hides the extension's earlier registrations of the same name. */
export type OpenExtension = ReturnType<typeof createExtension>;

/** Creates an extension without any registrations. */
export function createExtension(
  path: string,
  resolvedPath: string,
  options: Pick<NamedExtension, "hidden" | "replaceable" | "drawings"> & { sourceInfo?: SourceInfo } = {},
) {
  const { hidden, replaceable, drawings } = options;
  const registrations = {
    handlers: new EventHandlers(),
    tools: new LayeredMap<string, RegisteredTool>(),
    commands: new LayeredMap<string, RegisteredCommand>(),
    flags: new LayeredMap<string, ExtensionFlag>(),
    shortcuts: new LayeredMap<KeyId, ExtensionShortcut>(),
    messageRenderers: new LayeredMap<string, MessageRenderer>(),
    entryRenderers: new LayeredMap<string, EntryRenderer>(),
    toolRenderers: [] as ToolRendererResolver[],
    subcommands: new LayeredMap<string, ExtensionSubcommand>(),
    modes: new LayeredMap<string, AnyModeDefinition>(),
  };
  const extension: Extension & typeof registrations = {
    path,
    resolvedPath,
    sourceInfo: options.sourceInfo ?? sourceOf(path, resolvedPath),
    ...(hidden ? { hidden } : {}),
    ...(replaceable ? { replaceable } : {}),
    ...(drawings ? { drawings } : {}),
    ...registrations,
  };
  return extension;
}

/** Returns the path of an extension without a file: `<inline:name>`, or `builtin:name` for a battery. */
export function inlinePath(extension: InlineExtension, index: number): string {
  if (typeof extension === "function") return `<inline:${index + 1}>`;
  return extension.builtin ? `builtin:${extension.name}` : `<inline:${extension.name}>`;
}

/** The name of the extension that holds a program's custom tools. */
export const CUSTOM_TOOLS = "custom-tools";

function sourceOf(path: string, resolvedPath: string): SourceInfo {
  if (path === `<inline:${CUSTOM_TOOLS}>`) return createSyntheticSourceInfo(path, { source: "sdk" });
  if (path.startsWith("builtin:")) return createSyntheticSourceInfo(path, { source: "builtin" });
  if (path.startsWith("<")) return createSyntheticSourceInfo(path, { source: "inline" });
  return createSyntheticSourceInfo(resolvedPath, { source: "cli", baseDir: dirname(resolvedPath) });
}
