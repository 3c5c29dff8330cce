import { BatterySet } from "../../core/extensions/batteries/battery-set.ts";
import { batteryWish, wishInMode } from "../../core/extensions/batteries/battery-wish.ts";
import { installed } from "../../core/extensions/batteries/installed.ts";
import type { InlineExtension } from "../../core/extensions/contract/index.ts";
import type { LeftoverArguments } from "../../core/extensions/host/apply-flags.ts";
import { SessionExtensions } from "../../core/extensions/session/session-extensions.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { type AppMode, extensionMode } from "../choose-mode.ts";
import type { Options } from "../options/options.ts";
import type { OpenFolder } from "./open-folder.ts";

/** Options that are not in the table. */
export type UnknownOptions = ReadonlyMap<string, string | true>;

export interface ExtensionArguments {
  readonly options: Options;
  readonly mode: AppMode;
  readonly flags: UnknownOptions;
  readonly warn: (message: string) => void;
  /** Extensions of the program that embeds the command line. */
  readonly inline?: readonly InlineExtension[] | undefined;
}

export interface OpenedExtensions {
  readonly extensions: SessionExtensions | undefined;
  /** Arguments that no extension knows. */
  readonly leftover: LeftoverArguments;
}

/**
 * Opens the extensions for a session in an open folder. The host is a separate module, loaded only if there are extensions besides the
 * batteries, if an unknown flag may belong to an extension, or if a client may ask what extensions provide.
 */
export async function openExtensions(folder: OpenFolder, args: ExtensionArguments): Promise<OpenedExtensions> {
  const { services } = folder;
  const { mode, flags, warn, inline = [] } = args;
  const { items, diagnostics } = services.resources.getExtensionPaths();
  for (const { message, path } of diagnostics) warn(path ? `${path}: ${message}` : message);
  for (const name of unknownBuiltIns(args.options)) warn(name);
  const leftover = { unknown: flags, words: new Map<string, string>() };
  const own = ownExtensions(services, args);
  // Only --no-extensions is final: extensions that the settings switch off may come back with a reload.
  if (items.length + inline.length === 0 && args.options.noExtensions && own.isEmpty())
    return { extensions: undefined, leftover };
  if (items.length + inline.length + flags.size === 0 && mode !== "rpc" && mode !== "extension")
    return { extensions: new SessionExtensions(services, own), leftover };
  const extensions = folder.extensions ?? (await loadExtensions(services, args));
  const { host } = extensions;
  const rest = host?.leftoverArguments ?? leftover;
  if (host) warnOfProblems(host, { ...args, flags: rest.unknown });
  return { extensions, leftover: rest };
}

function warnOfProblems(
  { errors, warnings }: NonNullable<SessionExtensions["host"]>,
  { mode, options, flags, warn }: ExtensionArguments,
): void {
  // The screen says itself what was not loaded. An option that is then unknown keeps it from opening.
  const opensScreen = mode === "interactive" && !options.listModels && flags.size === 0;
  if (!opensScreen) for (const { path, error } of errors) warn(`${path} was not loaded: ${error}`);
  for (const { path, warning } of warnings) warn(`${path}: ${warning}`);
}

export function loadExtensions(services: Workspace, args: ExtensionArguments): Promise<SessionExtensions> {
  const { flags, inline } = args;
  return SessionExtensions.load({ services, flags, inline, batteries: ownExtensions(services, args) });
}

function ownExtensions(services: Workspace, { options, mode, flags }: ExtensionArguments): BatterySet {
  const { extension = [], noExtensions } = options;
  return new BatterySet(services, (battery, { settings }) => {
    const inMode = wishInMode(battery, extensionMode(mode));
    if (inMode !== "wanted") return inMode;
    // A battery named with -e or --mode, or by a flag of its own, runs even if it is switched off.
    const isNamed = extension.includes(`builtin:${battery.name}`) || options.mode === battery.name;
    if (isNamed || battery.flags?.some((flag) => flags.has(`--${flag}`))) return "forced";
    if (options.noMcp && battery.when?.mcpServers) return "off:no-mcp";
    return noExtensions ? "off:no-extensions" : batteryWish(battery, settings);
  });
}

function unknownBuiltIns({ extension = [] }: Options): string[] {
  const known = installed.map(({ name }) => `builtin:${name}`);
  return extension
    .filter((source) => source.startsWith("builtin:") && !known.includes(source))
    .map((source) => `${source} was not loaded: there is none of that name. Known: ${known.join(", ")}`);
}
