import { type DiscoveryScope, locate, sourceInfoOf } from "./discovery/index.ts";
import type { InstalledPlugin } from "./installed-plugins.ts";
import { loadMcpFile, type McpServer } from "./items/mcp-server.ts";
import type { ResourceDiagnostic } from "./source-info.ts";

export interface McpServers {
  readonly servers: readonly McpServer[];
  readonly diagnostics: readonly ResourceDiagnostic[];
}

/** Loads the servers of every file, the best source first. Two definitions of one name are not merged. */
export async function loadMcpServers(
  scope: DiscoveryScope,
  plugins: readonly InstalledPlugin[] = [],
): Promise<McpServers> {
  const files = await Promise.all(
    locate("mcp", scope).map((place) => loadMcpFile(place, scope, (path) => sourceInfoOf(path, place))),
  );
  const ofPlugins =
    plugins.length > 0 ? (await import("./installed-plugins.ts")).pluginServers(plugins, scope) : { items: [] };
  const found = [...files, ofPlugins];
  const seen = new Set(files.flatMap(({ disabledServers }) => disabledServers));
  const servers = found
    .flatMap(({ items }) => items)
    .filter(({ name, config }) => {
      const isNew = !seen.has(name);
      seen.add(name);
      return isNew && config.enabled !== false;
    });
  return { servers, diagnostics: found.flatMap(({ diagnostics = [] }) => diagnostics) };
}
