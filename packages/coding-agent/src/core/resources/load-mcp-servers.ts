import { type DiscoveryScope, locate, sourceInfoOf } from "./discovery/index.ts";
import { loadMcpFile, type McpServer } from "./items/mcp-server.ts";
import type { ResourceDiagnostic } from "./source-info.ts";

export interface McpServers {
  readonly servers: readonly McpServer[];
  readonly diagnostics: readonly ResourceDiagnostic[];
}

/** Loads the servers of every file, the best source first. Two definitions of one name are not merged. */
export async function loadMcpServers(scope: DiscoveryScope): Promise<McpServers> {
  const files = await Promise.all(
    locate("mcp", scope).map((place) => loadMcpFile(place, scope, (path) => sourceInfoOf(path, place))),
  );
  const seen = new Set(files.flatMap(({ disabledServers }) => disabledServers));
  const servers = files
    .flatMap(({ items }) => items)
    .filter(({ name, config }) => {
      const isNew = !seen.has(name);
      seen.add(name);
      return isNew && config.enabled !== false;
    });
  return { servers, diagnostics: files.flatMap(({ diagnostics = [] }) => diagnostics) };
}
