import type { ResourceLoader } from "../../resources/index.ts";
import type { SourceInfo } from "../../resources/source-info.ts";
import type { ExtensionResources, ListedResource } from "../contract/resources.ts";

export function createExtensionResources(loader: ResourceLoader): ExtensionResources {
  return {
    agentDir: loader.scope().agentDir,
    agents: async () => (await agentsOf(loader)).items.map(listed),
    agentProblems: async () =>
      (await agentsOf(loader)).diagnostics.map(
        ({ path, line, message }) => `${path}${line === undefined ? "" : `:${line}`}: ${message}`,
      ),
    rules: async () => (await loader.registries.rules.load(loader.scope())).items.map(listed),
    sshHosts: async () => (await loader.registries.ssh.load(loader.scope())).items.map(listed),
    hooks: async () => (await loader.loadHookSettings()).items.map(listed),
    lspServers: async () => {
      if (loader.plugins.length === 0) return [];
      const { pluginLspServers } = await import("../../resources/installed-plugins.ts");
      return pluginLspServers(loader.plugins).map(listed);
    },
    mcpServers: async () => (await loader.loadMcpServers()).servers.map(listed),
  };
}

async function agentsOf(loader: ResourceLoader) {
  const { items, diagnostics } = await loader.registries.agents.load(loader.scope());
  if (loader.plugins.length === 0) return { items, diagnostics };
  const ofPlugins = await (await import("../../resources/installed-plugins.ts")).pluginAgents(loader.plugins);
  return { items: [...items, ...ofPlugins.items], diagnostics: [...diagnostics, ...(ofPlugins.diagnostics ?? [])] };
}

/** `trusted` is always true, because discovery reads nothing from a project that is not trusted. */
function listed<T extends { readonly sourceInfo: SourceInfo }>(item: T): ListedResource<T> {
  const { source, scope } = item.sourceInfo;
  return { ...item, source, scope, trusted: true };
}
