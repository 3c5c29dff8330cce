import { fileURLToPath } from "node:url";

/** Defined by the build of the CLI: the location of the entries of its module graph, relative to a chunk. Without a build, packages are resolved. */
declare const TAU_MODULES: string | undefined;

/** The modules that extensions share with the host, so that both use the same instance of every class, registry and theme. */
const HOST_MODULES = {
  ai: "@tau/ai/compat",
  "ai-oauth": "@tau/ai/oauth",
  agent: "@tau/agent",
  "agent-node": "@tau/agent/node",
  tui: "@tau/tui",
  "coding-agent": "@tau/coding-agent/pi",
  typebox: "typebox",
  "typebox-compile": "typebox/compile",
  "typebox-value": "typebox/value",
} as const;

export type HostModule = keyof typeof HOST_MODULES;

/** Other names of our packages; a subpath refers to a part of the same package. */
const PACKAGE = /^@(?:earendil-works|mariozechner|oh-my-pi)\/pi-(ai|agent-core|tui|coding-agent)(?:\/(.+))?$/;
/** Only the modules that an extension may share. Tau's own modules import other parts of these packages without this map. */
const OURS = /^@tau\/(ai|agent|tui|coding-agent)(?:\/(compat|oauth|node|pi))?$/;
const TYPEBOX = /^(?:@sinclair\/)?typebox(?:\/(compile|compiler|value)(?:\/.*)?)?$/;

/** Returns the host module that a specifier refers to, or `undefined` if it is not a host module. */
export function hostModuleFor(specifier: string): HostModule | undefined {
  const [, name, part] = PACKAGE.exec(specifier) ?? OURS.exec(specifier) ?? [];
  if (name !== undefined) return packageModule(name, part);
  const typebox = TYPEBOX.exec(specifier);
  if (!typebox) return undefined;
  if (typebox[1] === undefined) return "typebox";
  return typebox[1] === "value" ? "typebox-value" : "typebox-compile";
}

/** Returns the URL of the host's own instance of a module. */
export function hostModuleUrl(name: HostModule): string {
  // Resolve all names together and only once: after our hooks are installed, resolving one of them would lead back here.
  urls ??= new Map((Object.keys(HOST_MODULES) as HostModule[]).map((module) => [module, locate(module)]));
  return urls.get(name) ?? locate(name);
}

let urls: ReadonlyMap<HostModule, string> | undefined;

/** For the build: each entry and the module it is built from. */
export const hostModules: Readonly<Record<HostModule, string>> = HOST_MODULES;

function locate(name: HostModule): string {
  if (typeof TAU_MODULES === "string") return new URL(`${TAU_MODULES}${name}.js`, import.meta.url).href;
  return import.meta.resolve(HOST_MODULES[name]);
}

/** Returns the path of Tau's CLI script, which Node runs. */
export function hostCliPath(): string {
  const way = typeof TAU_MODULES === "string" ? `${TAU_MODULES}../../cli.js` : "../../../../dist/cli.js";
  return fileURLToPath(new URL(way, import.meta.url));
}

function packageModule(name: string, part: string | undefined): HostModule {
  if (name === "ai") return part === "oauth" ? "ai-oauth" : "ai";
  if (name === "tui" || name === "coding-agent") return name;
  return part === "node" ? "agent-node" : "agent";
}
