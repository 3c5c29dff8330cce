import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../lsp-error.ts";
import type { ServerSpec } from "./server-spec.ts";
import { SERVERS } from "./table/index.ts";

/** Files of a project, which are read only if it is trusted. Later ones win. */
const PROJECT_FILES = [".omp/lsp.json", ".pi/lsp.json", ".lsp.json", "lsp.json", ".tau/lsp.json"];

export interface LspConfig {
  readonly servers: readonly ServerSpec[];
  readonly idleTimeoutMs?: number;
  /** One line for each file or entry that was left out. */
  readonly problems: readonly string[];
}

export interface ConfigPlace {
  readonly cwd: string;
  /** Tau's home. */
  readonly agentDir: string;
  readonly isTrusted: boolean;
}

/** A server that an installed plugin brings. */
export interface PluginServer {
  readonly name: string;
  readonly config: unknown;
}

/** Resolves to the servers of the table, changed and extended by plugins and by the user's and the project's `lsp.json`. */
export async function readConfig(
  { cwd, agentDir, isTrusted }: ConfigPlace,
  ofPlugins: readonly PluginServer[] = [],
): Promise<LspConfig> {
  const paths = [join(agentDir, "lsp.json"), ...(isTrusted ? PROJECT_FILES.map((name) => join(cwd, name)) : [])];
  const merged = new Map(SERVERS.map((spec) => [spec.name, spec]));
  const problems: string[] = [];
  let idleTimeoutMs: number | undefined;
  const add = (name: string, entry: unknown, where = "", isOfProject = false) => {
    const spec = specOf(name, entry, merged.get(name));
    if (typeof spec === "string") problems.push(`${where}${name} is left out: ${spec}`);
    else merged.set(name, isOfProject ? ofProject(spec) : spec);
  };
  for (const { name, config } of ofPlugins) add(name, config);
  for (const [path, file] of await readFiles(paths)) {
    if (file instanceof Error) {
      problems.push(`${path}: ${file.message}`);
      continue;
    }
    try {
      const { servers, idleTimeoutMs: idle } = parseFile(file);
      if (typeof idle === "number" && idle >= 0) idleTimeoutMs = idle;
      // The servers of a file come before those of the table, so that they are preferred.
      for (const [name, entry] of Object.entries(servers)) add(name, entry, `${path}: `, path !== paths[0]);
    } catch (error) {
      problems.push(`${path}: ${messageOf(error)}`);
    }
  }
  const known = new Set(SERVERS.map(({ name }) => name));
  const all = [...merged.values()];
  const servers = [...all.filter(({ name }) => !known.has(name)), ...all.filter(({ name }) => known.has(name))];
  return { servers, problems, ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }) };
}

/** A project can ask for the sandbox, but not get a server out of it. */
function ofProject({ sandbox, ...spec }: ServerSpec): ServerSpec {
  return { ...spec, isOfProject: true, ...(sandbox ? { sandbox } : {}) };
}

/** Resolves to the files that are there, in their order, each with its text or why it cannot be read. */
async function readFiles(paths: readonly string[]): Promise<[path: string, text: string | Error][]> {
  const read = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => error);
      return [path, text] as [string, string | NodeJS.ErrnoException];
    }),
  );
  return read.filter(([, text]) => typeof text === "string" || (text.code !== "ENOENT" && text.code !== "ENOTDIR"));
}

interface ConfigFile {
  readonly servers: Readonly<Record<string, unknown>>;
  readonly idleTimeoutMs?: unknown;
}

/** The servers are below `servers`, or the file consists of them alone. */
function parseFile(text: string): ConfigFile {
  const content: unknown = JSON.parse(text);
  if (!isObject(content)) throw new Error("it must be an object.");
  if (isObject(content.servers)) return { servers: content.servers, idleTimeoutMs: content.idleTimeoutMs };
  const { idleTimeoutMs, $schema: _, ...servers } = content;
  return { servers, idleTimeoutMs };
}

/** Returns the server that an entry describes, on top of the server of the same name, or what is wrong with the entry. */
function specOf(name: string, entry: unknown, base: ServerSpec | undefined): ServerSpec | string {
  if (!isObject(entry)) return "it must be an object.";
  const languages = isObject(entry.extensionToLanguage)
    ? (entry.extensionToLanguage as Record<string, string>)
    : undefined;
  const given: Record<string, unknown> = {
    command: entry.command,
    args: entry.args,
    fileTypes: entry.fileTypes ?? entry.extensions ?? (languages && Object.keys(languages)),
    rootMarkers: entry.rootMarkers,
    languageIds: entry.languageIds ?? languages,
    initOptions: merged(base?.initOptions, entry.initOptions ?? entry.initializationOptions),
    settings: merged(base?.settings, entry.settings),
    env: entry.env,
    isLinter: entry.isLinter,
    needsMarker: entry.needsMarker,
    sandbox: entry.sandbox,
    disabled: entry.disabled,
  };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const spec = { languages: name, rootMarkers: [], ...base, ...set, name } as Partial<ServerSpec> & { name: string };
  return problemOf(spec) ?? (spec as ServerSpec);
}

/** Returns the given value on top of the base: objects are merged, field by field. */
function merged(base: unknown, given: unknown): unknown {
  if (given === undefined) return base;
  if (!isObject(base) || !isObject(given)) return given;
  const fields = Object.keys({ ...base, ...given });
  return Object.fromEntries(fields.map((field) => [field, merged(base[field], given[field])]));
}

/** What each field of an entry must be. */
const CHECKS: readonly (readonly [field: keyof ServerSpec, isRight: (value: unknown) => boolean, rule: string])[] = [
  ["command", (value) => typeof value === "string" && value !== "", "must be a text"],
  ["args", (value) => value === undefined || isTexts(value), "must be a list of texts"],
  ["fileTypes", (value) => isTexts(value) && value.length > 0, "must be a list of extensions or file names"],
  ["rootMarkers", isTexts, "must be a list of file names"],
  ["env", isTextMap, "must hold texts"],
  ["languageIds", isTextMap, "must hold texts"],
  ["settings", (value) => value === undefined || isObject(value), "must be an object"],
  ["isLinter", isFlag, "must be true or false"],
  ["needsMarker", isFlag, "must be true or false"],
  ["sandbox", isFlag, "must be true or false"],
  ["disabled", isFlag, "must be true or false"],
];

function problemOf(spec: Partial<ServerSpec>): string | undefined {
  const wrong = CHECKS.find(([field, isRight]) => !isRight(spec[field]));
  return wrong && `${wrong[0]} ${wrong[2]}.`;
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === "boolean";
}

function isTextMap(value: unknown): boolean {
  return value === undefined || (isObject(value) && isTexts(Object.values(value)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
