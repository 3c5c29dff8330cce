import type { ExtensionMode } from "../core/extensions/contract/index.ts";
import type { LeftoverArguments } from "../core/extensions/session/apply-flags.ts";
import { DormantExtensions } from "../core/extensions/session/dormant-extensions.ts";
import type { HostedExtensions } from "../core/extensions/session/hosted-extensions.ts";
import type { SessionServices } from "../core/session/session-services.ts";
import { batteries } from "./batteries.ts";
import type { AppMode } from "./choose-mode.ts";
import type { Options } from "./options.ts";

export interface OpenedExtensions {
  readonly extensions: HostedExtensions | undefined;
  /** What of the command line is nobody's. */
  readonly leftover: LeftoverArguments;
}

export interface ExtensionArguments {
  readonly options: Options;
  readonly mode: AppMode;
  /** Options that the table does not know. */
  readonly unknown: ReadonlyMap<string, string | true>;
}

/**
 * The extensions for a session with these services. The host is a module of its own: it is loaded where there are extensions besides our
 * own, where a flag may be one's, and where somebody may look at what they bring.
 */
export async function openExtensions(
  services: SessionServices,
  { options, mode, unknown }: ExtensionArguments,
  warn: (message: string) => void,
): Promise<OpenedExtensions> {
  const { items, diagnostics } = services.resources.getExtensionPaths();
  for (const { message, path } of diagnostics) warn(path ? `${path}: ${message}` : message);
  const own = options.noExtensions ? [] : batteries.filter(({ modes }) => modes?.includes(extensionMode(mode)) ?? true);
  const nobodys = { unknown, messages: [] };
  if (items.length + own.length === 0) return { extensions: undefined, leftover: nobodys };
  if (items.length === 0 && unknown.size === 0 && (mode === "print" || mode === "json"))
    return { extensions: new DormantExtensions(own, services), leftover: nobodys };
  const { ExtensionHost, lazyExtension } = await import("../core/extensions/session/woken-host.ts");
  const host = await ExtensionHost.open({ services, flags: unknown, inline: own.map(lazyExtension) });
  for (const { path, error } of host.errors) warn(`${path} was not loaded: ${error}`);
  return { extensions: host, leftover: host.leftoverArguments };
}

function extensionMode(mode: AppMode): ExtensionMode {
  return mode === "interactive" ? "tui" : mode;
}
