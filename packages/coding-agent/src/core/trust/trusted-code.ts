import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, resolve } from "node:path";
import { isFolder, listFiles } from "@tau/agent/node";
import { replaceFile } from "../files/replace-file.ts";
import { editJson, isObject, loadJsonFile, parseJson, readFile } from "../json-file/index.ts";
import { withLockSync } from "../lock/index.ts";
import { getInheritedProjectDir, getProjectDir, getSettingsPath } from "../paths/index.ts";
import {
  type Capability,
  type DiscoveryScope,
  extensionEntries,
  LSP_FILES,
  locate,
  sourceInfoOf,
} from "../resources/index.ts";
import { loadMcpFile } from "../resources/items/mcp-server.ts";
import { canonicalPath } from "./trust-store.ts";

/** The code that a folder can run: a hash for each part, by a name for the user. */
export type TrustedCode = Readonly<Record<string, string>>;

/** The folder whose code was trusted, and Tau's home, where the hashes are stored. */
export interface CodePlace {
  readonly cwd: string;
  readonly agentDir: string;
}

/**
 * Resolves to the parts that differ from what was trusted. A folder that was trusted before hashes were stored gets its
 * current ones.
 */
export async function changedCode(place: CodePlace): Promise<string[]> {
  const known = readKnown(place);
  const present = await codeOf(place);
  if (!known) {
    write(place, present);
    return [];
  }
  // Parts that no longer exist cannot run.
  return Object.keys(present).flatMap((name) => {
    if (known[name] === present[name]) return [];
    return [known[name] === undefined ? `${name} (new)` : name];
  });
}

/** Stores the current hashes. Call it when the user has trusted the folder as it is now. */
export async function keepCode(place: CodePlace): Promise<void> {
  write(place, await codeOf(place));
}

/**
 * Hashes the entry files of extensions, tools and hooks, the command lines of servers, and the settings and variables
 * that run, redirect or allow something.
 */
async function codeOf({ cwd, agentDir }: CodePlace): Promise<TrustedCode> {
  const scope: DiscoveryScope = { cwd, agentDir, home: homedir(), projectTrusted: true };
  const inProject = (capability: Capability) => locate(capability, scope).filter(({ level }) => level === "project");
  const code: Record<string, string> = {};
  const addFiles = (paths: readonly string[]) => {
    for (const path of paths)
      if (existsSync(path) && !isFolder(path)) code[relative(cwd, path)] = hash(readFileSync(path));
  };
  for (const { path } of [...inProject("extensions"), ...inProject("tools")]) addFiles(extensionEntries(path));
  for (const { path } of inProject("hooks")) addFiles(isFolder(path) ? listFiles(path, [""]) : [path]);
  for (const place of inProject("mcp")) {
    // Variables are not expanded, because their values do not belong to the folder.
    const { items } = await loadMcpFile({ ...place, source: "trust" }, scope, (path) => sourceInfoOf(path, place));
    for (const { name, config } of items) code[`${relative(cwd, place.path)}: ${name}`] = hash(JSON.stringify(config));
  }
  const addSettings = (path: string, keys: readonly string[]) => {
    const settings = readSettings(path);
    for (const key of keys.filter((each) => settings[each] !== undefined))
      code[`${relative(cwd, path)}: ${key}`] = hash(JSON.stringify(settings[key]));
    return settings;
  };
  addFiles(LSP_FILES.map((name) => join(cwd, name)));
  for (const [name, value] of directingVariables(join(cwd, ".env"))) code[`.env: ${name}`] = hash(value);
  for (const { path } of inProject("hook-settings")) addSettings(path, ["hooks"]);
  for (const folder of [getProjectDir(cwd), getInheritedProjectDir(cwd)]) {
    const settings = addSettings(getSettingsPath(folder), RUNNING);
    const named = Array.isArray(settings.extensions)
      ? settings.extensions.filter((each) => typeof each === "string")
      : [];
    for (const base of [cwd, folder]) addFiles(named.flatMap((each) => extensionEntries(resolve(base, each))));
  }
  return code;
}

/** Settings that name a program, load code, or extend what the model may do. */
const RUNNING = [
  ...["packages", "extensions", "hooks", "mcp", "npmCommand", "selfUpdateCommand", "externalEditor", "shellPath"],
  ...["shellCommandPrefix", "permissions", "permissionMode", "sandbox", "sandboxOptions", "env"],
];

/** Variables that make programs run other code, or send keys and traffic elsewhere. */
const DIRECTING = [
  /^(?:LD|DYLD|GIT|SSH|NODE|NPM|PYTHON|PERL|RUBY|JAVA|JDK|BASH|RIPGREP|TAU|PI|OMP)_?/i,
  /^(?:ENV|PATH|SHELL|IFS|PS4|HOME|TMPDIR|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|CC|CXX|MAKEFLAGS)$/,
  /(?:PROXY|URL|BASE|ENDPOINT|HOST|ASKPASS|CERTS?|CERT_FILE|CERT_DIR|CA_BUNDLE|COMMAND|WRAPPER|OPTIONS|OPTS)$/i,
];

function directingVariables(path: string): [name: string, value: string][] {
  const values = process.getBuiltinModule("node:util").parseEnv(readFile(path).text ?? "");
  return Object.entries(values).flatMap(([name, value]) =>
    value !== undefined && DIRECTING.some((pattern) => pattern.test(name)) ? [[name, value] as const] : [],
  ) as [string, string][];
}

function readSettings(path: string): Record<string, unknown> {
  const parsed = parseJson(readFile(path).text ?? "{}");
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

function hash(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

function fileOf(agentDir: string): string {
  return join(agentDir, "trusted-code.json");
}

const schema = {
  type: "object",
  additionalProperties: { type: "object", additionalProperties: { type: "string" } },
} as const;

function readKnown({ cwd, agentDir }: CodePlace): TrustedCode | undefined {
  const { value } = loadJsonFile(fileOf(agentDir), schema);
  const path = canonicalPath(cwd);
  return Object.hasOwn(value, path) ? (value as Record<string, TrustedCode>)[path] : undefined;
}

function write({ cwd, agentDir }: CodePlace, code: TrustedCode): void {
  const file = fileOf(agentDir);
  withLockSync(`${file}.lock`, () => {
    const { text } = readFile(file);
    const isSound = text !== undefined && isObject((parseJson(text) as { value?: unknown }).value);
    const changed = editJson(isSound ? text : undefined, [{ path: [canonicalPath(cwd)], value: code }]);
    replaceFile(file, changed, { mode: 0o600, durable: true });
  });
}
