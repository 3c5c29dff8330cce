import { fileURLToPath } from "node:url";

/** Put in by the build of the CLI: where the entries of its own module graph lie, seen from a chunk. Elsewhere packages are resolved. */
declare const TAU_MODULES: string | undefined;

/** What extensions share with the host: the same instance of every class, registry and theme. */
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

/** Packages under other names; whatever follows the name is a part of the same package. */
const PACKAGE = /^@(?:earendil-works|mariozechner|oh-my-pi)\/pi-(ai|agent-core|tui|coding-agent)(?:\/(.+))?$/;
/** Only what an extension may share: our own modules reach other parts of our packages by themselves. */
const OURS = /^@tau\/(ai|agent|tui|coding-agent)(?:\/(compat|oauth|node|pi))?$/;
const TYPEBOX = /^(?:@sinclair\/)?typebox(?:\/(compile|compiler|value)(?:\/.*)?)?$/;

/** The host module that a specifier means, or nothing where it is not ours to answer. */
export function hostModuleFor(specifier: string): HostModule | undefined {
  const [, name, part] = PACKAGE.exec(specifier) ?? OURS.exec(specifier) ?? [];
  if (name !== undefined) return packageModule(name, part);
  const typebox = TYPEBOX.exec(specifier);
  if (!typebox) return undefined;
  if (typebox[1] === undefined) return "typebox";
  return typebox[1] === "value" ? "typebox-value" : "typebox-compile";
}

/** Where the host's own instance of a module lies. */
export function hostModuleUrl(name: HostModule): string {
  // All at once and once only: when our hooks are in place, resolving one of these names leads back here.
  urls ??= new Map((Object.keys(HOST_MODULES) as HostModule[]).map((module) => [module, locate(module)]));
  return urls.get(name) ?? locate(name);
}

let urls: ReadonlyMap<HostModule, string> | undefined;

/** For the build: each entry and the module it is made of. */
export const hostModules: Readonly<Record<HostModule, string>> = HOST_MODULES;

function locate(name: HostModule): string {
  if (typeof TAU_MODULES === "string") return new URL(`${TAU_MODULES}${name}.js`, import.meta.url).href;
  return import.meta.resolve(HOST_MODULES[name]);
}

/** The program itself, as a script that Node runs. */
export function hostCliPath(): string {
  const way = typeof TAU_MODULES === "string" ? `${TAU_MODULES}../../cli.js` : "../../../../dist/cli.js";
  return fileURLToPath(new URL(way, import.meta.url));
}

function packageModule(name: string, part: string | undefined): HostModule {
  if (name === "ai") return part === "oauth" ? "ai-oauth" : "ai";
  if (name === "tui" || name === "coding-agent") return name;
  return part === "node" ? "agent-node" : "agent";
}
