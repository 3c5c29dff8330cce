import { existsSync, realpathSync } from "node:fs";
import { resolveFrom } from "../../paths/index.ts";
import type { ProcessPort } from "../../process/index.ts";
import { extensionEntries } from "../../resources/items/extension-entries.ts";
import type { SourceInfo } from "../../resources/source-info.ts";
import type { SettingsStore } from "../../settings/index.ts";
import { builtinTools } from "../../tools/index.ts";
import type { Extension, ExtensionFactory, InlineExtension } from "../contract/index.ts";
import { createEventBus, type EventBus } from "../event-bus.ts";
import { createExtensionAPI } from "../extension/create-api.ts";
import { createExtension, inlinePath, type OpenExtension } from "../extension/create-extension.ts";
import { extendSettings } from "../extension/settings-namespace.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { Generation } from "../host/generation.ts";
import { inExtension } from "../host/unhandled-errors.ts";
import { declarationOf, declareSettings } from "./declared-parts.ts";
import { describeLoadError } from "./describe-load-error.ts";
import { warnOfHostCopies } from "./host-copies.ts";
import { importExtension } from "./import-extension.ts";
import { withinLoadLimit } from "./load-limit.ts";

/** The kinds of modules that the host runs. Hooks, custom tools and custom commands have smaller interfaces than an extension. */
export type ExtensionKind = "extension" | "hook" | "custom-tool" | "custom-command";

export interface ExtensionPath {
  readonly path: string;
  /** Default `extension`. */
  readonly kind?: ExtensionKind;
  readonly sourceInfo?: SourceInfo;
}

export interface LoadExtensionsOptions {
  /** Files, or folders with a manifest, an index file or extensions in them; either discovered or written by a user. */
  readonly paths?: readonly (string | ExtensionPath)[];
  readonly inline?: readonly InlineExtension[];
  readonly cwd: string;
  /** Tau's home folder. Without it no packages are installed on demand. */
  readonly agentDir?: string | undefined;
  /** Default: processes on this machine. */
  readonly processes?: ProcessPort | undefined;
  readonly settings?: SettingsStore | undefined;
  /** The folder for translated files. If absent, they are not cached. */
  readonly cacheDir?: string | undefined;
  readonly events?: EventBus;
  /** The generation to load into. Extensions in it that are still wanted are kept and not reloaded. Default: a new generation. */
  readonly generation?: Generation | undefined;
  /** Time limit for each extension, in milliseconds. Default: half a minute. */
  readonly loadLimitMs?: number;
}

export interface LoadedExtensions {
  readonly generation: Generation;
  readonly errors: { path: string; error: string }[];
  /** Harmless irregularities. Absent if there are none. */
  warnings?: { path: string; warning: string }[];
}

