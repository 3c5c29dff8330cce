import { type HostModule, hostModuleFor, hostModules, hostModuleUrl } from "./module-map.ts";
import { nativeImport } from "./native-import.ts";

/**
 * Imports an extension with jiti, which is slower and more lenient than Node's loader: names that a host module does not export are
 * `undefined` instead of an error, type-only imports are removed, and CommonJS variables (`require`, `__dirname`) are defined.
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

/** Returns the host modules under every name by which they may be imported. */
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

/** Copies a namespace to a plain object: our modules have no default export, which CommonJS interop looks for. */
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
