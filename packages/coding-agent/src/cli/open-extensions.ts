import { lazyExtension } from "../core/extensions/manifest/lazy-extension.ts";
import type { ExtensionHost } from "../core/extensions/session/extension-host.ts";
import type { SessionServices } from "../core/session/session-services.ts";
import { batteries } from "./batteries.ts";
import type { OpenFolder } from "./open-folder.ts";
import type { Options } from "./options.ts";

/** Options that the table does not know. */
export type UnknownOptions = ReadonlyMap<string, string | true>;

/** The extensions for a session in an open folder; none where there is nothing to load. */
export async function openExtensions(
  { services, extensions }: OpenFolder,
  options: Options,
  flags: UnknownOptions,
  warn: (message: string) => void,
): Promise<ExtensionHost | undefined> {
  const { diagnostics } = services.resources.getExtensionPaths();
  for (const { message, path } of diagnostics) warn(path ? `${path}: ${message}` : message);
  const host = extensions ?? (await loadExtensions(services, options, flags));
  for (const { path, error } of host?.errors ?? []) warn(`${path} was not loaded: ${error}`);
  return host;
}

export async function loadExtensions(
  services: SessionServices,
  { noExtensions }: Options,
  flags: UnknownOptions,
): Promise<ExtensionHost | undefined> {
  const inline = noExtensions ? [] : batteries.map(lazyExtension);
  if (services.resources.getExtensionPaths().items.length + inline.length === 0) return undefined;
  // The host is a module of its own: without extensions it is not loaded.
  const { ExtensionHost } = await import("../core/extensions/session/extension-host.ts");
  return await ExtensionHost.open({ services, flags, inline });
}
