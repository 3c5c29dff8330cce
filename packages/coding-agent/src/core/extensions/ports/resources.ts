import type { ResourceLoader } from "../../resources/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../../resources/source-info.ts";
import type { ExtensionResources, ListedResource } from "../contract/resources.ts";

export function createExtensionResources(loader: ResourceLoader): ExtensionResources {
  return {
    agentDir: loader.scope().agentDir,
    agents: async () => (await agentsOf(loader)).items.map(listed),
    agentProblems: async () => (await agentsOf(loader)).diagnostics.map(problemText),
    rules: async () => (await rulesOf(loader)).items.map(listed),
    ruleProblems: async () => (await rulesOf(loader)).diagnostics.map(problemText),
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

async function rulesOf(loader: ResourceLoader) {
  const { rules, instructions } = loader.registries;
  const loaded = await Promise.all([rules, instructions].map((registry) => registry.load(loader.scope())));
  const seen = new Set<string>();
  const items = loaded.flatMap((each) => each.items).filter(({ name }) => !seen.has(name) && seen.add(name));
  return { items, diagnostics: loaded.flatMap((each) => each.diagnostics) };
}

function problemText({ path, line, message }: ResourceDiagnostic): string {
  return [...(path === undefined ? [] : [line === undefined ? path : `${path}:${line}`]), message].join(": ");
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
