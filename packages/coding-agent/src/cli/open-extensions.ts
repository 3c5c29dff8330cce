import { lazyExtension } from "../core/extensions/manifest/lazy-extension.ts";
import type { ExtensionHost } from "../core/extensions/session/extension-host.ts";
import type { SessionServices } from "../core/session/session-services.ts";
import { batteries } from "./batteries.ts";
import type { Options } from "./options.ts";

/** Options that the table does not know. */
type UnknownOptions = ReadonlyMap<string, string | true>;

/** The extensions for a session with these services; none where there is nothing to load. */
export async function openExtensions(
  services: SessionServices,
  options: Options,
  flags: UnknownOptions,
  warn: (message: string) => void,
): Promise<ExtensionHost | undefined> {
  const { items, diagnostics } = services.resources.getExtensionPaths();
  for (const { message, path } of diagnostics) warn(path ? `${path}: ${message}` : message);
  const inline = options.noExtensions ? [] : batteries.map(lazyExtension);
  if (items.length + inline.length === 0) return undefined;
  // The host is a module of its own: without extensions it is not loaded.
  const { ExtensionHost } = await import("../core/extensions/session/extension-host.ts");
  const host = await ExtensionHost.open({ services, flags, inline });
  for (const { path, error } of host.errors) warn(`${path} was not loaded: ${error}`);
  return host;
}
