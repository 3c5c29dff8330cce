import type { AutocompleteItem, KeyId } from "@tau/tui";
import type { SourceInfo } from "../../resources/source-info.ts";
import type { ExtensionAPI } from "./api.ts";
import type { ExtensionCommandContext, ExtensionContext } from "./context.ts";
import type { ExtensionSubcommand } from "./program.ts";
import type { EntryRenderer, MarkdownTransformer, MessageRenderer } from "./renderers.ts";
import type { AnyModeDefinition } from "./server-mode.ts";
import type { ToolDefinition, ToolRendererResolver } from "./tool-definition.ts";

/** The default export of an extension. A returned promise is awaited; its value is ignored. */
export type ExtensionFactory = (pi: ExtensionAPI) => unknown;

export interface NamedExtension {
  /** Shown as `<inline:name>`, or `builtin:name` for a battery. */
  name: string;
  factory: ExtensionFactory;
  /** Omits the extension from the list at startup. */
  hidden?: boolean;
  /** Gives way, without a report, to another extension that registers the same names. */
  replaceable?: boolean;
  builtin?: boolean;
  /** Renderers that become available when the extension's code is loaded. */
  drawings?: LateDrawings;
}

/** Renderers of an extension whose code is not loaded yet. */
export interface LateDrawings {
  readonly names: {
    readonly tools?: readonly string[];
    readonly messages?: readonly string[];
    readonly entries?: readonly string[];
  };
  load(): Promise<void>;
}

/** An extension that a program passes in directly instead of as a file. */
export type InlineExtension = ExtensionFactory | NamedExtension;

export interface RegisteredTool {
  definition: ToolDefinition;
  sourceInfo: SourceInfo;
}

export interface RegisteredCommand {
  name: string;
  sourceInfo: SourceInfo;
  description?: string;
  getArgumentCompletions?(prefix: string): AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
  handler(args: string, ctx: ExtensionCommandContext): Promise<void> | void;
}

export interface ResolvedCommand extends RegisteredCommand {
  /** The word that the user types after the slash: the name, with a number if several commands share it. */
  invocationName: string;
}

export interface ExtensionFlag {
  name: string;
  description?: string;
  type: "boolean" | "string";
  default?: boolean | string;
  extensionPath: string;
}

export interface ExtensionShortcut {
  shortcut: KeyId;
  description?: string;
  /** A name for keybindings.json, such as `ext.todo.toggle`: keys bound to it there replace `shortcut`. */
  action?: string;
  handler(ctx: ExtensionContext): Promise<void> | void;
  extensionPath: string;
}

export type AnyEventHandler = (event: unknown, ctx: unknown) => unknown;

/** A loaded extension and everything it has registered. */
export interface Extension {
  /** The path as it was configured. */
  path: string;
  /** The path where the extension was found. */
  resolvedPath: string;
  hidden?: boolean;
  replaceable?: boolean;
  sourceInfo: SourceInfo;
  handlers: Map<string, AnyEventHandler[]>;
  tools: Map<string, RegisteredTool>;
  commands: Map<string, RegisteredCommand>;
  flags: Map<string, ExtensionFlag>;
  shortcuts: Map<KeyId, ExtensionShortcut>;
  messageRenderers: Map<string, MessageRenderer>;
  entryRenderers: Map<string, EntryRenderer>;
  toolRenderers: ToolRendererResolver[];
  markdownTransformer?: MarkdownTransformer;
  drawings?: LateDrawings;
  subcommands?: Map<string, ExtensionSubcommand>;
  modes?: Map<string, AnyModeDefinition>;
}

/** An error thrown by an extension's handler. */
export interface ExtensionError {
  extensionPath: string;
  event: string;
  error: string;
  stack?: string;
}

export type ExtensionErrorListener = (error: ExtensionError) => void;