/** Loads extensions in order. If one cannot be loaded, its file and the reason are reported, and the others still load. */
export async function loadExtensions(options: LoadExtensionsOptions): Promise<LoadedExtensions> {
  const { cwd, cacheDir, processes, agentDir, settings, paths = [], inline = [], events = createEventBus() } = options;
  const generation = options.generation ?? new Generation();
  const before = new Map(generation.extensions.map((extension) => [extension.path, extension]));
  const result: LoadedExtensions = { generation, errors: [] };
  const extensions: Extension[] = [];
  const load = async (extension: OpenExtension, factory: () => Promise<ExtensionFactory> | ExtensionFactory) => {
    const { path } = extension;
    const known = before.get(path);
    if (known) {
      extensions.push(known);
      return;
    }
    try {
      const api = () =>
        createExtensionAPI({ extension, generation, events, cwd, cacheDir, processes, agentDir, settings });
      const run = async () => {
        const make = await factory();
        await inExtension(path, () => make(api()));
      };
      await withinLoadLimit(run(), options.loadLimitMs);
      extensions.push(extension);
    } catch (error) {
      generation.providers.removeOf(path);
      result.errors.push({ path, error: describeLoadError(error, path) });
    }
  };
  const files = filesOf(paths, cwd, result.errors);
  const warnings = warnOfHostCopies(files);
  if (warnings.length > 0) result.warnings = warnings;
  for (const file of files) {
    const { path, sourceInfo } = file;
    const declared = settings && declarationOf(path);
    if (declared) extendSettings(settings, generation, path, () => declareSettings(settings, [declared]));
    const taken = () => new Set([...BUILTIN_NAMES, ...extensions.flatMap(({ tools }) => [...tools.keys()])]);
    await load(createExtension(path, path, sourceInfo ? { sourceInfo } : {}), async () =>
      adapt(file.kind, await importFactory(path, cacheDir), cwd, taken),
    );
  }
  for (const [index, extension] of inline.entries()) {
    const path = inlinePath(extension, index);
    if (path.startsWith("builtin:") && extensions.some((other) => other.path === path)) {
      result.errors.push({ path, error: "there is another battery of this name: this one is off." });
      continue;
    }
    const isFactory = typeof extension === "function";
    const made = isFactory ? createExtension(path, path) : createExtension(path, path, extension);
    inlineSources.set(made, extension);
    await load(made, () => (isFactory ? extension : extension.factory));
  }
  generation.use(extensions);
  return result;
}

const inlineSources = new WeakMap<Extension, InlineExtension>();

/** Returns what an extension without a file was made of, so that it can be loaded again. */
export function inlineSourceOf(extension: Extension): InlineExtension | undefined {
  return inlineSources.get(extension);
}

const BUILTIN_NAMES: readonly string[] = builtinTools.map(({ name }) => name);

async function adapt(
  kind: ExtensionKind = "extension",
  factory: ExtensionFactory,
  cwd: string,
  taken: () => ReadonlySet<string>,
): Promise<ExtensionFactory> {
  switch (kind) {
    case "extension":
      return factory;
    case "hook":
      return (await import("../adapters/hook.ts")).adaptHook(factory);
    case "custom-tool":
      return (await import("../adapters/custom-tool.ts")).adaptCustomTool(factory as never, cwd, taken());
    case "custom-command":
      return (await import("../adapters/custom-command.ts")).adaptCustomCommand(factory as never);
  }
}

async function importFactory(path: string, cacheDir: string | undefined): Promise<ExtensionFactory> {
  const module = await importExtension(path, cacheDir);
  const factory = defaultExport(module);
  if (typeof factory === "function") return factory as ExtensionFactory;
  throw new ExtensionHostError("no-factory", "It has no default export that is a function.");
}

/** Returns the default export; CommonJS interop may have wrapped it twice. */
function defaultExport(module: Record<string, unknown>): unknown {
  const found = module.default ?? module;
  return typeof found === "object" && found !== null && "default" in found ? found.default : found;
}

/** Returns each file once, even if several paths lead to it. */
function filesOf(
  paths: readonly (string | ExtensionPath)[],
  cwd: string,
  errors: LoadedExtensions["errors"],
): ExtensionPath[] {
  const files = new Map<string, ExtensionPath>();
  for (const given of paths) {
    const named: ExtensionPath = typeof given === "string" ? { path: given } : given;
    const resolved = resolveFrom(cwd, named.path.replace(UNUSUAL_SPACES, " "));
    const entries = existsSync(resolved) ? extensionEntries(resolved) : [];
    if (entries.length === 0) errors.push({ path: named.path, error: missing(resolved) });
    for (const entry of entries) files.set(identity(entry), files.get(identity(entry)) ?? { ...named, path: entry });
  }
  return [...files.values()];
}

/** Spaces that occur in pasted paths. */
const UNUSUAL_SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

function identity(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function missing(path: string): string {
  return existsSync(path) ? `There is no extension in ${path}.` : `There is no file ${path}.`;
}
