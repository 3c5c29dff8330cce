import { type HostModule, hostModuleFor, hostModules, hostModuleUrl } from "./module-map.ts";
import { nativeImport } from "./native-import.ts";

/**
 * The second way to load an extension, slower and more forgiving: names that a host module does not export are `undefined` instead of
 * an error, imports that are only types go away, and CommonJS words (`require`, `__dirname`) mean something.
 */
export async function importWithJiti(path: string, cacheDir: string | undefined): Promise<Record<string, unknown>> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    fsCache: cacheDir ?? false,
    interopDefault: false,
    jsx: true,
    virtualModules: await hostNamespaces(),
  });
  return await jiti.import(path);
}

/** Every name under which a host module may be imported. */
async function hostNamespaces(): Promise<Record<string, unknown>> {
  const loaded = new Map<HostModule, unknown>();
  for (const name of Object.keys(hostModules) as HostModule[])
    loaded.set(name, withDefault(await nativeImport(hostModuleUrl(name))));
  const entries = specifiers().flatMap((specifier) => {
    const module = hostModuleFor(specifier);
    return module === undefined ? [] : [[specifier, loaded.get(module)] as const];
  });
  return Object.fromEntries(entries);
}

/** A module of ours has no default export; CommonJS interop looks for one. */
function withDefault(namespace: Record<string, unknown>): Record<string, unknown> {
  return { ...namespace };
}

function specifiers(): string[] {
  const scopes = ["@earendil-works", "@mariozechner", "@oh-my-pi"].map((scope) => `${scope}/pi-`);
  const parts = [
    "ai",
    "ai/compat",
    "ai/models",
    "ai/oauth",
    "ai/providers/all",
    "agent-core",
    "agent-core/node",
    "tui",
    "coding-agent",
  ];
  const extra = ["coding-agent/hooks", "coding-agent/extensibility/hooks", "coding-agent/extensibility/custom-tools"];
  const packages = scopes.flatMap((scope) => [...parts, ...extra].map((part) => `${scope}${part}`));
  const ours = ["ai", "ai/compat", "ai/oauth", "agent", "agent/node", "tui", "coding-agent"].map(
    (part) => `@tau/${part}`,
  );
  const typebox = ["", "@sinclair/"].flatMap((scope) =>
    ["typebox", "typebox/compile", "typebox/compiler", "typebox/value"].map((name) => `${scope}${name}`),
  );
  return [...packages, ...ours, ...typebox];
}
